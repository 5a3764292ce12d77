import type { CompiledFlow, CompileOptions } from '../../domain/compile/compile-run.js';
import type { Cassette } from '../../domain/rerun/cassette.schema.js';
import type { ClientContext } from '../context.js';
import { exportRun } from '../export-run.js';
import { compileCassettes } from './compile-cassettes.js';

/** By their ids, or as they were exported. Throws a `CompileError`. */
export async function compileRuns(
  context: ClientContext,
  runs: string | Cassette | readonly (string | Cassette)[],
  options?: CompileOptions,
): Promise<CompiledFlow> {
  const cassettes: Cassette[] = [];
  for (const run of isList(runs) ? runs : [runs])
    cassettes.push(typeof run === 'string' ? await exportRun(context, run, { pictures: false }) : run);
  return compileCassettes(cassettes, options);
}

function isList(runs: string | Cassette | readonly (string | Cassette)[]): runs is readonly (string | Cassette)[] {
  return Array.isArray(runs);
}
