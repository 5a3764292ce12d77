import type { CompiledFlow, CompileOptions } from '../../domain/compile/compile-run.js';
import type { Cassette } from '../../domain/rerun/cassette.schema.js';
import type { ClientContext } from '../context.js';
import { exportRun } from '../export-run.js';
import { pngHead } from '../../domain/ui/png.js';
import { ArtifactMissingError } from '../../ports/artifact-errors.js';
import { compileCassettes } from './compile-cassettes.js';
import { type Eyes, withPictures } from './story-pictures.js';

/** By their ids, or as they were exported. Throws a `CompileError`. */
export async function compileRuns(
  context: ClientContext,
  runs: string | Cassette | readonly (string | Cassette)[],
  options?: CompileOptions,
): Promise<CompiledFlow> {
  const cassettes: Cassette[] = [];
  for (const run of isList(runs) ? runs : [runs])
    cassettes.push(typeof run === 'string' ? await exportRun(context, run, { pictures: false }) : run);
  return compileCassettes(cassettes, options, (story, cassette) => withPictures(story, eyesOn(context, cassette)));
}

function eyesOn(context: ClientContext, { artifacts }: Cassette): Eyes {
  return {
    async pictureOf(ref) {
      const stored = await context
        .artifacts()
        .get(ref)
        .catch((error: unknown) => {
          if (error instanceof ArtifactMissingError) return undefined;
          throw error;
        });
      if (stored) return stored;
      const exported = Buffer.from(artifacts[ref] ?? '', 'base64');
      // A file without pictures has what tells their size.
      return exported.length > pngHead ? exported : undefined;
    },
    keep: (png) => context.artifacts().put(png, 'image/png'),
    // Imported here: it would slow down every other command.
    images: async () => (await import('../../adapters/sharp/sharp-images.js')).createSharpImages(),
  };
}

function isList(runs: string | Cassette | readonly (string | Cassette)[]): runs is readonly (string | Cassette)[] {
  return Array.isArray(runs);
}
