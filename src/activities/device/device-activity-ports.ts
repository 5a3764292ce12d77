// What activities on a device work with.
import type { Lexicon } from '../../domain/guard/lexicon.js';
import type { ActionJournal } from '../../ports/action-journal.js';
import type { ArtifactStore } from '../../ports/artifact-store.js';
import type { Images } from '../../ports/pictures.js';
import type { RunRecords } from '../../ports/run-records.js';
import type { TypedTexts } from '../../ports/tokens.js';
import type { DeviceHost } from '../../host/device-host.js';
import type { LeaseChecks } from '../../host/lease-checks.js';

export interface DeviceActivityPorts {
  readonly host: DeviceHost;
  readonly desk: LeaseChecks;
  readonly journal: ActionJournal;
  readonly artifacts: ArtifactStore;
  readonly records: RunRecords;
  readonly images: Images;
  readonly lexicon: Lexicon;
  /** Absent: nothing was sealed. */
  readonly typed?: TypedTexts;
}
