// The record tree of flow runs (docs/design/flow.md §5):
//
//   <id>/<run>_<flow>/run.json, events.jsonl          the run, and whatever concerns no node
//   <id>/<run>_<flow>/nodes.json                      which folder is whose (node-folders.ts)
//   <id>/<run>_<flow>/<node>[-<visit>]/run.json, events.jsonl, verdict.json, artifacts/
//
// <id> is the workflow id, which every command takes, so that people find a run's folder by it. The records of agents' steps are there, too
// (run-records.ts).
//
// records-1. An appended record is there once, however often it arrives, and from any process (event-lines.ts, one-writer.ts).
// records-2. The events are the source of truth: run.json and verdict.json are derived from them at every append, for people and other
// tools, and again after a crash.
// records-3. The end of a run is written last: whoever reads it finds all visits complete.
// records-4. No name leads out of the run's folder (readable-name.ts).
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FlowRecord, NodeVisit, RecordPlace } from '../../domain/flow/record.js';
import type { ArtifactStore } from '../../ports/artifact-store.js';
import {
  FlowRecordsError,
  type FlowRecords,
  type FlowRunSummary,
  type RecordedEvent,
  type RecordedVisit,
} from '../../ports/flow-records.js';
import { addEvents, eventOfRecord as eventOf, readEvents } from './event-lines.js';
import { inTurns } from './in-turns.js';
import { keepArtifacts, refOfFile } from './kept-artifacts.js';
import { parseJson } from './line-file.js';
import { makeFolder } from './make-folder.js';
import { claimFolders, visitFolder, visitsIn } from './node-folders.js';
import { asOneWriter } from './one-writer.js';
import { newestFirst, runFileOf, summaryOfEvents, summaryOfRunFile } from './run-file.js';
import { folderOfRun } from './run-folder.js';
import { runOf, visitOf } from './told-by-events.js';
import { writeWhole } from './write-whole.js';

const eventsFile = 'events.jsonl';
const runFile = 'run.json';
const verdictFile = 'verdict.json';
const artifactsFolder = 'artifacts';

/** `folder`: the root of all runs. */
export function createFileFlowRecords({ folder, artifacts }: { readonly folder: string; readonly artifacts: ArtifactStore }): FlowRecords {
  const folderOf = (place: RecordPlace): string => join(folder, ...folderOfRun(place));

  /** Returns all events of that folder. */
  async function addTo(own: string, records: readonly FlowRecord[]): Promise<readonly RecordedEvent[]> {
    await makeFolder(own);
    const warnings = await keepArtifacts(artifacts, join(own, artifactsFolder), records);
    return addEvents(join(own, eventsFile), [...records.map(eventOf), ...warnings]);
  }

  async function addToVisit(own: string, node: NodeVisit, records: readonly FlowRecord[]): Promise<void> {
    const { traceLevel, verdicts, ...visit } = visitOf(await addTo(own, records));
    await writeJson(join(own, runFile), { node_id: node.id, name: node.name, visit: node.visit, ...visit, trace_level: traceLevel });
    if (verdicts.length > 0) await writeJson(join(own, verdictFile), verdicts);
  }

  async function addToRun(own: string, place: RecordPlace, records: readonly FlowRecord[]): Promise<void> {
    await writeJson(join(own, runFile), runFileOf(place, await addTo(own, records)));
  }

  async function summaryOf(parent: string, runFolder: string): Promise<FlowRunSummary | undefined> {
    const own = join(folder, parent, runFolder);
    const known = summaryOfRunFile(parseJson(await readFile(join(own, runFile), 'utf8').catch(() => '')));
    if (known) return known;
    // A power cut may have emptied it.
    return summaryOfEvents(parent, runFolder, await readEvents(join(own, eventsFile)));
  }

  async function readVisit(node: NodeVisit, own: string): Promise<RecordedVisit> {
    const events = await readEvents(join(own, eventsFile));
    const kept = (await namesIn(join(own, artifactsFolder))).filter(({ isFolder }) => !isFolder);
    return { node, folder: own, events, ...visitOf(events), artifacts: kept.map(({ name }) => join(own, artifactsFolder, name)).sort() };
  }

  async function listAll(): Promise<readonly FlowRunSummary[]> {
    const parents = await foldersIn(folder);
    const runs = (await inTurns(parents, async (parent) => (await foldersIn(join(folder, parent))).map((run) => ({ parent, run })))).flat();
    return newestFirst((await inTurns(runs, ({ parent, run }) => summaryOf(parent, run))).filter((summary) => summary !== undefined));
  }

  const list = () => available('read', folder, listAll);

  return {
    async append(place, records) {
      if (records.length === 0) return;
      const own = folderOf(place);
      await available('written', own, async () => {
        await makeFolder(own);
        await asOneWriter(own, async () => {
          const visits = byVisit(records);
          const bases = await claimFolders(
            own,
            visits.map(({ node }) => node),
          );
          await inTurns(visits, ({ node, records: told }) =>
            addToVisit(join(own, visitFolder(bases.get(node.id) ?? '', node.visit)), node, told),
          );
          const about = records.filter(({ node }) => node === undefined);
          if (about.length > 0) await addToRun(own, place, about);
        });
      });
    },
    async read(place) {
      const own = folderOf(place);
      return available('read', own, async () => {
        const names = await namesIn(own);
        if (names.length === 0) return undefined;
        const events = await readEvents(join(own, eventsFile));
        const visits = await inTurns(
          await visitsIn(
            own,
            names.filter(({ isFolder }) => isFolder).map(({ name }) => name),
          ),
          ({ node, folder: name }) => readVisit(node, join(own, name)),
        );
        const begun = visits.filter((visit) => visit.events.length > 0).sort((one, other) => firstSeq(one) - firstSeq(other));
        return { place, folder: own, ...runOf(events), events, visits: begun };
      });
    },
    list,
    find: async (workflowId) => (await list()).find((summary) => summary.workflowId === workflowId)?.place,
    refOf: (path) => refOfFile(path).catch(() => undefined),
  };
}

