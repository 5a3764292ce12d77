// A worker's metrics, as Prometheus scrapes them.

export interface Scraped {
  readonly text: string;
  /** Names of what is there, without the suffixes of histograms. */
  readonly names: ReadonlySet<string>;
  /** The sum over all series of that name which have all of these labels. */
  sum(name: string, ...labels: readonly string[]): number;
}

/** `address`: `host:port`. */
export async function scrape(address: string): Promise<Scraped> {
  const text = await (await fetch(`http://${address}/metrics`)).text();
  const lines = text.split('\n');
  return {
    text,
    names: new Set(lines.flatMap((line) => /^# TYPE (\S+)/.exec(line)?.slice(1, 2) ?? [])),
    sum: (name, ...labels) =>
      lines
        .filter((line) => line.startsWith(`${name}{`) && labels.every((label) => line.includes(label)))
        .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0),
  };
}
