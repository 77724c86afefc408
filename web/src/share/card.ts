// The card of a finished game as a picture: the server draws it, the browser makes a PNG of it.
import plain from "@fontsource/alegreya-sans/files/alegreya-sans-latin-500-normal.woff2?url";
import bold from "@fontsource/alegreya-sans/files/alegreya-sans-latin-800-normal.woff2?url";
import display from "@fontsource/grenze-gotisch/files/grenze-gotisch-latin-700-normal.woff2?url";
import { preferences } from "../ui/preferences.svelte";
import { ask, read } from "../wire/http";

export interface Picture {
  /** As a data: address, which the page's policy allows for images. */
  address: string;
  file: File;
  /** What it shows, for a screen reader. */
  words: string;
}

const FACES = [
  ["Grenze Gotisch", 700, display],
  ["Alegreya Sans", 500, plain],
  ["Alegreya Sans", 800, bold],
] as const;
const NAME = "calavera.png";

/** The theme that the page has now. */
export function themeNow(): "day" | "night" {
  if (preferences.theme !== "auto") return preferences.theme;
  return matchMedia("(prefers-color-scheme: light)").matches ? "day" : "night";
}

/** The picture of a game in the notation. */
export async function pictureOf(record: string): Promise<Picture> {
  const [svg, fonts] = await Promise.all([
    card(record, themeNow(), preferences.locale),
    Promise.all(FACES.map(fontFace)),
  ]);
  const canvas = await painted(withStyle(svg, fonts.join("")));
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/png"));
  if (!blob) throw new Error("the browser made no picture");
  return {
    address: canvas.toDataURL("image/png"),
    file: new File([blob], NAME, { type: "image/png" }),
    words: wordsOf(svg),
  };
}

/** The card of a finished game in the notation, as SVG. */
async function card(text: string, theme: string, language: string): Promise<string> {
  const query = new URLSearchParams({ theme, language }).toString();
  const headers = { "content-type": "text/plain" };
  const response = await ask(`/api/card?${query}`, { method: "POST", body: text, headers });
  return response.ok ? response.text() : read<string>(response);
}

/** The words that a picture carries, at its beginning. */
export function wordsOf(svg: string): string {
  const [told] = /<title>.*<\/desc>/s.exec(svg) ?? [""];
  // Not all of it: the page's policy applies to the styles of whatever the page parses.
  const { documentElement } = new DOMParser().parseFromString(`<g>${told}</g>`, "text/xml");
  return [...documentElement.children].map(({ textContent }) => textContent).join(" ");
}

export function withStyle(svg: string, css: string): string {
  return svg.replace("<defs>", () => `<defs><style>${css}</style>`);
}

/** A picture has no access to the page's fonts: it carries its own. Without them it has others. */
async function fontFace([family, weight, address]: (typeof FACES)[number]): Promise<string> {
  try {
    const font = await (await fetch(address)).blob();
    return `@font-face{font-family:"${family}";font-weight:${weight};src:url(${await dataAddress(font)})}`;
  } catch {
    return "";
  }
}

function dataAddress(blob: Blob): Promise<string> {
  return new Promise((done, fail) => {
    const reader = new FileReader();
    reader.onload = () => done(reader.result as string);
    reader.onerror = () => fail(reader.error as Error);
    reader.readAsDataURL(blob);
  });
}

async function painted(svg: string): Promise<HTMLCanvasElement> {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = image.naturalWidth;
  canvas.height = image.naturalHeight;
  canvas.getContext("2d")!.drawImage(image, 0, 0);
  return canvas;
}

/** Whether this device can send a picture to somebody. */
export function canSend(file: File): boolean {
  const { canShare } = navigator as Partial<Navigator>;
  return !!canShare?.call(navigator, { files: [file] });
}

/** With the device's own way of sharing; whoever thinks better of it hears nothing. */
export async function send(file: File): Promise<void> {
  await navigator.share({ files: [file], title: "Calavera" }).catch(() => {});
}
