// `events.jsonl`: one line per record, each `seq` once, in order.
//
// lines-1. At every moment the file is a prefix of its final content, or it is rewritten: a torn line is completed, or dropped when its
// record is not at hand.
// lines-2. Of two lines with the same `seq` the first counts.
// Writers take turns (one-writer.ts); readers may come at any time and skip a torn line.
import { open, readFile } from 'node:fs/promises';
import type { FlowRecord } from '../../domain/flow/record.js';
import type { Json } from '../../domain/run/json.js';
import type { RecordedEvent } from '../../domain/flow/recorded-flow.js';
import { parseLines, writeAll } from './line-file.js';
import { writeWhole } from './write-whole.js';

interface Line {
  readonly seq: number;
  readonly event: RecordedEvent;
  readonly text: string;
}

/** Returns all events in the file. They are synced to disk. */
export async function addEvents(path: string, events: readonly RecordedEvent[]): Promise<readonly RecordedEvent[]> {
  const file = await open(path, 'a+');
  try {
    const before = await file.readFile();
    const lines = eventsBySeq([...linesOf(before), ...events.map(lineOf)]);
    const after = Buffer.from(lines.map(({ text }) => `${text}\n`).join(''));
    if (before.equals(after.subarray(0, before.length))) {
      await writeAll(file, after.subarray(before.length));
      // Even when nothing was missing: the last writer may have died before its sync.
      await file.sync();
    } else await writeWhole(path, after, { sync: true });
    return lines.map(({ event }) => event);
  } finally {
    await file.close();
  }
}

/** Empty when there is no such file. */
export async function readEvents(path: string): Promise<readonly RecordedEvent[]> {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return Buffer.alloc(0);
    throw error;
  });
  return eventsBySeq(linesOf(bytes)).map(({ event }) => event);
}

function linesOf(bytes: Buffer): readonly Line[] {
  return parseLines(bytes).flatMap(({ value, start, end }) => {
    const event = eventOfLine(value);
    return event ? [{ seq: event.seq, event, text: bytes.toString('utf8', start, end) }] : [];
  });
}

function lineOf(event: RecordedEvent): Line {
  return { seq: event.seq, event, text: lineOfEvent(event) };
}

export function eventOfRecord({ seq, at, type, payload }: FlowRecord): RecordedEvent {
  const told = Object.entries(payload).flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const]));
  return { seq, timestamp: new Date(at).toISOString(), type, payload: Object.fromEntries(told) };
}

/** The form of a line, wherever lines are kept. */
export function lineOfEvent({ timestamp, type, payload, seq }: EventToWrite): string {
  return JSON.stringify({ timestamp, event_type: type, payload, seq });
}

/** Undefined: the value of that line is no event. */
export function eventOfLine(value: unknown): RecordedEvent | undefined {
  return isEventLine(value) ? { seq: value.seq, timestamp: value.timestamp, type: value.event_type, payload: value.payload } : undefined;
}

/** lines-2. */
export function eventsBySeq<E extends { readonly seq: number }>(events: readonly E[]): readonly E[] {
  const known = new Map<number, E>();
  for (const event of events) if (!known.has(event.seq)) known.set(event.seq, event);
  return [...known.values()].sort((one, other) => one.seq - other.seq);
}

/** A payload is JSON, whatever its fields. */
type EventToWrite = Omit<RecordedEvent, 'payload'> & { readonly payload: object };

interface EventLine {
  readonly timestamp: string;
  readonly event_type: string;
  readonly payload: Readonly<Record<string, Json>>;
  readonly seq: number;
}

function isEventLine(value: unknown): value is EventLine {
  if (typeof value !== 'object' || value === null) return false;
  if (!('seq' in value && 'timestamp' in value && 'event_type' in value && 'payload' in value)) return false;
  const { seq, timestamp, event_type: type, payload } = value;
  return (
    typeof seq === 'number' &&
    typeof timestamp === 'string' &&
    typeof type === 'string' &&
    typeof payload === 'object' &&
    payload !== null &&
    !Array.isArray(payload)
  );
}
