// A flow document on disk, as the command line reads it: JSON, or a module that exports one.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { shellQuote } from '../client/text.js';
import { calledNames, problemsTogether } from '../domain/flow/called-flows.js';
import type { FlowDocument } from '../domain/flow/document.js';
import { parseFlow, sizeProblem, type ParsedFlow } from '../domain/flow/parse-flow.schema.js';
import { CommandError } from './errors.js';
import { importFlow, isModule } from './flow-module.js';
import { parseJson } from './json-file.js';

export interface FlowFile extends ParsedFlow {
  readonly path: string;
  /** As read from the file. */
  readonly document: unknown;
  /** Flows that its nodes run, by name, from `<name>.flow.json` beside it; their problems are among its own. */
  readonly called: Readonly<Record<string, unknown>>;
}

/** Throws a usage error for a file that cannot be read or is not JSON; errors of the flow are in `problems`. */
export async function readFlowFile(path: string, given: readonly string[] = []): Promise<FlowFile> {
  const main = await readFlowDocument(path, given);
  const called = new Map<string, OneDocument>();
  const follow = async ({ flow }: ParsedFlow): Promise<void> => {
    for (const name of flow ? calledNames(flow) : []) {
      const beside = join(dirname(path), `${name}.flow.json`);
      if (called.has(name) || basename(name) !== name || !existsSync(beside)) continue;
      const one = await readFlowDocument(beside, given);
      called.set(name, one);
      await follow(one);
    }
  };
  await follow(main);
  const problems = problemsTogether(main, Object.fromEntries(called));
  const documents = Object.fromEntries([...called].map(([name, { document }]) => [name, document]));
  const { document, flow } = main;
  const isSound = !problems.some(({ severity }) => severity === 'error');
  return { path, document, called: documents, problems, flow: flow && isSound ? flow : undefined };
}

interface OneDocument extends ParsedFlow {
  readonly path: string;
  readonly document: unknown;
}

/** One document, without the flows that its nodes call. */
export async function readFlowDocument(path: string, given: readonly string[] = []): Promise<OneDocument> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new CommandError('usage', `${path} cannot be read (${error.code ?? error.message}): give the path of a flow document.`);
  });
  const document = isModule(path) ? await importFlow(path) : parseJson(path, text);
  const parsed = parseFlow(document, given);
  const tooLarge = sizeProblem(isModule(path) ? JSON.stringify(document).length : text.length);
  return { path, document, ...(tooLarge ? { problems: [tooLarge, ...parsed.problems] } : parsed) };
}

/** For commands that need a flow that can run. */
export function flowOf({ path, flow, problems }: OneDocument, program: string): FlowDocument {
  if (flow) return flow;
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  throw new CommandError(
    'refused',
    `${path} has ${errors} ${errors === 1 ? 'error' : 'errors'}: \`${program} flow validate ${shellQuote(path)}\` shows ${errors === 1 ? 'it' : 'them'}.`,
  );
}
