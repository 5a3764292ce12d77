// Records of flow runs as objects. The tree that files make for people would cost a write for each node here; what readers get is the same:
//
//   runs/<id>/<run>_<flow>/run.json                        the run's state, derived from its events
//   runs/<id>/<run>_<flow>/events-…                        all events, with the visit that each is about
//   runs/<id>/<run>_<flow>/artifacts/<sha256>/<name>       kept with the run when `gc` removes them from the store
//
// records-1. An appended record counts once, however often it arrives, and from any host: the first line of a `seq`.
// records-2. The events are the source of truth: run.json is written after them, and derived again where it is missing.
import type { FlowRecord, NodeVisit, RecordPlace } from '../../domain/flow/record.js';
import { ArtifactMissingError } from '../../ports/artifact-errors.js';
import type { ArtifactStore } from '../../ports/artifact-store.js';
import type { FlowRecords, FlowRunSummary, RecordedEvent, RecordedVisit } from '../../ports/flow-records.js';
import { eventOfLine, eventOfRecord, eventsBySeq, lineOfEvent } from '../filesystem/event-lines.js';
import { inTurns } from '../filesystem/in-turns.js';
import { missingWarning } from '../filesystem/kept-artifacts.js';
import { parseJson } from '../filesystem/line-file.js';
import { readableName } from '../filesystem/readable-name.js';
import { newestFirst, runFileOf, summaryOfEvents, summaryOfRunFile } from '../filesystem/run-file.js';
import { folderOfId, folderOfRun } from '../filesystem/run-folder.js';
import { runOf, visitOf } from '../filesystem/told-by-events.js';
import { keyOfArtifact } from '../s3/artifact-store.js';
import type { LineObjects as Lines } from '../s3/line-objects.js';
import type { Objects } from './objects.js';

const root = 'runs/';
const runObject = 'run.json';

/** An event, and where it belongs. */
interface Placed extends RecordedEvent {
  readonly node?: NodeVisit;
  readonly kept?: readonly string[];
}

export interface ObjectFlowRecordsOptions {
  readonly objects: Objects;
  readonly lines: Lines;
  readonly artifacts: ArtifactStore;
}

