import type { ExplorerEvent, ExplorerEventType } from '../../domain/explorer/telemetry.js';
import type { RunEvents } from '../../ports/run-events.js';
import { eventOfLine, eventsBySeq, lineOfEvent } from '../filesystem/event-lines.js';
import { safeName } from '../filesystem/safe-name.js';
import type { LineObjects as Lines } from '../s3/line-objects.js';

/** Events of explorers as lines in objects: `runs/<run>/events-…`. */
export function createObjectRunEvents(lines: Lines): RunEvents {
  const prefixOf = (run: string): string => `runs/${safeName(run)}/events-`;
  return {
    append: (run, events) => lines.append(prefixOf(run), events.map(lineOfEvent)),
    async read(run) {
      const events = eventsBySeq((await lines.read(prefixOf(run))).flatMap((value) => eventOfLine(value) ?? []));
      return events.map(({ type, ...event }): ExplorerEvent => ({ ...event, type: type as ExplorerEventType }));
    },
  };
}
