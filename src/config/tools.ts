// Programs that steadyhand starts: what set-up found (scripts/lib/tools.mjs writes the file), else what is on the PATH.
import { accessSync, constants, readFileSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

export type Environment = Readonly<Record<string, string | undefined>>;

const toolsSchema = z
  .object({ temporal: z.string().exactOptional(), chromium: z.string().exactOptional(), chromedriver: z.string().exactOptional() })
  .readonly();
type Tools = z.output<typeof toolsSchema>;

const names = {
  temporal: ['temporal'],
  chromium: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'],
  chromedriver: ['chromedriver', 'chromium.chromedriver'],
} as const satisfies Record<keyof Tools, readonly string[]>;

/** Absolute paths of executables; one that is nowhere is left out. */
export function findTools(env: Environment): Tools {
  const recorded = readTools();
  const found = Object.entries(names).flatMap(([tool, candidates]) => {
    const path = usable(recorded[tool as keyof Tools]) ?? which(candidates, env);
    return path === undefined ? [] : [[tool, path]];
  });
  return toolsSchema.parse(Object.fromEntries(found));
}

function readTools(): Tools {
  try {
    return toolsSchema.parse(
      JSON.parse(readFileSync(fileURLToPath(new URL('../../node_modules/.cache/steadyhand/tools.json', import.meta.url)), 'utf8')),
    );
  } catch {
    // Not set up here: an installation from an image has its tools on the PATH.
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
