// What can be the id of a run at all: asked before the server is, which says so in words of its own.
import { InputError } from '../domain/errors/input-error.js';
import { isBlank } from '../domain/text/blank.js';

/** Bytes; Temporal's limit, unless the server has another. */
const longest = 1_000;
/** A run's agents and devices append names of their own. */
const longestOfNew = 900;

export function isRunId(id: string): boolean {
  return !isBlank(id) && Buffer.byteLength(id) <= longest;
}

/** Throws `InputError`. */
export function requireRunId(id: string, program: string): void {
  if (!isRunId(id)) throw new InputError('id', id, `that of a run, at most ${longest} bytes; \`${program} list\` shows the runs`);
}

/** For a run that is to be started. `.` and `..` can be in no address: whoever reads one folds them. Throws `InputError`. */
export function requireNewRunId(id: string): void {
  if (isBlank(id) || Buffer.byteLength(id) > longestOfNew || /^\.{1,2}$/.test(id))
    throw new InputError('id', id, `a name of at most ${longestOfNew} bytes other than . and .., or none for one that is made`);
}
