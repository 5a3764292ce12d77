// What can be launched where there are no desktop entries: applications of macOS, the start menu of Windows. Untested on both.
import { readdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import type { DesktopEntry } from './desktop-entries.js';

interface Place {
  readonly folders: readonly string[];
  readonly suffix: string;
  readonly deep: boolean;
  /** Opens the file as a double-click would. */
  readonly command: (file: string) => readonly string[];
}

export async function readPrograms(platform: NodeJS.Platform, env: NodeJS.ProcessEnv = process.env): Promise<readonly DesktopEntry[]> {
  const place = placeOf(platform, env);
  if (place === undefined) return [];
  const found = new Map<string, DesktopEntry>();
  for (const folder of place.folders) {
    const files = await readdir(folder, { recursive: place.deep }).catch(() => []);
    for (const file of files.filter((name) => name.toLowerCase().endsWith(place.suffix))) {
      const name = path.basename(file).slice(0, -place.suffix.length);
      if (!found.has(name)) found.set(name, { id: name, name, command: place.command(path.join(folder, file)) });
    }
  }
  return [...found.values()].sort((a, b) => a.name.localeCompare(b.name, 'en'));
}

function placeOf(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): Place | undefined {
  switch (platform) {
    case 'darwin':
      return {
        folders: [
          path.join(env['HOME'] ?? homedir(), 'Applications'),
          '/Applications',
          '/System/Applications',
          '/System/Applications/Utilities',
        ],
        suffix: '.app',
        deep: false,
        command: (file) => ['open', file],
      };
    case 'win32':
      return {
        folders: [env['APPDATA'], env['ProgramData']].flatMap((folder) =>
          folder === undefined ? [] : [path.join(folder, 'Microsoft', 'Windows', 'Start Menu', 'Programs')],
        ),
        suffix: '.lnk',
        deep: true,
        command: (file) => ['explorer.exe', file],
      };
    default:
      return undefined;
  }
}
