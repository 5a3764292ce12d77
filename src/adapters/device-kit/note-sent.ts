// Whether anything of an action has gone to an interface, by the calls that were made: where it has ended before, the action certainly did not run.

interface Noting<Calls> {
  /** The same, whose calls are noted. What a call calls in its turn is not. */
  readonly noted: Calls;
  /** Forgets what was sent before. Actions of a device come one after the other, so that what is noted belongs to the one that began last. */
  begin(): void;
  hasSent(): boolean;
}

/** `sends`: whether that call may change anything. */
export function noteSent<Calls extends object>(
  calls: Calls,
  sends: (name: string, parameters: readonly unknown[]) => boolean,
): Noting<Calls> {
  let sent = false;
  const noted = new Proxy(calls, {
    get(target, name) {
      const found: unknown = Reflect.get(target, name);
      if (typeof found !== 'function') return found;
      return (...parameters: readonly unknown[]): unknown => {
        sent ||= sends(String(name), parameters);
        return Reflect.apply(found, target, parameters) as unknown;
      };
    },
  });
  return { noted, begin: () => void (sent = false), hasSent: () => sent };
}
