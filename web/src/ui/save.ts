// A file that no address leads to, saved by the browser.

/** Saves what comes under a name. */
export async function save(name: string, content: Promise<BlobPart>): Promise<void> {
  const address = URL.createObjectURL(new Blob([await content]));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The browser has taken the address by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
