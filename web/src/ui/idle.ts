/** Settles when the browser has drawn what is urgent, after a second at the latest. */
export function whenIdle(): Promise<void> {
  return new Promise((done) => {
    if ("requestIdleCallback" in window) requestIdleCallback(() => done(), { timeout: 1000 });
    else setTimeout(done);
  });
}