/** In order of first appearance. */
function byVisit(records: readonly FlowRecord[]): readonly { readonly node: NodeVisit; readonly records: readonly FlowRecord[] }[] {
  const visits = new Map<string, { readonly node: NodeVisit; readonly records: FlowRecord[] }>();
  for (const record of [...records].sort((one, other) => one.seq - other.seq)) {
    const { node } = record;
    if (!node) continue;
    const key = `${node.visit} ${node.id}`;
    const visit = visits.get(key) ?? { node, records: [] };
    visit.records.push(record);
    visits.set(key, visit);
  }
  return [...visits.values()];
}

function firstSeq({ events }: RecordedVisit): number {
  return events[0]?.seq ?? Infinity;
}

/** Not synced: what a power cut destroys is derived from the events again. */
async function writeJson(path: string, value: unknown): Promise<void> {
  const text = `${JSON.stringify(value, undefined, 2)}\n`;
  if ((await readFile(path, 'utf8').catch(() => '')) !== text) await writeWhole(path, text, { sync: false });
}

async function foldersIn(folder: string): Promise<readonly string[]> {
  return (await namesIn(folder)).filter(({ isFolder }) => isFolder).map(({ name }) => name);
}

/** Skips hidden entries: leftovers of an atomic write after a crash. */
async function namesIn(folder: string): Promise<readonly { readonly name: string; readonly isFolder: boolean }[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return entries.filter(({ name }) => !name.startsWith('.')).map((entry) => ({ name: entry.name, isFolder: entry.isDirectory() }));
}

const waysOut: Readonly<Record<string, string>> = {
  ENOSPC: 'The disk is full: free some space',
  EDQUOT: 'The quota is used up: free some space',
  EROFS: 'It is mounted read-only: mount it for writing',
  EACCES: "Check the folder's permissions",
  EPERM: "Check the folder's permissions",
  ENOTDIR: 'A file is in the place of a folder: move it away',
  EEXIST: 'A file is in the place of a folder: move it away',
  EISDIR: 'A folder is in the place of a file: move it away',
  EBUSY: 'Check whether a frozen worker holds it',
};

async function available<T>(what: 'written' | 'read', folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isSystemError(error)) throw error;
    const wayOut = waysOut[error.code] ?? 'Check the disk';
    const path = error.path ?? folder;
    throw new FlowRecordsError(
      `Flow records cannot be ${what} at ${path} (${error.message}). ${wayOut}, or set STEADYHAND_SHARED to another folder.`,
      { cause: error },
    );
  }
}

function isSystemError(error: unknown): error is { readonly code: string; readonly message: string; readonly path?: string } {
  return typeof error === 'object' && error !== null && 'code' in error && /^E[A-Z0-9]+$/.test(String(error.code));
}
