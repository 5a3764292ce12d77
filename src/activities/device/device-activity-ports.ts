// What activities on a device work with.
import type { Lexicon } from '../../domain/guard/lexicon.js';
import type { ActionJournal } from '../../ports/action-journal.js';
import type { ArtifactStore } from '../../ports/artifact-store.js';
import type { Images } from '../../ports/pictures.js';
import type { RunRecords } from '../../ports/run-records.js';
import type { TypedTexts } from '../../ports/tokens.js';
import type { DeviceHost } from '../../host/device-host.js';
import type { TemporalDesk } from '../../host/temporal-desk.js';

export interface DeviceActivityPorts {
  readonly host: DeviceHost;
  readonly desk: TemporalDesk;
  readonly journal: ActionJournal;
  readonly artifacts: ArtifactStore;
  readonly records: RunRecords;
  readonly images: Images;
  readonly lexicon: Lexicon;
  /** Absent: nothing was sealed. */
  readonly typed?: TypedTexts;
}
