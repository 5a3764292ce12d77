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

type Found = Check | readonly Check[] | undefined;

/** ms; most take a tenth of a second. */
const usualLimitMs = 10_000;

/** Each check has a time and a line of its own: one that fails or hangs keeps nobody from the others. Never rejects. */
export async function within(name: string, check: () => Found | Promise<Found>, limitMs = usualLimitMs): Promise<readonly Check[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Check>((resolve) => {
    const told = fail(name, `no answer within ${limitMs / 1_000} s`, 'ask again when this machine, or what it asks, is less busy');
    timer = setTimeout(() => resolve(told), limitMs);
  });
  try {
    const found = await Promise.race([(async () => check())(), late]);
    return found === undefined ? [] : [found].flat();
  } catch (error) {
    return [fail(name, error instanceof Error ? error.message : String(error), 'see its log')];
  } finally {
    clearTimeout(timer);
  }
}
