// Programs that steadyhand starts: those that set-up found, or else those on the PATH.
import { accessSync, constants, existsSync, readFileSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

export type Environment = Readonly<Record<string, string | undefined>>;

const toolsSchema = z
  .object({ temporal: z.string().optional(), chromium: z.string().optional(), chromedriver: z.string().optional() })
  .readonly();
type Tools = z.output<typeof toolsSchema>;

const names = {
  temporal: ['temporal'],
  chromium: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'],
  chromedriver: ['chromedriver', 'chromium.chromedriver'],
} as const satisfies Record<keyof Tools, readonly string[]>;

/** Absolute paths of executables; one that is not found is left out. */
export function findTools(env: Environment): Tools {
  const recorded = readTools(env);
  const found = Object.entries(names).flatMap(([tool, candidates]) => {
    const path = usable(recorded[tool as keyof Tools]) ?? which(candidates, env);
    return path === undefined ? [] : [[tool, path]];
  });
  return toolsSchema.parse(Object.fromEntries(found));
}

/** For what can be made again. */
export function cacheFolder(env: Environment): string {
  return env['STEADYHAND_CACHE'] ?? join(env['HOME'] ?? userInfo().homedir, '.cache', 'steadyhand');
}

/** Where `npm run setup` of a clone writes, then where `steadyhand setup` does (scripts/lib/tools.mjs). */
function readTools(env: Environment): Tools {
  const cache = cacheFolder(env);
  const places = [fileURLToPath(new URL('../../node_modules/.cache/steadyhand/tools.json', import.meta.url)), join(cache, 'tools.json')];
  const file = places.find((place) => existsSync(place));
  // Not set up here: an installation from an image has its tools on the PATH.
  if (file === undefined) return {};
  try {
    return toolsSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return {};
  }
}

function which(candidates: readonly string[], env: Environment): string | undefined {
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return candidates.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => usable(path) !== undefined);
}

function usable(path: string | undefined): string | undefined {
  if (path === undefined) return undefined;
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile() ? path : undefined;
  } catch {
    return undefined;
  }
}
