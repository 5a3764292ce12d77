import { createReadStream } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import type { ExportOptions } from '../client/export-run.js';
import type { Cassette } from '../domain/rerun/cassette.schema.js';
import type { CliContext } from './context.js';
import { CommandError } from './errors.js';

/** Of a file, if there is one of that name; else of the run. */
export async function cassetteOf({ steadyhand }: Pick<CliContext, 'steadyhand'>, run: string, options?: ExportOptions): Promise<Cassette> {
  const { largestFile, readCassette } = await import('../rerun/cassette-file.js');
  const bytes = await readUpTo(run, largestFile).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' && !/\.(json|gz)$/.test(run)) return undefined;
    throw new CommandError(
      'usage',
      `${run} cannot be read (${error.code ?? error.message}): give a file that \`export\` wrote, or a run's id.`,
    );
  });
  if (bytes && bytes.length > largestFile)
    throw new CommandError('usage', `${run} has more than ${largestFile / 1024 ** 2} MB, which no recorded run has.`);
  return bytes ? readCassette(bytes, run) : steadyhand.run(run).export(options);
}

/** And one byte more, where there are more. */
async function readUpTo(path: string, most: number): Promise<Buffer> {
  return buffer(createReadStream(path, { end: most }));
}
