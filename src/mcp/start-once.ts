// A start with a key (runtools-1): a second call with it begins no second run.
//
// once-1. The run keeps a digest of all that it was asked with: what only looks like it is something else. A run that has none is compared by its title.
import { createHash } from 'node:crypto';
import { ClientError, type ClientErrorCode } from '../client/errors.js';
import type { StartOptions } from '../client/inputs.js';
import type { RunDescription } from '../client/run-description.js';
import type { Run } from '../client/run.js';
import { clip, longestTitle } from '../client/text.js';
import type { Caller } from './tool.js';
import { type Runs, isForeign } from './tasks.js';

export type Start = (options: StartOptions) => Promise<StartedRun>;

interface Once {
  /** Of the run, made of the key; undefined: each call is another one. */
  readonly id: string | undefined;
  /** All that the tool was given, but the key. */
  readonly asked: object;
  readonly title: string | undefined;
  readonly caller: Pick<Caller, 'trace'>;
}

/** What a tool says of the run that it began, the same for a call that only found it. */
export type StartedRun = Pick<Run, 'id' | 'title' | 'ui' | 'describe'> & Pick<RunDescription, 'reused'>;

/** Throws a `ClientError` (`run-exists`) where the key is that of something else. */
export async function startOnce(steadyhand: Runs, once: Once, start: Start): Promise<StartedRun> {
  const { id, asked, title, caller } = once;
  const options = optionsOf(caller);
  if (id === undefined) return start(options);
  const wanted = { id, digest: digestOf(asked), title };
  try {
    return await known(steadyhand, wanted);
  } catch (error) {
    if (!isCalled(error, 'run-not-found')) throw error;
  }
  try {
    return await start({ ...options, id, digest: wanted.digest });
  } catch (error) {
    if (!isCalled(error, 'run-exists')) throw error;
    return known(steadyhand, wanted);
  }
}

export function optionsOf({ trace }: Pick<Caller, 'trace'>): Pick<StartOptions, 'trace'> {
  return trace ? { trace } : {};
}

interface Wanted {
  readonly id: string;
  readonly digest: string;
  readonly title: string | undefined;
}

async function known(steadyhand: Runs, wanted: Wanted): Promise<StartedRun> {
  const { id } = wanted;
  if (await isForeign(steadyhand, id)) throw new ClientError('run-exists', `'${id}' is a workflow of somebody else: use another key.`);
  const found = steadyhand.run(id);
  const described = await found.describe();
  const { request: title, reused } = described;
  if (isSame(described, wanted)) return { id, title, reused, ui: found.ui, describe: () => found.describe() };
  const other = described.request === undefined ? '' : ` ("${clip(described.request, 100)}")`;
  throw new ClientError('run-exists', `'${id}' was begun for something else${other}: use another key.`);
}

/** Once-1. */
function isSame({ digest, request }: { readonly digest?: string; readonly request?: string }, wanted: Wanted): boolean {
  if (digest !== undefined) return digest === wanted.digest;
  return request === undefined || wanted.title === undefined || clip(request, longestTitle) === clip(wanted.title, longestTitle);
}

/** The same for fields in another order: a client may write them as it likes. */
function digestOf(asked: object): string {
  return createHash('sha256').update(JSON.stringify(asked, sorted)).digest('hex').slice(0, 32);
}

function sorted(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}

function isCalled(error: unknown, code: ClientErrorCode): boolean {
  return error instanceof ClientError && error.code === code;
}
