// Stores in memory: the same guarantees as those on disk, except surviving the process. That of artifacts is a part of `steadyhand/testing`.
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DeviceRecord } from '../../src/domain/device/device-spec.js';
import type { ActionOutcome } from '../../src/domain/device/device-work.js';
import { type ActionJournal, FencedError } from '../../src/ports/action-journal.js';
import type { DeviceRecords } from '../../src/ports/device-records.js';
import { isFlowEntry, type RecordedEntry } from '../../src/domain/run/entry.js';
import type { SentRequest } from '../../src/domain/wire/sent-request.js';
import type { ArtifactStore } from '../../src/ports/artifact-store.js';
import type { RunRecords } from '../../src/ports/run-records.js';

export function createMemoryActionJournal(): ActionJournal {
  const keys = new Map<string, 'intended' | 'fenced' | ActionOutcome>();
  const settled = new Set<string>();
  const sent = new Map<string, Map<string, SentRequest>>();
  return {
    intended: async ({ key }) => {
      if (keys.has(key)) throw new FencedError(key);
      keys.set(key, 'intended');
    },
    done: async (key, outcome) => void keys.set(key, outcome),
    settled: async (_deviceId, key) => void (typeof keys.get(key) === 'object' && settled.add(key)),
    verdictOf: async (_deviceId, key) => {
      const known = keys.get(key) ?? 'fenced';
      keys.set(key, known);
      if (known === 'fenced') return { verdict: 'fenced' };
      const requests = sent.get(key);
      if (known === 'intended') return requests ? { verdict: 'unknown', sent: [...requests.values()] } : { verdict: 'unknown' };
      return { verdict: 'done', outcome: known, ...(settled.has(key) ? { settled: true } : {}) };
    },
    sent: async (_deviceId, key, id, request) =>
      void (keys.get(key) === 'intended' && sent.set(key, new Map([...(sent.get(key) ?? []), [id, request]]))),
    prune: async () => undefined,
  };
}

export function createMemoryRunRecords(artifacts?: ArtifactStore): RunRecords {
  const runs = new Map<string, Map<string, RecordedEntry>>();
  const claimed = new Set<string>();
  const kept = async (entry: RecordedEntry): Promise<RecordedEntry> => {
    if (!isFlowEntry(entry) || !entry.artifacts || !artifacts) return entry;
    const found = entry.artifacts.map((each) =>
      artifacts.get(each.ref).then(
        () => ({ ...each, path: each.name.join('/') }),
        () => each,
      ),
    );
    return { ...entry, artifacts: await Promise.all(found) };
  };
  return {
    append: async (run, entries) => {
      const known = runs.get(run) ?? new Map<string, RecordedEntry>();
      runs.set(run, known);
      for (const entry of await Promise.all(entries.map(kept))) if (!known.has(entry.seq)) known.set(entry.seq, entry);
    },
    read: async (run) => [...(runs.get(run)?.values() ?? [])],
    claim: async (run, key) => claimed.size < claimed.add(JSON.stringify([run, key])).size,
    addressOf: (run) => `memory:${run}`,
  };
}

/** Folders are names only: an in-process device writes no files. */
export function createMemoryDeviceRecords(): DeviceRecords {
  const records = new Map<string, DeviceRecord>();
  return {
    list: async () => [...records.values()],
    save: async (record) => void records.set(record.deviceId, record),
    saveGeneration: async (deviceId, generation) => {
      const record = records.get(deviceId);
      if (record !== undefined) records.set(deviceId, { ...record, generation });
    },
    readGeneration: async (deviceId) => records.get(deviceId)?.generation ?? 0,
    remove: async (deviceId) => void records.delete(deviceId),
    folderOf: async (deviceId, epoch) => join(tmpdir(), 'steadyhand-memory', `${deviceId}-${epoch}`),
    removeFolder: async () => undefined,
  };
}
