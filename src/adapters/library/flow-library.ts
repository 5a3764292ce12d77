// What was decided about the heals of a flow, a file for each (library-4 of flow-library.ts).

import { flowText } from '../../domain/flow/flow-text.js';
import { isUnwritten, type HealDecision } from '../../domain/library/heals.js';
import {
  FlowLibraryError,
  FlowConflictError,
  type LibraryFlow,
  type FlowLibrary,
  type HealsDecided,
  type NextVersion,
} from '../../ports/flow-library.js';
import { parseJson } from '../filesystem/files.js';
import type { StoredFiles } from '../objects/stored-files.js';
import { defined } from '../../domain/collections.js';
import { isDeepStrictEqual } from 'node:util';
import type { FlowDocument } from '../../domain/flow/document.js';
import { namesIn } from '../../domain/anchors/fill.js';
import { parseFlow } from '../../domain/flow/parse-flow.schema.js';
import { problemText } from '../../domain/flow/problem.js';
import { flowIdOf, isFlowId } from '../../domain/library/flow-id.js';
import type { Replay } from '../../domain/library/replay.js';
import { StoreUnavailableError } from '../../ports/run-records.js';

const healEnding = '.json';

/** `id`: of the flow. Its functions throw the errors of the files. */
function createHealDecisions(files: StoredFiles, id: string) {
  const folder = `${id}/heals/`;
  const fileOf = (heal: string): string => `${folder}${heal}${healEnding}`;

  async function read(heal: string): Promise<HealDecision | undefined> {
    const bytes = await files.read(fileOf(heal));
    const value = bytes && parseJson(Buffer.from(bytes).toString('utf8'));
    return isDecision(value) ? value : undefined;
  }

  /** Resolves with those that others took before; then none of these counts. */
  async function take(decisions: readonly HealDecision[]): Promise<readonly HealDecision[]> {
    const taken: string[] = [];
    for (const decision of decisions) {
      if (!/^[a-z0-9]+$/i.test(decision.heal)) throw new FlowLibraryError(`'${decision.heal}' is no id of a heal.`);
      const path = fileOf(decision.heal);
      if (await files.claim(path, JSON.stringify(decision))) {
        taken.push(path);
        continue;
      }
      const first = (await read(decision.heal)) ?? decision;
      // It was accepted by somebody who did not live to write it.
      if (decision.decision === 'accepted' && isUnwritten(first)) continue;
      await Promise.all(taken.map((each) => files.remove(each)));
      return [first];
    }
    return [];
  }

  return {
    take,
    /** They are in that version. */
    async written(decisions: readonly HealDecision[], version: number): Promise<void> {
      for (const decision of decisions) {
        const { heal } = decision;
        await files.replace(fileOf(heal), Buffer.from(JSON.stringify({ ...((await read(heal)) ?? decision), version })));
      }
    },
    async all(): Promise<readonly HealDecision[]> {
      const names = await files.names(folder);
      const found = await Promise.all(
        names.filter((name) => name.endsWith(healEnding)).map((name) => read(name.slice(0, -healEnding.length))),
      );
      return found.filter((each) => each !== undefined);
    },
  };
}

function isDecision(value: unknown): value is HealDecision {
  return (
    typeof value === 'object' &&
    value !== null &&
    ['heal', 'decision', 'by', 'at'].every((name) => typeof Reflect.get(value, name) === 'string')
  );
}

// The versions of flows (library-1, library-2 of flow-library.ts).

const ending = '.flow.json';
const newestFile = (id: string): string => `${id}${ending}`;
const versionFile = (id: string, version: number): string => `${id}/${version}${ending}`;

/** Its functions throw the errors of the files, and `FlowLibraryError` for a file that holds no flow. */
function createFlowVersions(files: StoredFiles) {
  async function versions(id: string): Promise<readonly number[]> {
    if (!isFlowId(id)) return [];
    return (await files.names(`${id}/`)).flatMap((name) => numberOf(name)).sort((one, other) => one - other);
  }

  async function read(id: string, version?: number): Promise<LibraryFlow | undefined> {
    if (!isFlowId(id)) return undefined;
    const numbers = await versions(id);
    if (numbers.length === 0) return personActed(id, version);
    const wanted = version ?? numbers.at(-1) ?? 0;
    if (!numbers.includes(wanted)) return undefined;
    const document = await documentIn(versionFile(id, wanted), id, wanted);
    return document && { id, version: wanted, document };
  }

  /** library-2. */
  async function personActed(id: string, version: number | undefined): Promise<LibraryFlow | undefined> {
    if (version !== undefined && version !== 1) return undefined;
    const document = await documentIn(newestFile(id), id, 1);
    return document && { id, version: 1, document };
  }

  async function documentIn(path: string, id: string, version: number): Promise<FlowDocument | undefined> {
    const bytes = await files.read(path);
    if (bytes === undefined) return undefined;
    const document = parseJson(Buffer.from(bytes).toString('utf8'));
    // What a run has to be given besides its form, only the run knows.
    const { flow, problems } = parseFlow(document, namesIn(document));
    const wrong = problems.find(({ severity }) => severity === 'error');
    if (!flow) throw new FlowLibraryError(`${files.place}/${path} holds no flow: ${wrong ? problemText(wrong) : 'it is empty'}.`);
    return asVersion(flow, id, version);
  }

  /** The version that it became; undefined: somebody else took that number. */
  async function take(id: string, version: number, document: FlowDocument): Promise<LibraryFlow | undefined> {
    const saved = { id, version, document: asVersion(document, id, version) };
    return (await files.claim(versionFile(id, version), `${flowText(saved.document)}\n`)) ? saved : undefined;
  }

  async function copyNewest(id: string): Promise<void> {
    for (let copied = 0; ;) {
      const newest = (await versions(id)).at(-1) ?? 0;
      const bytes = newest === copied ? undefined : await files.read(versionFile(id, newest));
      if (bytes === undefined) return;
      await files.replace(newestFile(id), bytes);
      copied = newest;
    }
  }

  async function save(document: FlowDocument, expected: number | undefined): Promise<LibraryFlow> {
    const id = flowIdOf(document);
    for (;;) {
      const newest = await read(id);
      if (newest && isDeepStrictEqual(asVersion(document, id, newest.version), newest.document)) return newest;
      const found = newest?.version ?? 0;
      if (expected !== undefined && expected !== found) throw new FlowConflictError(id, expected, found);
      if (newest && (await versions(id)).length === 0) await take(id, newest.version, newest.document);
      const saved = await take(id, found + 1, document);
      if (!saved) continue;
      await copyNewest(id);
      return saved;
    }
  }

  return {
    ids: async (): Promise<readonly string[]> => {
      const names = await files.names('');
      const ids = names.flatMap((name) =>
        name.endsWith('/') ? name.slice(0, -1) : name.endsWith(ending) ? name.slice(0, -ending.length) : [],
      );
      return [...new Set(ids)].filter(isFlowId).sort();
    },
    read,
    save,
    async versions(id: string): Promise<readonly number[]> {
      const numbers = await versions(id);
      return numbers.length > 0 || !(await personActed(id, 1)) ? numbers : [1];
    },
  };
}

/** As that version of that flow. */
function asVersion(document: FlowDocument, id: string, version: number): FlowDocument {
  return { ...document, id, ...defined({ compiled: document.compiled ? { ...document.compiled, version } : undefined }) };
}

function numberOf(name: string): readonly number[] {
  const number = /^([1-9]\d{0,8})\.flow\.json$/.exec(name)?.[1];
  return number === undefined ? [] : [Number(number)];
}

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
