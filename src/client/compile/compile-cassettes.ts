// A flow from recorded runs (docs/repeat.md), checked as any flow is before it runs.
import { type CompiledFlow, type CompileOptions, compileRun } from '../../domain/compile/compile-run.js';
import { CompileError } from '../../domain/compile/errors.js';
import { compileFlowRuns } from '../../domain/compile/compile-flow.js';
import { problemText } from '../../domain/flow/problem.js';
import { parseFlow } from '../../domain/flow/parse-flow.schema.js';
import type { Cassette } from '../../domain/rerun/cassette.schema.js';
import type { RunStory } from '../../domain/compile/story.js';
import { nextVersion } from '../../domain/compile/next-version.js';
import { readFinishedStory, readFlowStory } from './read-flow-story.js';
import { readStory } from './read-story.js';

/** Throws a `CompileError`. `pictured`: with pictures of what has no words; by default there are none. */
export async function compileCassettes(
  [cassette, ...others]: readonly Cassette[],
  options: CompileOptions = {},
  pictured: (story: RunStory, cassette: Cassette) => Promise<RunStory> = (story) => Promise.resolve(story),
): Promise<CompiledFlow> {
  if (!cassette) throw new CompileError('not-compilable', 'No run was given: give the id of one, or a file that `export` wrote.');
  const all = [cassette, ...others];
  const types = new Set(all.map(({ executions: [first] }) => first?.type ?? ''));
  const finished = types.has('flow') && others.length === 0 ? readFinishedStory(cassette) : undefined;
  if (finished) return checked(nextVersion({ ...finished, agent: await pictured(finished.agent, cassette) }, options));
  if (types.size === 1 && types.has('flow')) return checked(compileFlowRuns(all.map(readFlowStory), options.name));
  if (others.length > 0)
    throw new CompileError('not-compilable', 'Several runs make one flow only where they are runs of one flow: give one run.');
  const [type = ''] = types;
  if (type !== 'hostAgent') throw new CompileError('not-compilable', refusalOf(cassette.run, type));
  return checked(compileRun(await pictured(readStory(cassette), cassette), options));
}

function refusalOf(run: string, type: string): string {
  if (type === 'explorer')
    return `The run '${run}' is an explorer: a way through its map becomes a flow with \`steadyhand graph <app> export <from> <to> --flow <file>\`.`;
  return `The run '${run}' is a ${type}: a flow is made from the run of an agent, or of a flow with AI steps.`;
}

/** What is written has to run. */
function checked(compiled: CompiledFlow): CompiledFlow {
  const errors = parseFlow(compiled.flow).problems.filter(({ severity }) => severity === 'error');
  if (errors.length === 0) return compiled;
  throw new CompileError('not-compilable', `The run makes no valid flow: ${errors.map(problemText).join('; ')}.`);
}
