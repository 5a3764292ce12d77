// A device as its host holds it, and the hold that it belongs to.
import type { DeviceRecord } from '../domain/device/device-spec.js';
import type { LeaseDeviceInput } from '../domain/device/device-work.js';
import type { Refusal } from '../domain/device/perform-endings.js';
import { SteadyhandError } from '../domain/errors/errors.js';
import type { LabelledControl } from '../domain/ui/control-list.js';
import type { Screen } from '../domain/ui/change.js';
import type { ArtifactRef, Download, MissedDownload } from '../domain/ui/observation.js';
import type { HandedDevice } from '../ports/device-process.js';

/** Nothing ran; `code` says why. */
export class RefusedError extends SteadyhandError {
  override readonly name = 'RefusedError';

  constructor(
    readonly code: Refusal,
    message: string,
  ) {
    super(message);
  }
}

export type Log = (message: string, fields?: Readonly<Record<string, unknown>>) => void;

/** Why a host ends a hold. */
export type LeaseEnd = 'gone' | 'closed' | 'superseded' | 'draining';

/** One running `leaseDevice`. */
export interface DeviceLease {
  readonly taskToken: Uint8Array;
  /** It came from the hold queue: resume the device that is there, open nothing. */
  readonly resumes: boolean;
  readonly ended: Promise<LeaseEnd>;
  end(reason: LeaseEnd): void;
}

export interface PicturedScreen extends Screen {
  readonly screenshot?: ArtifactRef;
}

export interface LeasedDevice {
  record: DeviceRecord;
  /** Undefined while opening, and when detached. */
  device: HandedDevice | undefined;
  hold: DeviceLease | undefined;
  /** Raised at every `intended`; an observation of an older one is stale. */
  generation: number;
  /** Labels of the newest observations, by their stored control list. */
  readonly labels: Map<ArtifactRef, ReadonlyMap<string, LabelledControl>>;
  /** The newest look; only its controls are known of one that another worker made. */
  screen: PicturedScreen | undefined;
  /** Of this UI session, for whoever closes it. */
  downloads: readonly (Download | MissedDownload)[];
}

/** The record for an input; keeps what is known of the UI session. */
export function recordOf(input: LeaseDeviceInput, known?: DeviceRecord): DeviceRecord {
  const { deviceId, epoch, spec, sessionId, sessionRunId, ownerWorkflowId, ownerFirstRunId, origins } = input;
  const session = known ?? { state: 'opening' as const, attachment: {}, generation: 0, openedAt: new Date().toISOString() };
  const { state, attachment, generation, openedAt } = session;
  return {
    version: 1,
    deviceId,
    kind: spec.kind,
    state,
    attachment,
    epoch,
    generation,
    sessionId,
    sessionRunId,
    ownerWorkflowId,
    ownerFirstRunId,
    origins,
    openedAt,
  };
}

export function createLease(taskToken: Uint8Array, resumes: boolean): DeviceLease {
  const { promise, resolve } = withResolvers<LeaseEnd>();
  return { taskToken, resumes, ended: promise, end: resolve };
}

function withResolvers<T>(): { readonly promise: Promise<T>; readonly resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((settle) => (resolve = settle));
  return { promise, resolve };
}
