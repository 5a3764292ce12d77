// The library of flows, for people and other tools too:
//
//   <id>.flow.json            the newest version
//   <id>/<n>.flow.json        every version
//   <id>/replays.jsonl        a line for each run of it that has ended
//   <id>/heals/<heal>.json    what somebody decided about a heal
//
// library-1. A version is written once, by the one who takes its number: two writers, of any machines, make two versions.
// library-2. What counts is the highest number; `<id>.flow.json` is its copy. A file that somebody put there by hand is a first version.
// library-3. The first line of a run counts: appending again is harmless. A torn line is skipped.
// library-4. A decision about a heal is written once, by the one who takes its name. Accepting takes it first, then writes the version, then notes which one it
//     was: whoever is killed in between leaves a heal that is accepted, but not written, and accepting it again writes it.
import { flowIdOf, isFlowId } from '../../domain/library/flow-id.js';
import type { HealDecision } from '../../domain/library/heals.js';
import type { Replay } from '../../domain/library/replay.js';
import {
  FlowConflictError,
  FlowLibraryError,
  type FlowLibrary,
  type HealsDecided,
  type LibraryFlow,
  type NextVersion,
} from '../../ports/flow-library.js';
import { StoreUnavailableError } from '../../ports/store-errors.js';
import { createFlowVersions } from './flow-versions.js';
import { createHealDecisions } from './heal-decisions.js';
import type { StoredFiles } from '../objects/stored-files.js';

export function createFlowLibrary(files: StoredFiles): FlowLibrary {
  const { ids, read, save, versions } = createFlowVersions(files);

  async function linesOf<T>(id: string, file: string, isOne: (value: unknown) => value is T): Promise<readonly T[]> {
    if (!isFlowId(id)) return [];
    return (await files.lines(`${id}/${file}`)).filter(isOne);
  }

  const replays = async (id: string): Promise<readonly Replay[]> =>
    firstOfEach(await linesOf(id, replaysFile, isReplay), ({ run, execution }) => `${run}\n${execution}`);
  const decisionsOf = (id: string) => createHealDecisions(files, id);

  /** Of the newest version, or nothing is decided: what was looked at is what is accepted. */
  async function decide(id: string, decisions: readonly HealDecision[], next: NextVersion | undefined): Promise<HealsDecided> {
    const newest = next && ((await read(id))?.version ?? 0);
    if (next && newest !== next.follows) throw new FlowConflictError(id, next.follows, newest ?? 0);
    const [first] = await decisionsOf(id).take(decisions);
    if (first) return { first };
    if (!next) return {};
    const saved = await save(next.document, next.follows);
    await decisionsOf(id).written(decisions, saved.version);
    return { saved };
  }

  /** One after another, so that what is there is known when a line is added. */
  async function inTurn<T>(id: string, work: () => Promise<T>): Promise<T> {
    if (!isFlowId(id)) throw new FlowLibraryError(`'${id}' is no id of a flow: it has small letters, digits and single hyphens.`);
    return asLibrary(files, () => files.inTurn(`${id}/`, work));
  }

  return {
    list: () =>
      asLibrary(files, async () => {
        const readEach = (id: string): Promise<LibraryFlow | string | undefined> =>
          read(id).catch((error: unknown) => (error instanceof FlowLibraryError ? error.message : Promise.reject(error as Error)));
        const found = await Promise.all((await ids()).map(readEach));
        return {
          flows: found.filter((each) => typeof each === 'object'),
          unreadable: found.filter((each) => typeof each === 'string'),
        };
      }),
    read: (id, version) => asLibrary(files, () => read(id, version)),
    versions: (id) => asLibrary(files, () => versions(id)),
    save: (document, { expectedVersion } = {}) => inTurn(flowIdOf(document), () => save(document, expectedVersion)),
    addReplay: (id, replay) => inTurn(id, () => files.addLines(`${id}/${replaysFile}`, [JSON.stringify(replay)], { sync: true })),
    replays: (id) => asLibrary(files, () => replays(id)),
    decide: (id, decisions, next) => inTurn(id, () => decide(id, decisions, next)),
    decisions: (id) => asLibrary(files, async () => (isFlowId(id) ? decisionsOf(id).all() : [])),
  };
}

const replaysFile = 'replays.jsonl';

function firstOfEach<T>(values: readonly T[], nameOf: (value: T) => string): readonly T[] {
  const first = new Map<string, T>();
  for (const value of values) if (!first.has(nameOf(value))) first.set(nameOf(value), value);
  return [...first.values()];
}

function isReplay(value: unknown): value is Replay {
  return hasTexts(value, 'run', 'execution', 'outcome', 'ended') && 'version' in value && 'heals' in value && Array.isArray(value.heals);
}

function hasTexts(value: unknown, ...names: readonly string[]): value is object {
  return typeof value === 'object' && value !== null && names.every((name) => typeof Reflect.get(value, name) === 'string');
}

async function asLibrary<T>({ place }: StoredFiles, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof FlowLibraryError || error instanceof FlowConflictError || error instanceof StoreUnavailableError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    throw new FlowLibraryError(`The library of flows in ${place} cannot be used (${code ?? message}).`, { cause: error });
  }
}
