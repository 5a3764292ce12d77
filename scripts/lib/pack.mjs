import { join } from 'node:path';
import { buildAll } from '../build.mjs';
import { run, tail } from './commands.mjs';
import { SetupError } from './steps.mjs';
import { root } from './tools.mjs';

/** Builds and packs into that folder. @returns {Promise<{ path: string, size: number, unpackedSize: number, files: string[] }>} sizes in bytes */
export async function pack(folder) {
  await buildAll({ types: true });
  // Not through `prepack`: a build takes a lock, and its output would mix with npm's.
  const { code, output } = await run('npm', ['pack', '--ignore-scripts', '--silent', '--json', '--pack-destination', folder], {
    cwd: root,
    keep: 1_000_000,
  });
  if (code !== 0) throw new SetupError(`npm pack failed:\n${tail(output)}`);
  const listing = JSON.parse(output.slice(output.search(/^[[{]/m)));
  const [packed] = Array.isArray(listing) ? listing : Object.values(listing);
  const { filename, size, unpackedSize, files } = packed;
  return { path: join(folder, filename), size, unpackedSize, files: files.map(({ path }) => path) };
}
