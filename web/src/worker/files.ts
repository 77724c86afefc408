// The files of Python: archives that are unpacked into its file system.
import type { PyodideAPI } from "pyodide";

type Files = PyodideAPI["FS"];

/** What begins the header of each member of a zip. */
const MEMBER = 0x04034b50;
/** The error number of a device that cannot be read. */
const EIO = 29;

/** Unpacks a zip that compresses nothing: a host compresses it as a whole. */
export function unpack(files: Files, folder: string, archive: ArrayBuffer): void {
  const view = new DataView(archive);
  const text = new TextDecoder();
  for (let at = 0; view.getUint32(at, true) === MEMBER;) {
    const size = view.getUint32(at + 18, true);
    const name = new Uint8Array(archive, at + 30, view.getUint16(at + 26, true));
    const start = at + 30 + name.length + view.getUint16(at + 28, true);
    write(files, `${folder}/${text.decode(name)}`, new Uint8Array(archive, start, size));
    at = start + size;
  }
}

function write(files: Files, path: string, content: Uint8Array): void {
  files.mkdirTree(path.slice(0, path.lastIndexOf("/")));
  files.writeFile(path, content, { canOwn: true });
}

/**
 * Makes empty files where an archive will put some. Whoever opens one before it has come makes it
 * come at once. Returns what takes the archive.
 */
export function awaitLater(
  files: Files,
  folder: string,
  archive: string,
  names: string[],
): (archive: ArrayBuffer) => void {
  const restore = names.map((name) => {
    write(files, `${folder}/${name}`, new Uint8Array());
    const { node } = files.lookupPath(`${folder}/${name}`);
    const usual = node.stream_ops;
    node.stream_ops = { ...usual, open: () => arrive(readNow(files, archive)) };
    return () => (node.stream_ops = usual);
  });
  let hasCome = false;
  function arrive(content: ArrayBuffer): void {
    if (hasCome) return;
    hasCome = true;
    for (const one of restore) one();
    unpack(files, folder, content);
  }
  return arrive;
}

/** Python cannot wait for a promise in the middle of an import, so the whole worker waits. */
function readNow(files: Files, address: string): ArrayBuffer {
  const request = new XMLHttpRequest();
  request.open("GET", address, false);
  request.responseType = "arraybuffer";
  try {
    request.send();
    if (request.status === 200) return request.response as ArrayBuffer;
  } catch {
    // There is no connection.
  }
  throw new files.ErrnoError(EIO);
}
