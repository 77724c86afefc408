// Whether this person moves by keys or by pointing, as it was last.

let byKeyboard = false;
addEventListener("keydown", () => (byKeyboard = true), true);
addEventListener("pointerdown", () => (byKeyboard = false), true);

export const isByKeyboard = (): boolean => byKeyboard;
