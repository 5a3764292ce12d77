/** `warn`: something does not work, but most runs do not need it. */
export interface Check {
  readonly name: string;
  readonly status: 'ok' | 'warn' | 'fail';
  /** What was found: a version, a path, an address. */
  readonly detail: string;
  /** What to do about it. */
  readonly advice?: string;
}

export function ok(name: string, detail: string): Check {
  return { name, status: 'ok', detail };
}

export function warn(name: string, detail: string, advice: string): Check {
  return { name, status: 'warn', detail, advice };
}

export function fail(name: string, detail: string, advice: string): Check {
  return { name, status: 'fail', detail, advice };
}
