// Which lessons were taken; kept in the browser, told to nobody.
const PLACE = "calavera-lessons";

function kept(): string[] {
  try {
    const names: unknown = JSON.parse(localStorage.getItem(PLACE) ?? "[]");
    return Array.isArray(names)
      ? names.filter((name): name is string => typeof name === "string")
      : [];
  } catch {
    return []; // storage may be forbidden, or hold something else
  }
}

class Progress {
  #done = $state.raw<readonly string[]>(kept());

  has(name: string): boolean {
    return this.#done.includes(name);
  }

  add(name: string): void {
    if (this.has(name)) return;
    this.#done = [...this.#done, name];
    try {
      localStorage.setItem(PLACE, JSON.stringify(this.#done));
    } catch {
      // Without storage it lasts as long as the page.
    }
  }
}

export const progress = new Progress();
