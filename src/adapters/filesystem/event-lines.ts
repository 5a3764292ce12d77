// `events.jsonl`: one line per record, each `seq` once, in order.
//
// lines-1. At every moment the file is a prefix of its final content, or it is rewritten: a torn line is completed, or dropped when its
// record is not at hand.
// lines-2. Of two lines with the same `seq` the first counts.
// Writers take turns (one-writer.ts); readers may come at any time and skip a torn line.
import { open, readFile } from 'node:fs/promises';
import type { Json } from '../../domain/run/json.js';
import type { RecordedEvent } from '../../ports/flow-records.js';
import { parseLines, writeAll } from './line-file.js';
import { writeWhole } from './write-whole.js';

interface Line {
  readonly event: RecordedEvent;
  readonly text: string;
}

/** Returns all events in the file. They are synced to disk. */
export async function addEvents(path: string, events: readonly RecordedEvent[]): Promise<readonly RecordedEvent[]> {
  const file = await open(path, 'a+');
  try {
    const before = await file.readFile();
    const lines = bySeq([...linesOf(before), ...events.map(lineOf)]);
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
  return bySeq(linesOf(bytes)).map(({ event }) => event);
}

function linesOf(bytes: Buffer): readonly Line[] {
  return parseLines(bytes).flatMap(({ value, start, end }) =>
    isEventLine(value)
      ? [
          {
            event: { seq: value.seq, timestamp: value.timestamp, type: value.event_type, payload: value.payload },
            text: bytes.toString('utf8', start, end),
          },
        ]
      : [],
  );
}

function lineOf(event: RecordedEvent): Line {
  const { timestamp, type, payload, seq } = event;
  return { event, text: JSON.stringify({ timestamp, event_type: type, payload, seq }) };
}

function bySeq(lines: readonly Line[]): readonly Line[] {
  const known = new Map<number, Line>();
  for (const line of lines) if (!known.has(line.event.seq)) known.set(line.event.seq, line);
  return [...known.values()].sort((one, other) => one.event.seq - other.event.seq);
}

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
