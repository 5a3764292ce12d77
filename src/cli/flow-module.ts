// A flow that a module exports, as `defineFlow` makes it.
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { CommandError } from './errors.js';

export function isModule(path: string): boolean {
  return /\.[cm]?[jt]s$/.test(path);
}

/** From the export `flow`, else the default export, else the only one. Throws a usage error for a module that cannot be loaded or has none of these. */
export async function importFlow(path: string): Promise<unknown> {
  const exported = await load(path);
  const [only, ...others] = Object.values(exported);
  const flow = exported['flow'] ?? exported['default'] ?? (others.length === 0 ? only : undefined);
  if (typeof flow !== 'object' || flow === null)
    throw new CommandError('usage', `${path} exports no flow: add \`export const flow = defineFlow('…', […])\`.`);
  return JSON.parse(JSON.stringify(flow));
}

async function load(path: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    return (await import(pathToFileURL(resolve(path)).href)) as Readonly<Record<string, unknown>>;
  } catch (error) {
    if (isUnread(error))
      throw new CommandError(
        'usage',
        `${path} is TypeScript, which this Node (${process.version}) does not read: Node 22.18 or newer does; a build of it, or .mjs, works everywhere.`,
        { cause: error },
      );
    throw new CommandError('usage', `${path} cannot be loaded: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}

function isUnread(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_UNKNOWN_FILE_EXTENSION';
}
