// A flow from recorded runs (docs/repeat.md), checked as any flow is before it runs.
import { type CompiledFlow, type CompileOptions, compileRun } from '../../domain/compile/compile-run.js';
import { CompileError } from '../../domain/compile/errors.js';
import { problemText } from '../../domain/flow/problem.js';
import { parseFlow } from '../../domain/flow/parse-flow.schema.js';
import type { Cassette } from '../../domain/rerun/cassette.schema.js';
import { readStory } from './read-story.js';

/** Throws a `CompileError`. */
export function compileCassettes([cassette, ...others]: readonly Cassette[], options: CompileOptions = {}): CompiledFlow {
  if (!cassette) throw new CompileError('not-compilable', 'No run was given: give the id of one, or a file that `export` wrote.');
  const type = cassette.executions[0]?.type ?? '';
  if (type !== 'hostAgent')
    throw new CompileError('not-compilable', `The run '${cassette.run}' is a ${type}: a flow is made from the run of an agent.`);
  if (others.length > 0)
    throw new CompileError('not-compilable', 'Several runs make one flow only where they are runs of one flow: give one run.');
  return checked(compileRun(readStory(cassette), options));
}

/** What is written has to run. */
function checked(compiled: CompiledFlow): CompiledFlow {
  const errors = parseFlow(compiled.flow).problems.filter(({ severity }) => severity === 'error');
  if (errors.length === 0) return compiled;
  throw new CompileError('not-compilable', `The run makes no valid flow: ${errors.map(problemText).join('; ')}.`);
}
