import { type EffectReader, EffectCheckError } from '../ports/effect-reader.js';
import { createDeviceActivities } from './device/device-activities.js';
import { createPersonActivities } from './device/person-activities.js';
import { createCarriedActivities, settleRun, type SealPorts } from './run-seals.js';
import { createExplorerActivities, type ExplorerActivityPorts } from './explorer/explorer-activities.js';
import { createExplorerDeviceActivities } from './explorer/device-activities.js';
import { createExplorerModelActivities, type ExplorerModelPorts } from './explorer/model-activities.js';
import { createFlowActivities, type FlowActivityPorts } from './flow/flow-activities.js';
import { createFlowModelActivities } from './flow/model-activities.js';
import { createModelActivities, type ModelActivityPorts } from './agent/model-activities.js';
import { createProcedureActivities } from './procedure/procedure-activities.js';
import { createToolActivities } from './flow/tool-activities.js';
import type { ToolActivityPorts } from './flow/tool-on-device.js';
import { ApplicationFailure } from '@temporalio/activity';
import type { EffectCheckUse } from '../domain/effect/effect-check.js';
import type { Json } from '../domain/run/json.js';
import type { Collected } from '../ports/artifact-store.js';
import { whileBeating } from './heartbeats.js';
import { createHash, randomBytes } from 'node:crypto';
import { noticeOf, type Asking } from '../domain/human/notice.js';
import { NoticeError, type Notifier } from '../ports/notifier.js';
import { secretBytes, secretOf } from '../domain/human/request-id.js';
import type { RunInput } from '../domain/run/input.js';
import { resolveRun, type RunDefaults } from '../domain/run/resolve-settings.js';
import type { ChainPlace, SettledRun } from '../domain/run/settled-run.js';
import type { RunRecords } from '../ports/run-records.js';
import { InputError } from '../domain/errors/input-error.js';
import type { DrawnRequest } from '../domain/human/requests.js';

/** What any worker can do for a run: polled on `steadyhand`. */
export function createRunActivities(
  ports: ModelActivityPorts &
    FlowActivityPorts &
    ExplorerActivityPorts &
    ExplorerModelPorts &
    NoticePorts &
    GcPorts &
    SealPorts & { readonly effects: EffectReader },
) {
  return {
    ...createModelActivities(ports),
    ...createSettingsActivities(ports),
    ...createFlowActivities(ports),
    ...createFlowModelActivities(ports),
    ...createExplorerActivities(ports),
    ...createExplorerModelActivities(ports),
    ...createProcedureActivities(ports),
    ...createEffectActivities(ports),
    ...createRequestActivities(ports),
    ...createCarriedActivities(ports),
    ...createNoticeActivities(ports),
    ...createGcActivities(ports),
  };
}

/** What only the host that holds a device can do: `leaseDevice` on the shared and the hold queue, the rest on the perform queue. */
export function createHostActivities(ports: ToolActivityPorts & FlowActivityPorts) {
  const { leaseDevice, ...perform } = createDeviceActivities(ports);
  const { writeFlowRecords } = createFlowActivities(ports);
  return {
    hold: { leaseDevice },
    perform: {
      ...perform,
      ...createPersonActivities(ports),
      ...createToolActivities(ports),
      ...createExplorerDeviceActivities(ports),
      writeFlowRecords,
    },
  };
}

type HostActivities = ReturnType<typeof createHostActivities>;
export type Activities = ReturnType<typeof createRunActivities> & HostActivities['hold'] & HostActivities['perform'];

interface ReadEffectInput {
  readonly use: EffectCheckUse;
  readonly timeoutMs: number;
}

function createEffectActivities({ effects }: { readonly effects: EffectReader }) {
  return {
    /** The value of an effect check. Retryable: it only reads. */
    async readEffect({ use, timeoutMs }: ReadEffectInput): Promise<Json> {
      return effects.read(use, timeoutMs).catch((error: unknown) => {
        if (!(error instanceof EffectCheckError)) throw error;
        throw ApplicationFailure.create({ message: error.message, type: error.code });
      });
    },
  };
}

interface GcPorts {
  /** Removes artifacts by the rules of this worker's configuration. Undefined: it has none. */
  readonly collectArtifacts: (() => Promise<Collected>) | undefined;
}

export function createGcActivities({ collectArtifacts }: GcPorts) {
  return {
    /** Retryable: on a worker that is configured, where this one is not. */
    async collectGarbage(): Promise<Collected> {
      if (!collectArtifacts)
        throw ApplicationFailure.create({
          type: 'gc-not-configured',
          message:
            'The worker that took this has no rules for gc: set STEADYHAND_GC_OLDER_THAN or STEADYHAND_GC_MAX_SIZE for all workers, or delete the schedule: `temporal schedule delete --schedule-id steadyhand-gc`.',
        });
      return whileBeating(undefined, () => collectArtifacts());
    },
  };
}

interface NoticePorts {
  readonly notifier: Notifier;
  /** The title of a run; undefined: unknown. */
  readonly titleOf: (run: string) => Promise<string | undefined>;
  /** Where the console is reached. */
  readonly consoleUrl: string | undefined;
}

interface TellInput {
  readonly target: number;
  readonly asking: Asking;
}

function createNoticeActivities({ notifier, titleOf, consoleUrl }: NoticePorts) {
  return {
    /** Tells one of those who are to know that a person is asked. Retryable while the receiver may still take it; each attempt has the same id. */
    async notifyRequest({ target, asking }: TellInput): Promise<void> {
      const title = await titleOf(asking.run).catch(() => undefined);
      const known = { title, consoleUrl };
      await notifier.send(target, noticeOf(asking, { id: idOf(asking), ...known })).catch(failed);
    },
  };
}

/** Ids of requests are used once, and are nobody's business outside (notice-2). */
function idOf({ asker, requestId }: Asking): string {
  return createHash('sha256').update(`${asker} ${requestId}`).digest('hex').slice(0, 32);
}

function failed(error: unknown): never {
  if (!(error instanceof NoticeError)) throw error;
  const { message, code: type, again } = error;
  throw ApplicationFailure.create({
    message,
    type,
    nonRetryable: again === false,
    nextRetryDelay: typeof again === 'object' ? again.afterMs : undefined,
  });
}

/** `tell`: how many are to be told that something is asked. */
interface Drawn {
  readonly secret: string;
  readonly tell: number;
}

export function createRequestActivities({ notifier }: { readonly notifier: Pick<Notifier, 'targets'> }) {
  return {
    /** What nobody can guess of a request's id. Retryable. `_asked` stands in history for whoever reads it (domain/human/request-id.ts). */
    async drawRequestSecret(_asked?: DrawnRequest): Promise<Drawn> {
      return { secret: secretOf(randomBytes(secretBytes)), tell: notifier.targets };
    },
  };
}

interface ResolveSettingsInput {
  readonly run: RunInput;
  readonly chain: ChainPlace;
}

function createSettingsActivities(ports: SealPorts & { readonly defaults: RunDefaults; readonly records: RunRecords }) {
  return {
    /** The settings of a run: the worker's configuration, narrowed by the input. Non-retryable `invalid-input` when the input asks for more than is allowed. */
    async resolveSettings({ run, chain }: ResolveSettingsInput): Promise<SettledRun> {
      try {
        return await settleRun(resolveRun(ports.defaults, run), run.device, chain, ports);
      } catch (error) {
        if (error instanceof InputError) throw ApplicationFailure.create({ message: error.message, type: error.code, nonRetryable: true });
        throw error;
      }
    },
  };
}
