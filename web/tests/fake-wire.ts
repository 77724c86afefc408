// A socket whose other end is the test.
import type { Wire } from "../src/wire/connection";
import type { ServerMessage } from "../src/wire/messages";

export class FakeWire implements Wire {
  sent: { type: string; id: string }[] = [];
  closed = false;
  onmessage: Wire["onmessage"] = null;
  onclose: Wire["onclose"] = null;
  constructor(readonly address: string) {}
  send(text: string) {
    this.sent.push(JSON.parse(text));
  }
  close() {
    this.closed = true;
  }
  says(message: Partial<ServerMessage>) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}
