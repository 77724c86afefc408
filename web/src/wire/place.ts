// Where a table is: at the server that the page comes from, or on this device.

/** Whether the page comes from a static host, where there is no server: `make site` marks it so. */
export const isStatic =
  document.querySelector<HTMLMetaElement>('meta[name="calavera-mode"]')?.content === "static";

/** Before the code of a table on this device, where the server has tables as well. */
export const HERE = "~";

/** Whether a table's code, or a path that names it, leads to this device. */
export const isHere = (name: string): boolean => isStatic || name.includes(HERE);

/** A code or a path as the device itself knows it. */
export const plain = (name: string): string => name.replace(HERE, "");

/** The folder of the page, with its files beside it. */
const ROOT = isStatic ? new URL(".", location.href).href : `${location.origin}/`;

/** The whole address of a file of the page. */
export const fileAddress = (name: string): string => ROOT + name;

/** The path of a screen as a link: a static host knows no page but one. */
export const to = (path: string): string => (isStatic ? `#${path}` : path);

/** The same for other people and other windows. */
export const linkTo = (path: string): string => ROOT + to(path).replace(/^\//, "");

/** The path that the browser's address names, with its query. */
export function pathNow(): string {
  if (!isStatic) return location.pathname + location.search;
  return location.hash.startsWith("#/") ? location.hash.slice(1) : "/";
}