export function createObjectFlowRecords({ objects, lines, artifacts }: ObjectFlowRecordsOptions): FlowRecords {
  const ownOf = (place: RecordPlace): string => `${root}${folderOfRun(place).join('/')}/`;
  const eventsOf = (own: string): string => `${own}events-`;

  /** The names of what is kept, and a warning for each artifact that the store no longer has. */
  async function keep(
    own: string,
    record: FlowRecord,
  ): Promise<{ readonly kept: readonly string[]; readonly warnings: readonly Placed[] }> {
    const kept: string[] = [];
    const warnings: Placed[] = [];
    for (const [index, { name, ref }] of (record.artifacts ?? []).entries()) {
      try {
        const key = keyOfArtifact(ref);
        const path = `artifacts/${ref.slice(ref.indexOf(':') + 1)}/${readableName(name)}`;
        // A store that the program brought is elsewhere.
        if (!(await objects.copy(key, `${own}${path}`))) await objects.put(`${own}${path}`, await artifacts.get(ref));
        kept.push(path);
      } catch (error) {
        if (!(error instanceof ArtifactMissingError)) throw error;
        warnings.push({ ...missingWarning(record, index, error), node: record.node });
      }
    }
    return { kept, warnings };
  }

  async function read(own: string): Promise<readonly Placed[]> {
    return eventsBySeq((await lines.read(eventsOf(own))).flatMap((value) => placedIn(value)));
  }

  async function summaryOf(parent: string, name: string): Promise<FlowRunSummary | undefined> {
    const own = `${root}${parent}/${name}/`;
    const known = summaryOfRunFile(parseJson((await objects.get(`${own}${runObject}`))?.bytes.toString('utf8') ?? ''));
    return known ?? summaryOfEvents(parent, name, aboutRun(await read(own)));
  }

  async function summariesIn(parent: string): Promise<readonly FlowRunSummary[]> {
    const found = await inTurns(await foldersIn(`${root}${parent}/`), (name) => summaryOf(parent, name));
    return found.filter((summary) => summary !== undefined);
  }

  async function list(): Promise<readonly FlowRunSummary[]> {
    return newestFirst((await inTurns(await foldersIn(root), summariesIn)).flat());
  }

  async function foldersIn(below: string): Promise<readonly string[]> {
    return (await objects.names(below)).filter((name) => name.endsWith('/')).map((name) => name.slice(0, -1));
  }

  return {
    async append(place, records) {
      if (records.length === 0) return;
      const own = ownOf(place);
      const placed = (
        await inTurns(records, async (record): Promise<readonly Placed[]> => {
          const { kept, warnings } = await keep(own, record);
          return [{ ...eventOfRecord(record), node: record.node, kept: kept.length > 0 ? kept : undefined }, ...warnings];
        })
      ).flat();
      await lines.append(eventsOf(own), placed.map(lineOf));
      if (!records.some(({ node, type }) => node === undefined && type.startsWith('workflow_'))) return;
      const file = runFileOf(place, aboutRun(await read(own)));
      await objects.put(`${own}${runObject}`, Buffer.from(`${JSON.stringify(file, undefined, 2)}\n`), { mediaType: 'application/json' });
    },
    async read(place) {
      const own = ownOf(place);
      const events = await read(own);
      if (events.length === 0) return undefined;
      const folder = objects.addressOf(own.slice(0, -1));
      const about = aboutRun(events);
      return { place, folder, ...runOf(about), events: about.map(plain), visits: visitsIn(events, folder) };
    },
    list,
    find: async (workflowId) => {
      const parent = folderOfId(workflowId);
      return newestFirst(await summariesIn(parent)).find((summary) => summary.workflowId === workflowId)?.place;
    },
    // Its hash is part of its name.
    refOf: async (path) => {
      const hash = /\/artifacts\/([0-9a-f]{64})\/[^/]+$/.exec(path)?.[1];
      return hash === undefined ? undefined : `sha256:${hash}`;
    },
  };
}

function lineOf({ node, kept, ...event }: Placed): string {
  const line = JSON.parse(lineOfEvent(event)) as object;
  return JSON.stringify({ ...line, node: node ? { id: node.id, name: node.name, visit: node.visit } : undefined, kept });
}

function placedIn(value: unknown): readonly Placed[] {
  const event = eventOfLine(value);
  if (!event || typeof value !== 'object' || value === null) return [];
  const node = 'node' in value && isVisit(value.node) ? { node: value.node } : {};
  const kept =
    'kept' in value && Array.isArray(value.kept) ? { kept: value.kept.filter((each): each is string => typeof each === 'string') } : {};
  return [{ ...event, ...node, ...kept }];
}

function isVisit(value: unknown): value is NodeVisit {
  if (typeof value !== 'object' || value === null || !('id' in value && 'name' in value && 'visit' in value)) return false;
  return typeof value.id === 'string' && typeof value.name === 'string' && typeof value.visit === 'number';
}

function aboutRun(events: readonly Placed[]): readonly Placed[] {
  return events.filter(({ node }) => node === undefined);
}

function visitsIn(events: readonly Placed[], folder: string): readonly RecordedVisit[] {
  const visits = new Map<string, Placed[]>();
  for (const event of events) {
    if (!event.node) continue;
    const key = `${event.node.visit} ${event.node.id}`;
    visits.set(key, [...(visits.get(key) ?? []), event]);
  }
  return [...visits.values()].flatMap((own) => {
    const node = own[0]?.node;
    const kept = [...new Set(own.flatMap((event) => event.kept ?? []))].map((path) => `${folder}/${path}`).sort();
    return node ? [{ node, folder, ...visitOf(own), events: own.map(plain), artifacts: kept }] : [];
  });
}

function plain({ seq, timestamp, type, payload }: Placed): RecordedEvent {
  return { seq, timestamp, type, payload };
}
