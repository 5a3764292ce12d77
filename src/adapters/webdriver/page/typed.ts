// Says at once that somebody has put something into this document, by events that the browser made: a page that asks before it is left answers nothing. What we put there, the device knows by itself.
declare global {
  /** Of our world alone, by `typedBinding` of devtools/leaving.ts. Absent: nobody listens. */
  var steadyhandTyped: ((text: string) => void) | undefined;
}

export function watchTyped(): void {
  addEventListener('input', ({ isTrusted }) => void (isTrusted && globalThis.steadyhandTyped?.('')), { capture: true, passive: true });
}
