// What all hosts of a fleet share: artifacts, records, the library of flows, the keys for what is sealed. In a folder, or in a bucket of an S3 API: the configuration says which.
import { join } from 'node:path';
import type { ArtifactStore } from '../../ports/artifact-store.js';
import type { FlowLibrary } from '../../ports/flow-library.js';
import type { KeyRing } from '../../ports/key-ring.js';
import type { RunRecords } from '../../ports/run-records.js';
import { createFileArtifactStore } from '../filesystem/artifact-store.js';
import { createFolderFiles } from '../filesystem/folder-files.js';
import { openKeyRing } from '../filesystem/key-ring-file.js';
import { createRunRecords } from './run-records.js';
import { createS3ArtifactStore } from '../s3/artifact-store.js';
import { createFlowLibrary } from '../library/flow-library.js';
import { createBucketFiles } from '../s3/bucket-files.js';
import { createBucket } from '../s3/bucket.js';
import { openS3KeyRing } from '../s3/key-ring.js';
import { createLineObjects } from '../s3/line-objects.js';

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
export interface SharedPlaces {
  /** A folder. */
  readonly shared: string;
  /** `s3://bucket/prefix`, in place of the folder. */
  readonly artifacts?: string;
}

export interface SharedStoresOptions {
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
