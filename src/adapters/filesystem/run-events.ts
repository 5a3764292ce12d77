import { join } from 'node:path';
import type { ExplorerEvent, ExplorerEventType } from '../../domain/explorer/telemetry.js';
import type { RunEvents } from '../../ports/run-events.js';
import { addEvents, readEvents } from './event-lines.js';
import { makeFolder } from './make-folder.js';
import { asOneWriter } from './one-writer.js';
import { safeName } from './safe-name.js';

const eventsFile = 'events.jsonl';

/** `folder`: the root of all runs. */
export function createFileRunEvents({ folder }: { readonly folder: string }): RunEvents {
  return {
    async append(run, events) {
      const own = join(folder, safeName(run));
      await makeFolder(own);
      await asOneWriter(own, () => addEvents(join(own, eventsFile), events.map(asRecorded)));
    },
    async read(run) {
      const events = await readEvents(join(folder, safeName(run), eventsFile));
      return events.map(({ type, ...event }) => ({ ...event, type: type as ExplorerEventType }));
    },
  };
}

/** Payloads are JSON, whatever their fields. */
function asRecorded({ payload, ...event }: ExplorerEvent): Parameters<typeof addEvents>[1][number] {
  return { ...event, payload: payload as Parameters<typeof addEvents>[1][number]['payload'] };
}
