// LK77: whether somebody has put something into this document, by events that the browser made. It is said at once, by a function that only our isolated world has: a page that asks before it is left answers nothing.
let isTyped = false;

declare global {
  /** Absent: nobody listens. */
  var steadyhandTyped: ((text: string) => void) | undefined;
}

export function watchTyped(): void {
  addEventListener('input', ({ isTrusted }) => void (isTrusted && noteTyped()), { capture: true, passive: true });
  addEventListener('pageshow', sayTyped, { capture: true });
}

/** A value that we set makes no event of the browser's. */
export function noteTyped(): void {
  isTyped = true;
  sayTyped();
}

/** Again for whoever listens only now: another worker, or the tab to which this document has come back. */
export function sayTyped(): void {
  if (isTyped) globalThis.steadyhandTyped?.('');
}
