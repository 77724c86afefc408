/** Runs one call at a time: while it is under way, buttons are disabled and a second tap does nothing. */
export class SingleFlight {
  busy = $state(false);

  async run(call: () => Promise<unknown>): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    try {
      await call();
    } finally {
      this.busy = false;
    }
  }
}
