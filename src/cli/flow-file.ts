// A flow document on disk, as the command line reads it.
import { readFile } from 'node:fs/promises';
import type { FlowDocument } from '../domain/flow/document.js';
import { parseFlow, sizeProblem, type ParsedFlow } from '../domain/flow/parse-flow.schema.js';
import { CommandError } from './errors.js';
import { parseJson } from './json-file.js';

export interface FlowFile extends ParsedFlow {
  readonly path: string;
  /** As it stands in the file. */
  readonly document: unknown;
}

/** Throws a usage error for what cannot be read or is no JSON; what is wrong with the flow stands in `problems`. */
export async function readFlowFile(path: string, given: readonly string[] = []): Promise<FlowFile> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new CommandError('usage', `${path} cannot be read (${error.code ?? error.message}): give the path of a flow document.`);
  });
  const document = parseJson(path, text);
  const parsed = parseFlow(document, given);
  const tooLarge = sizeProblem(text.length);
  return { path, document, ...(tooLarge ? { problems: [tooLarge, ...parsed.problems] } : parsed) };
}

/** For commands that need a flow that can run. */
export function flowOf({ path, flow, problems }: FlowFile, program: string): FlowDocument {
  if (flow) return flow;
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  throw new CommandError(
    'refused',
    `${path} has ${errors} ${errors === 1 ? 'error' : 'errors'}: \`${program} flow validate ${path}\` shows ${errors === 1 ? 'it' : 'them'}.`,
  );
}
