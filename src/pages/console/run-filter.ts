// Which runs are listed, as the address says; the console takes the same.

export interface RunFilter {
  readonly state?: string;
  readonly engine?: string;
  /** Looked for by the page itself, in what is listed. */
  readonly words?: string;
  /** `Customer=acme` */
  readonly where: readonly string[];
  /** A visibility query. */
  readonly query?: string;
}

export function filterOf(asked: URLSearchParams): RunFilter {
  const given = (name: string): string | undefined => asked.get(name) || undefined;
  const [state, engine, words, query] = [given('state'), given('engine'), given('search'), given('query')];
  return {
    state,
    engine,
    words,
    where: asked.getAll('where'),
    query,
  };
}

export function addressOf(filter: RunFilter): string {
  const text = new URLSearchParams([...asked(filter), ...named('search', filter.words)]).toString();
  return text === '' ? '/runs' : `/runs?${text}`;
}

export function topicOf(filter: RunFilter): string {
  const text = new URLSearchParams(asked(filter)).toString();
  return text === '' ? 'runs' : `runs:${text}`;
}

function asked({ state, engine, where, query }: RunFilter): string[][] {
  return [...named('state', state), ...named('engine', engine), ...where.map((pair) => ['where', pair]), ...named('query', query)];
}

function named(name: string, value: string | undefined): string[][] {
  return value === undefined || value === '' ? [] : [[name, value]];
}

const pair = /([A-Za-z]\w*)=(?:"([^"]*)"|'([^']*)'|([^\s"']+))(?:\s+|$)/y;

/** What a person has typed: names with their values (`Customer=acme Floor=3`), or else a visibility query. */
export function readAttributes(text: string): Pick<RunFilter, 'where' | 'query'> {
  const rest = text.trim();
  const where: string[] = [];
  pair.lastIndex = 0;
  while (pair.lastIndex < rest.length) {
    const [found, name, ...values] = pair.exec(rest) ?? [];
    if (found === undefined) return { where: [], query: rest };
    where.push(`${name}=${values.find((value) => value !== undefined) ?? ''}`);
  }
  return { where };
}

export function attributesText({ where, query }: RunFilter): string {
  return (
    query ??
    where.map((each) => (/[\s"']/.test(each) ? each.replace(/=(.*)$/s, (_, value: string) => `=${quoted(value)}`) : each)).join(' ')
  );
}

function quoted(value: string): string {
  return value.includes('"') ? `'${value}'` : `"${value}"`;
}
