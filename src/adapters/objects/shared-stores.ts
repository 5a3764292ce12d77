// The keys for what is sealed, as `keys/typed.json` and `keys/runs.json` of the bucket: whoever may read the artifacts may read them, as in a shared folder.

import type { KeyRing } from '../../ports/keys.js';
import { newKeyRingText, parseKeyRing, refuseKeys, openKeyRing } from '../filesystem/key-ring-file.js';
import { type Bucket, createBucket } from '../s3/bucket.js';
import { join } from 'node:path';
import type { ArtifactStore } from '../../ports/artifact-store.js';
import type { FlowLibrary } from '../../ports/flow-library.js';
import type { RunRecords } from '../../ports/run-records.js';
import { createFileArtifactStore } from '../filesystem/artifact-store.js';
import { createFolderFiles } from '../filesystem/folder-files.js';
import { createRunRecords } from './run-records.js';
import { createS3ArtifactStore } from '../s3/artifact-store.js';
import { createFlowLibrary } from '../library/flow-library.js';
import { createBucketFiles, createLineObjects } from '../s3/bucket-files.js';

/** Creates one with a first key if there is none; when several hosts do so at once, one wins. Throws `KeyRingError`. */
export async function openS3KeyRing(bucket: Bucket, use: 'typed' | 'runs'): Promise<KeyRing> {
  const key = `keys/${use}.json`;
  const read = async (): Promise<KeyRing | undefined> => {
    const found = await bucket.get(key);
    return found && parseKeyRing(found.bytes, bucket.addressOf(key));
  };
  const found = await read();
  if (found) return found;
  await bucket.put(key, Buffer.from(newKeyRingText()), { mediaType: 'application/json', when: { absent: true } });
  return (await read()) ?? refuseKeys(bucket.addressOf(key), 'it disappeared while being created');
}

// What all hosts of a fleet share: artifacts, records, the library of flows, the keys for what is sealed. In a folder, or in a bucket of an S3 API: the configuration says which.

export interface SharedStores {
  readonly artifacts: ArtifactStore;
  readonly records: RunRecords;
  readonly library: FlowLibrary;
  /** `typed`: for what models type into password fields; `runs`: for what runs carry over a continue-as-new. */
  keys(use: 'typed' | 'runs'): Promise<KeyRing>;
  /** Throws `StoreUnavailableError` when they cannot be used now. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** What the configuration says of it. */
interface SharedPlaces {
  /** A folder. */
  readonly shared: string;
  /** `s3://bucket/prefix`, in place of the folder. */
  readonly artifacts?: string;
}

interface SharedStoresOptions {
  /** How long a call to a bucket is repeated before it fails. */
  readonly patienceMs: number;
  /** In place of those of the configuration. */
  readonly artifacts?: ArtifactStore | undefined;
}

/** Opens nothing yet; the SDK for S3 is loaded at its first use. */
export function createSharedStores({ shared, artifacts }: SharedPlaces, options: SharedStoresOptions): SharedStores {
  return artifacts === undefined ? inFolder(shared, options) : inBucket(artifacts, options);
}

function inFolder(shared: string, options: SharedStoresOptions): SharedStores {
  const artifacts = options.artifacts ?? createFileArtifactStore({ folder: join(shared, 'artifacts') });
  return {
    artifacts,
    records: createRunRecords({ files: createFolderFiles(join(shared, 'runs')), artifacts }),
    library: createFlowLibrary(createFolderFiles(join(shared, 'flows'))),
    keys: (use) => openKeyRing(shared, use),
    check: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
}

function inBucket(address: string, options: SharedStoresOptions): SharedStores {
  const bucket = createBucket({ address, patienceMs: options.patienceMs });
  const lines = createLineObjects(bucket);
  const artifacts = options.artifacts ?? createS3ArtifactStore(bucket);
  return {
    artifacts,
    records: createRunRecords({ files: createBucketFiles(bucket, lines, 'runs'), artifacts }),
    library: createFlowLibrary(createBucketFiles(bucket, lines, 'flows')),
    keys: (use) => openS3KeyRing(bucket, use),
    check: () => bucket.check(),
    close: () => Promise.resolve(bucket.close()),
  };
}
