// Everything that a run leaves where others can read it: the histories of its workflow and its children, its events, its database rows.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from '@temporalio/client';
import proto from '@temporalio/proto';
import { sql } from 'kysely';
import { openDatabase } from '../../src/adapters/postgres/database.js';

/** Keyed by location. Raw bytes: payloads in them are JSON. */
export type Written = ReadonlyMap<string, Buffer>;

/** Histories of the whole chain and of its children; one entry per event. */
export async function historiesOf(client: Client, workflowId: string, runId?: string): Promise<Written> {
  const written = new Map<string, Buffer>();
  const { events = [] } = await client.workflow.getHandle(workflowId, runId).fetchHistory();
  for (const event of events ?? []) {
    const type = proto.temporal.api.enums.v1.EventType[event.eventType ?? 0] ?? '';
    written.set(
      `${workflowId} ${String(event.eventId)} ${type}`,
      Buffer.from(proto.temporal.api.history.v1.HistoryEvent.encode(event).finish()),
    );
    const child = event.childWorkflowExecutionStartedEventAttributes?.workflowExecution;
    const next = event.workflowExecutionContinuedAsNewEventAttributes?.newExecutionRunId;
    const others = [
      ...(child?.workflowId ? [historiesOf(client, child.workflowId, child.runId ?? undefined)] : []),
      ...(next ? [historiesOf(client, workflowId, next)] : []),
    ];
    for (const other of await Promise.all(others)) for (const [where, bytes] of other) written.set(where, bytes);
  }
  return written;
}

export async function eventsOf(folder: string): Promise<Written> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.jsonl'));
  return new Map(await Promise.all(names.map(async (name): Promise<[string, Buffer]> => [name, await readFile(join(folder, name))])));
}

export async function filesBelow(folder: string): Promise<Written> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return new Map(await Promise.all(files.map(async (file): Promise<[string, Buffer]> => [file, await readFile(file)])));
}

/** Rows of all tables; nobody else may have the database open. */
export async function rowsOf(folder: string): Promise<Written> {
  const db = await openDatabase({ folder });
  try {
    const tables = await sql<{ readonly name: string }>`select tablename as name from pg_tables where schemaname = 'public'`.execute(db);
    const written = new Map<string, Buffer>();
    for (const { name } of tables.rows) {
      const { rows } = await sql`select * from ${sql.table(name)}`.execute(db);
      written.set(`table ${name} (${rows.length} rows)`, Buffer.from(JSON.stringify(rows)));
    }
    return written;
  } finally {
    await db.destroy();
  }
}

/** Where each word was found, in any case and in Base64. */
export function findAll(written: Written, words: readonly string[]): readonly string[] {
  return [...written].flatMap(([where, bytes]) => {
    const text = bytes.toString('latin1').toLowerCase();
    return words
      .filter((word) => [word, ...inBase64(word)].some((form) => text.includes(Buffer.from(form).toString('latin1').toLowerCase())))
      .map((word) => `${word} in ${where}`);
  });
}

/** The word at each of the three offsets in a Base64 group, without characters that depend on its neighbours. */
function inBase64(word: string): readonly string[] {
  return [0, 1, 2]
    .map((shift) =>
      Buffer.from('\0'.repeat(shift) + word)
        .toString('base64')
        .replace(/=+$/, '')
        .slice(Math.ceil((shift * 4) / 3), -2),
    )
    .filter((text) => text.length >= 8);
}
