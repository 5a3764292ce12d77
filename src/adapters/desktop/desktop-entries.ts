// What can be launched: .desktop files, https://specifications.freedesktop.org/desktop-entry-spec/latest/
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface DesktopEntry {
  /** File name without `.desktop`. */
  readonly id: string;
  readonly name: string;
  /** Program and arguments, without the placeholders for files. */
  readonly command: readonly string[];
  /** Named only by its exact id or name, and in no list (`NoDisplay`): other programs start it, or it is a tool. */
  readonly unlisted?: true;
}

/** From all folders; an earlier folder hides the same id in a later one. */
export async function readEntries(folders: readonly string[]): Promise<readonly DesktopEntry[]> {
  const found = new Map<string, DesktopEntry | undefined>();
  for (const folder of folders) {
    const files = await readdir(folder).catch(() => []);
    for (const file of files.filter((name) => name.endsWith('.desktop'))) {
      const id = file.slice(0, -'.desktop'.length);
      if (!found.has(id)) found.set(id, readEntry(id, await readFile(join(folder, file), 'utf8').catch(() => '')));
    }
  }
  return [...found.values()].filter((entry) => entry !== undefined).sort((a, b) => a.name.localeCompare(b.name, 'en'));
}

/** Undefined for what is not an application, counts as deleted or runs in a terminal. */
export function readEntry(id: string, text: string): DesktopEntry | undefined {
  const fields = new Map<string, string>();
  let group = '';
  for (const line of text.split(/\r?\n/)) {
    group = /^\[(.*)\]\s*$/.exec(line)?.[1] ?? group;
    const [, key, value] = /^([A-Za-z0-9-]+)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
    if (group === 'Desktop Entry' && key !== undefined && value !== undefined && !fields.has(key)) fields.set(key, value);
  }
  const isHidden = ['Hidden', 'Terminal'].some((key) => fields.get(key) === 'true');
  const command = commandOf(unescape(fields.get('Exec') ?? ''));
  if (fields.get('Type') !== 'Application' || isHidden || command.length === 0) return undefined;
  const entry: DesktopEntry = { id, name: unescape(fields.get('Name') ?? id), command };
  return fields.get('NoDisplay') === 'true' ? { ...entry, unlisted: true } : entry;
}

function unescape(value: string): string {
  const meant: Readonly<Record<string, string>> = { s: ' ', n: '\n', t: '\t', r: '\r', '\\': '\\' };
  return value.replace(/\\([sntr\\])/g, (_, letter: string) => meant[letter] ?? letter);
}

/** Words separated by spaces; double quotes may enclose some. `%f` and the like stand for files, and none are passed. */
function commandOf(exec: string): readonly string[] {
  const words = [...exec.matchAll(/(?:"(?:[^"\\]|\\.)*"|[^\s"])+/g)].map(([word]) =>
    word.replace(/"((?:[^"\\]|\\.)*)"/g, (_, inside: string) => inside.replace(/\\(.)/g, '$1')),
  );
  return words.filter((word) => !/^%[a-zA-Z]$/.test(word)).map((word) => word.replaceAll('%%', '%'));
}

/** By id, name or program, in this order; case-insensitive. An unlisted one by id or name alone, and after the others. */
export function findEntry(entries: readonly DesktopEntry[], wanted: string): DesktopEntry | undefined {
  const name = wanted
    .trim()
    .toLowerCase()
    .replace(/\.desktop$/, '');
  const [byId, byName, byProgram]: readonly ((entry: DesktopEntry) => string | undefined)[] = [
    ({ id }) => id,
    ({ name: called }) => called,
    ({ command }) => command[0]?.split('/').at(-1),
  ];
  const [listed, unlisted] = [entries.filter((entry) => !entry.unlisted), entries.filter((entry) => entry.unlisted)];
  const ways = [
    [listed, byId],
    [listed, byName],
    [unlisted, byId],
    [unlisted, byName],
    [listed, byProgram],
  ] as const;
  for (const [among, called] of ways) {
    const entry = among.find((candidate) => called?.(candidate)?.toLowerCase() === name);
    if (entry) return entry;
  }
  return undefined;
}

/** The folders for entries in this environment. */
export function entryFolders(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  const shared = (env['XDG_DATA_DIRS'] || '/usr/local/share:/usr/share').split(':').filter((folder) => folder !== '');
  const own = [env['XDG_DATA_HOME'], env['HOME'] && join(env['HOME'], '.local', 'share')].filter((folder) => folder !== undefined);
  return [...own, ...shared].filter((folder) => folder !== '').map((folder) => join(folder, 'applications'));
}
