// A piece as a picture of its own. However many discs lie about, a browser draws and styles each picture
// once: as parts of the page they were most of what a slow phone had to do at the start of a game.
import { DEFINITIONS, drawing, type Piece, type Skin } from "./pieces";
import { tribe } from "./tribes";

const drawn = new Map<string, string>();

/** The address of a piece's picture. */
export function picture(name: string, piece: Piece, skin: Skin): string {
  const key = `${name} ${piece} ${skin}`;
  let address = drawn.get(key);
  if (address === undefined) {
    address = addressOf(drawing(tribe(name), piece, skin));
    drawn.set(key, address);
  }
  return address;
}

function addressOf(content: string): string {
  const whole = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200"><defs>${DEFINITIONS}</defs>${content}</svg>`;
  return `data:image/svg+xml,${whole.replaceAll("%", "%25").replaceAll("#", "%23")}`;
}
