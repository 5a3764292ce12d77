// Memory of processes, by /proc: Linux only.
import { readdirSync, readFileSync } from 'node:fs';

/** MB of 10⁶ bytes. What a process adds to a machine is its PSS: its own pages, and its share of those that others have too. */
export function memoryOf(pid) {
  const rollup = read(`/proc/${pid}/smaps_rollup`);
  const of = (name) => (Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(rollup)?.[1] ?? 0) * 1_024) / 1e6;
  return { rss: of('Rss'), pss: of('Pss') };
}

/** Processes whose command line names that folder, and all below them. */
export function processesOf(folder) {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => ({
      pid: Number(pid),
      parent: Number(/^PPid:\s+(\d+)/m.exec(read(`/proc/${pid}/status`))?.[1] ?? 0),
      command: read(`/proc/${pid}/cmdline`).replaceAll('\0', ' '),
    }));
  const found = new Set(all.filter(({ command }) => command.includes(folder)).map(({ pid }) => pid));
  for (let before = -1; before !== found.size;) {
    before = found.size;
    for (const { pid, parent } of all) if (found.has(parent)) found.add(pid);
  }
  return all.filter(({ pid }) => found.has(pid));
}

function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // It has ended meanwhile.
    return '';
  }
}
