// The run that a command is about, as its arguments and options read it.
import { InvalidArgumentError } from 'commander';
import { isRunId } from '../client/run-id.js';
import { isState } from '../client/procedures/state-word.js';
import type { CliContext } from './context.js';

type Reader<T> = (word: string, before: T) => T;

/** An id; also a file's name or a procedure's state, where the command takes those. Throws `InvalidArgumentError` for what can be none. */
export function runWord({ program }: Pick<CliContext, 'program'>): Reader<string> {
  return (word) => {
    if (isState(word) || isRunId(word)) return word;
    throw new InvalidArgumentError(`Give the id of a run: \`${program} list\` shows the runs.`);
  };
}

/** Of an argument that may be given several times. */
export function runWords(context: Pick<CliContext, 'program'>): Reader<readonly string[] | undefined> {
  const read = runWord(context);
  return (word, before) => [...(before ?? []), read(word, '')];
}
