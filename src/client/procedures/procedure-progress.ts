// Where a procedure stands: its outline with what was done by whom, and what it waits for.
import type { Client } from '@temporalio/client';
import type { HistoryEntry, HistoryPart } from '../../domain/procedure/history.js';
import { parseProcedureInput } from '../../domain/procedure/input.js';
import { type OutlinedActivity, type OutlinedPart, outlineOf } from '../../domain/procedure/outline.js';
import { parseDefinition } from '../../domain/procedure/parse-definition.schema.js';
import { createProcedure, type Procedure } from '../../domain/procedure/procedure.js';
import type { Registered } from '../../domain/procedure/register.js';
import { requestsOf } from '../../domain/report/requests.js';
import { getPositionQuery, procedureQuery, type ProcedureView } from '../../workflows/messages.js';
import type { ClientContext } from '../context.js';
import { readHistory } from '../history-entries.js';
import { isProcedureEntry } from '../../domain/run/entry.js';
import type { ArtifactRef } from '../../domain/ui/observation.js';
import type { ArtifactStore } from '../../ports/artifact-store.js';

export interface ProcedureStanding {
  readonly engine: 'procedure';
  readonly title: string;
  readonly activities: readonly (Omit<OutlinedActivity, 'parts'> & { readonly parts: readonly PlacedPart[] })[];
  /** What to do now. */
  readonly message?: string;
  readonly moves: number;
  /** Calls that it did not accept. */
  readonly refusals?: number;
  /** As JSON, by name. */
  readonly variables: readonly { readonly name: string; readonly value: string }[];
  /** No worker answers, so that what happened is not known. */
  readonly isUnknown?: true;
}

export interface PlacedPart extends OutlinedPart {
  /** Of a checkpoint that a person answered: as they called themselves, or the client that they used. */
  readonly person?: string;
}

interface Described {
  readonly client: Client;
  readonly isOpen: boolean;
  readonly result?: Readonly<Record<string, unknown>>;
}

export function createProcedureReader(
  context: ClientContext,
  id: string,
): (described: Described, input: unknown) => Promise<ProcedureStanding> {
  let procedure: Procedure | undefined;
  let people: { readonly answers: number; readonly names: Promise<readonly Answer[]> } | undefined;

  /** The history of the run is read again when somebody has answered since. */
  function answersOf(client: Client, entries: readonly HistoryEntry[]): Promise<readonly Answer[]> {
    const answers = entries.filter(isAnswer).length;
    if (people?.answers !== answers) people = { answers, names: answers === 0 ? Promise.resolve([]) : readAnswers(client, id) };
    return people.names;
  }

  return async ({ client, isOpen, result }, input) => {
    procedure ??= await procedureIn(context, input);
    const view = isOpen
      ? await client.workflow
          .getHandle(id)
          .query(procedureQuery)
          .catch(() => undefined)
      : undefined;
    const entries = await readEntries(context, id, view).catch(() => []);
    const told = isOpen ? await queryNow(client, id) : undefined;
    const answers = await answersOf(client, entries);
    const outline = procedure ? outlineOf(procedure, entries, told?.position) : [];
    const variables = view?.variables ?? (result?.['variables'] as Readonly<Record<string, unknown>> | undefined) ?? {};
    return {
      engine: 'procedure',
      title: procedure?.definition.title ?? id,
      activities: outline.map(({ parts, ...activity }) => ({ ...activity, parts: parts.map((part) => withPerson(part, answers)) })),
      message: told?.message,
      moves: view?.revision ?? Number(result?.['revisions'] ?? 0),
      refusals: view?.refusals,
      variables: Object.entries(variables).map(([name, value]) => ({ name, value: JSON.stringify(value) ?? '' })),
      isUnknown: entries.length > 0 ? undefined : true,
    };
  };
}

async function procedureIn(context: Pick<ClientContext, 'artifacts'>, input: unknown): Promise<Procedure | undefined> {
  const { definition: given } = parseProcedureInput(input);
  const document = typeof given === 'string' ? await context.artifacts().getJson(given) : given;
  const { definition } = parseDefinition(document, 'compat');
  return definition && createProcedure(definition);
}

function queryNow(client: Client, id: string): Promise<Registered | undefined> {
  return client.workflow
    .getHandle(id)
    .query(getPositionQuery, { by: 'human' })
    .catch(() => undefined);
}

function isAnswer({ by, happening }: HistoryEntry): boolean {
  return happening.type === 'checkpoint-answered' && by === 'human';
}

interface Answer {
  /** ms. */
  readonly at: number;
  readonly person: string;
}

async function readAnswers(client: Client, id: string): Promise<readonly Answer[]> {
  const { entries } = await readHistory(client, id).catch(() => ({ entries: [] }));
  return requestsOf(entries.filter(({ event }) => event.workflow === id)).flatMap(({ answeredAt, by, sentBy }) => {
    const person = by ?? sentBy;
    return answeredAt === undefined || person === undefined ? [] : [{ at: Date.parse(answeredAt), person }];
  });
}

/** Between when a message came and when the workflow took it. */
const slackMs = 5_000;

function withPerson(part: OutlinedPart, answers: readonly Answer[]): PlacedPart {
  const { kind, by, at } = part;
  if (kind !== 'checkpoint' || by !== 'human' || at === undefined) return part;
  const near = answers.map((answer) => ({ ...answer, off: Math.abs(answer.at - at) })).filter(({ off }) => off <= slackMs);
  const [first] = near.sort((one, other) => one.off - other.off);
  return first ? { ...part, person: first.person } : part;
}

// Everything that happened in a procedure's run, of one that goes on as of one that has ended.

/** Oldest first. `view`: of one that goes on, which has what is not stored yet. */
export async function readEntries(
  { records }: Pick<ClientContext, 'records'>,
  id: string,
  view?: Pick<ProcedureView, 'stored' | 'entries'>,
): Promise<readonly HistoryEntry[]> {
  const stored: HistoryEntry[] = [];
  // A run that was reset, or started again under its id, has gone another way from there on.
  for (const { number, data } of (await records().read(id)).filter(isProcedureEntry)) stored.splice(number, Infinity, data);
  return view ? [...stored.slice(0, view.stored), ...view.entries] : stored;
}

// The history of a procedure that is stored nowhere as a run: a chain of parts, read back to the start (stateless-3 of stateless.ts).

/** Oldest first. Throws `ArtifactMissingError` when a part is gone. */
export async function readStatelessHistory(
  artifacts: Pick<ArtifactStore, 'getJson'>,
  last: ArtifactRef | undefined,
): Promise<readonly HistoryEntry[]> {
  const parts: (readonly HistoryEntry[])[] = [];
  for (let ref = last; ref !== undefined;) {
    const part = (await artifacts.getJson(ref)) as HistoryPart; // nothing else is stored under it
    parts.push(part.entries);
    ref = part.previous;
  }
  return parts.toReversed().flat();
}
