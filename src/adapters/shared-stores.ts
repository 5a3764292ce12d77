// What all hosts of a fleet share: artifacts, records, the library of flows, the keys for what is sealed. In a folder, or in a bucket of an S3 API; which one,
// the configuration says.
import { join } from 'node:path';
import type { ArtifactStore } from '../ports/artifact-store.js';
import type { FlowLibrary } from '../ports/flow-library.js';
import type { FlowRecords } from '../ports/flow-records.js';
import type { KeyRing } from '../ports/key-ring.js';
import type { RunEvents } from '../ports/run-events.js';
import type { RunRecords } from '../ports/run-records.js';
import { createFileArtifactStore } from './filesystem/artifact-store.js';
import { createFileFlowLibrary } from './filesystem/flow-library.js';
import { createFileFlowRecords } from './filesystem/flow-records.js';
import { openKeyRing } from './filesystem/key-ring-file.js';
import { createFileRunEvents } from './filesystem/run-events.js';
import { createFileRunRecords } from './filesystem/run-records.js';
import { createS3ArtifactStore } from './s3/artifact-store.js';
import { createBucket } from './s3/bucket.js';
import { createS3FlowLibrary } from './s3/flow-library.js';
import { createS3FlowRecords } from './s3/flow-records.js';
import { openS3KeyRing } from './s3/key-ring.js';
import { createLineObjects } from './s3/line-objects.js';
import { createS3RunEvents } from './s3/run-events.js';
import { createS3RunRecords } from './s3/run-records.js';

export interface SharedStores {
  readonly artifacts: ArtifactStore;
  readonly records: RunRecords;
  readonly flowRecords: FlowRecords;
  readonly runEvents: RunEvents;
  readonly library: FlowLibrary;
  /** For what models type into password fields (HE44). */
  typedKeys(): Promise<KeyRing>;
  /** Throws `StoreUnavailableError` when they cannot be used now. */
  check(): Promise<void>;
  close(): void;
}

export interface SharedStoresOptions {
  /** The folder. */
  readonly shared: string;
  /** `s3://bucket/prefix`, in place of the folder. */
  readonly address: string | undefined;
  /** How long a call to a bucket is repeated before it fails. */
  readonly patienceMs: number;
  /** In place of those. */
  readonly artifacts?: ArtifactStore | undefined;
}

/** Opens nothing yet; the SDK for S3 is loaded at the first use of a bucket. */
export function createSharedStores({ shared, address, patienceMs, artifacts: brought }: SharedStoresOptions): SharedStores {
  if (address === undefined) {
    const runs = join(shared, 'runs');
    const artifacts = brought ?? createFileArtifactStore({ folder: join(shared, 'artifacts') });
    return {
      artifacts,
      records: createFileRunRecords({ folder: runs }),
      flowRecords: createFileFlowRecords({ folder: runs, artifacts }),
      runEvents: createFileRunEvents({ folder: runs }),
      library: createFileFlowLibrary({ folder: join(shared, 'flows') }),
      typedKeys: () => openKeyRing(shared, 'typed'),
      check: () => Promise.resolve(),
      close: () => undefined,
    };
  }
  const bucket = createBucket({ address, patienceMs });
  const lines = createLineObjects(bucket);
  const artifacts = brought ?? createS3ArtifactStore(bucket);
  return {
    artifacts,
    records: createS3RunRecords(bucket, lines),
    flowRecords: createS3FlowRecords({ bucket, lines, artifacts }),
    runEvents: createS3RunEvents(lines),
    library: createS3FlowLibrary(bucket, lines),
    typedKeys: () => openS3KeyRing(bucket),
    check: () => bucket.check(),
    close: () => bucket.close(),
  };
}
