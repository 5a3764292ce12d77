// The stores in memory, for tests and benchmarks: the same guarantees as those on disk, except surviving the process.
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { planCollection } from '../../domain/artifacts/collection.js';
import type { DeviceRecord } from '../../domain/device/device-record.js';
import type { ActionOutcome } from '../../domain/device/device-work.js';
import type { ArtifactRef } from '../../domain/ui/observation.js';
import type { ActionJournal } from '../../ports/action-journal.js';
import { ArtifactMissingError } from '../../ports/artifact-errors.js';
import type { ArtifactStore } from '../../ports/artifact-store.js';
import type { DeviceRecords } from '../../ports/device-records.js';
import { FencedError } from '../../ports/journal-errors.js';
import type { RunRecord, RunRecords } from '../../ports/run-records.js';
import { collected, collectionRules } from '../collected.js';
import { canonicalJson } from '../filesystem/canonical-json.js';

export function createMemoryActionJournal(): ActionJournal {
  const keys = new Map<string, 'intended' | 'fenced' | ActionOutcome>();
  const settled = new Set<string>();
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
      if (known === 'intended') return { verdict: 'unknown' };
      return { verdict: 'done', outcome: known, ...(settled.has(key) ? { settled: true } : {}) };
    },
    prune: async () => undefined,
  };
}

export function createMemoryArtifactStore(): ArtifactStore {
  const artifacts = new Map<ArtifactRef, { readonly bytes: Uint8Array; storedAt: number }>();

  async function put(bytes: Uint8Array): Promise<ArtifactRef> {
    const ref: ArtifactRef = `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
    artifacts.set(ref, { bytes, storedAt: Date.now() });
    return ref;
  }

  async function get(ref: ArtifactRef): Promise<Uint8Array> {
    const artifact = artifacts.get(ref);
    if (artifact === undefined) throw new ArtifactMissingError(ref);
    return artifact.bytes;
  }

  return {
    put,
    get,
    putJson: (value) => put(Buffer.from(canonicalJson(value))),
    getJson: async (ref) => JSON.parse(Buffer.from(await get(ref)).toString('utf8')) as unknown,
    locate: async (ref) => `memory:${ref}`,
    collect: async (options) => {
      const stored = [...artifacts].map(([ref, { bytes, storedAt }]) => ({ ref, bytes: bytes.byteLength, at: storedAt }));
      const plan = planCollection(stored, collectionRules(options));
      if (options.dryRun !== true) for (const { ref } of plan.remove) artifacts.delete(ref);
      return collected(plan);
    },
  };
}

export function createMemoryRunRecords(): RunRecords {
  const runs = new Map<string, Map<string, RunRecord>>();
  return {
    append: async (run, records) => {
      const known = runs.get(run) ?? new Map<string, RunRecord>();
      runs.set(run, known);
      for (const record of records) if (!known.has(record.seq)) known.set(record.seq, record);
    },
    read: async (run) => [...(runs.get(run)?.values() ?? [])],
    list: async () => [...runs.keys()].sort(),
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
