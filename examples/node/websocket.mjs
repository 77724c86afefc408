// A WebSocket client (RFC 6455) over node:http, because Node 20 has none built in.
import { randomBytes } from "node:crypto";
import http from "node:http";
import https from "node:https";

const TEXT = 1, CLOSE = 8, PING = 9, PONG = 10;
/** The server pings a silent socket after 25 s; one that is silent for longer is dead. */
const SILENCE = 60_000;

/** Open a socket; `onclose` is called once, with the status of a refused handshake or none. */
export function connect(address, headers, { onmessage, onclose }) {
  let socket = null, unread = Buffer.alloc(0), pieces = [], isClosed = false;

  function closed(status, retryAfter = 0) {
    if (!isClosed) onclose(status, Number(retryAfter));
    isClosed = true;
  }

  /** One frame, masked, as those of clients have to be; a command has at most 4096 bytes. */
  function write(kind, payload) {
    if (!socket?.writable) return;
    const size = payload.length, mask = randomBytes(4);
    const head = size < 126 ? [0x80 | kind, 0x80 | size] : [0x80 | kind, 0xfe, size >> 8, size & 0xff];
    socket.write(Buffer.concat([Buffer.from(head), mask, payload.map((byte, at) => byte ^ mask[at % 4])]));
  }

  /** The next whole frame; those of servers are not masked. */
  function next() {
    const short = unread.length < 2 ? 0 : unread[1] & 0x7f;
    const start = { 126: 4, 127: 10 }[short] ?? 2;
    if (unread.length < start) return null;
    const size = { 4: () => unread.readUInt16BE(2), 10: () => Number(unread.readBigUInt64BE(2)) }[start]?.() ?? short;
    if (unread.length < start + size) return null;
    const frame = { kind: unread[0] & 0x0f, isLast: unread[0] >= 0x80, payload: unread.subarray(start, start + size) };
    unread = unread.subarray(start + size);
    return frame;
  }

  function read(data) {
    unread = Buffer.concat([unread, data]);
    for (let frame = next(); frame; frame = next()) {
      if (frame.kind === PING) write(PONG, frame.payload);
      else if (frame.kind === CLOSE) close();
      else if (frame.kind !== PONG) {
        pieces.push(frame.payload);
        if (frame.isLast) onmessage(Buffer.concat(pieces.splice(0)).toString());
      }
    }
  }

  function close() {
    write(CLOSE, Buffer.from([0x03, 0xe8])); // 1000: in good order
    socket?.end();
  }

  const asked = { Connection: "Upgrade", Upgrade: "websocket", "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": randomBytes(16).toString("base64") };
  const request = (address.startsWith("https:") ? https : http).request(address, { headers: { ...headers, ...asked }, agent: false });
  request.setTimeout(SILENCE, () => request.destroy());
  request.on("error", () => closed());
  request.on("response", (answer) => closed(answer.resume().statusCode, answer.headers["retry-after"]));
  request.on("upgrade", (_, opened, head) => {
    socket = opened.setTimeout(SILENCE, () => opened.destroy());
    socket.on("error", () => {}).on("close", () => closed()).on("data", read);
    read(head);
  });
  request.end();
  return { send: (text) => write(TEXT, Buffer.from(text)), close };
}
