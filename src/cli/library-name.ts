// Where a command takes a flow by its file or by its name in the library.
import { existsSync } from 'node:fs';
import { flowIdOf, isFlowId } from '../domain/library/flow-id.js';
import type { LibraryFlow } from '../ports/flow-library.js';
import type { CliContext } from './context.js';
import { flowOf, readFlowDocument } from './flow-file.js';

/** Undefined: it is the path of a file, or no name. A file comes first. */
export async function namedFlow({ steadyhand }: CliContext, word: string): Promise<LibraryFlow | undefined> {
  return existsSync(word) || !isFlowId(word) ? undefined : steadyhand.flows.read(word);
}

/** Id in the library of that name, or of that file's document. */
export async function idIn(context: CliContext, word: string): Promise<string> {
  return existsSync(word) || !isFlowId(word) ? flowIdOf(flowOf(await readFlowDocument(word), context.program)) : word;
}
