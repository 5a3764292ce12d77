// The Temporal Workers of one host: decisions and models on the shared queue, custom workflows on theirs, the host's own two queues, and one queue per kind of device.
//
// workers-1. Activities of ours are for workflows. Temporal lets any client start one by itself, with whatever input: it would press without a run, an approval or a journal's question.
import {
  Worker,
  type ActivityInterceptorsFactory,
  type FixedSizeSlotSupplier,
  type InjectedSinks,
  type NativeConnection,
  type WorkflowBundleOption,
  type WorkerOptions,
} from '@temporalio/worker';
import type { createHostActivities, createRunActivities } from '../activities/index.js';
import type { SpanSink } from '../adapters/opentelemetry/span-queue.js';
import { withTraceParent } from '../adapters/opentelemetry/traces.js';
import type { Encryption } from '../client/data-converter.js';
import type { Config } from '../config/config.js';
import type { DeviceKind } from '../domain/device/device-spec.js';
import { deviceQueueOf, performsAtOnce, workerIdentityOf } from '../domain/device/host-queues.js';
import { isRefusal } from '../domain/device/perform-endings.js';
import { diskFull, isDiskFull } from '../domain/errors/disk-full.js';
import type { DeviceHost } from '../host/device-host.js';
import { createDeviceSlots } from '../host/device-slots.js';
import type { Meter } from '../ports/meter.js';
import { taskQueue } from '../workflows/messages.js';
import { callersDataConverter, createNexusService } from './nexus-service.js';
import type { SpanSinks } from '../workflows/engine/trace.js';
import type { OwnWorkflows } from './options.js';
import { ApplicationFailure, defaultPayloadConverter } from '@temporalio/common';
import { frameOf } from '../domain/run/frame-of.js';
import { traceHeader, traceOfHeader } from '../domain/telemetry/trace-context.js';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const shutdown = { shutdownGraceTime: '35 seconds', shutdownForceTime: '40 seconds' } as const;

/**
 * For decisions: a worker that freezes loses one for every poll that the server holds open for it. Other tasks belong to one host or are few; they
 * are better off with many polls: after an outage each poll resumes after its own pause, and the first of many resumes soon.
 */
const fewPolls = { type: 'simple-maximum', maximum: 2 } as const;

export interface WorkersParts {
  readonly config: Config;
  readonly connection: NativeConnection;
  readonly namespace: string;
  readonly encryption: Encryption;
  readonly host: DeviceHost;
  readonly kinds: readonly DeviceKind[];
  readonly runActivities: ReturnType<typeof createRunActivities>;
  readonly hostActivities: ReturnType<typeof createHostActivities>;
  readonly workflows: OwnWorkflows | undefined;
  /** Whether the server delivers what other namespaces ask for. */
  readonly hasNexus: boolean;
  readonly around: readonly ActivityInterceptorsFactory[];
  readonly meter: Meter;
  /** Absent: nobody wants spans. */
  readonly spans: SpanSink | undefined;
}

export async function createWorkers(parts: WorkersParts): Promise<readonly Worker[]> {
  const { connection, namespace, host, around, encryption } = parts;
  const identity = workerIdentityOf(host.hostId);
  const { dataConverter } = encryption;
  const common = { connection, namespace, identity, dataConverter, ...shutdown } satisfies Partial<WorkerOptions>;
  const noted = [...around, ...(parts.spans ? [traceActivities] : [])];
  const ours = [onlyOfWorkflows, ...noted, sayFullDisk(host.hostId)];
  const bundle = await workflowBundle(encryption);
  const workers: Worker[] = [];
  try {
    for (const options of workerOptions(parts, bundle)) {
      const isOurs = options !== parts.workflows;
      workers.push(await Worker.create({ ...common, ...options, interceptors: { activity: isOurs ? ours : noted } }));
    }
    return workers;
  } catch (error) {
    await Promise.all(workers.map(end));
    throw error;
  }
}

/** A Worker keeps its connection, and with it the process, until it has run and ended. */
async function end(worker: Worker): Promise<void> {
  const ended = worker.run();
  worker.shutdown();
  await ended.catch(() => undefined);
}

function workerOptions(parts: WorkersParts, bundle: WorkflowBundleOption): readonly WorkerOptions[] {
  const { config, kinds, host, runActivities, workflows, encryption } = parts;
  const { hold, perform } = parts.hostActivities;
  for (const kind of kinds) parts.meter({ name: 'steadyhand_slots', value: slotsOf(kind, config), labels: { kind } });
  const nexus = { nexusServices: [createNexusService()], nexusTaskPollerBehavior: fewPolls };
  // A Worker has one data converter, and callers' inputs are read otherwise than what people send.
  const ofCallers =
    parts.hasNexus && encryption.encrypts
      ? [{ taskQueue, ...nexus, ...versionOf(config.deployment), dataConverter: callersDataConverter(encryption.dataConverter) }]
      : [];
  return [
    {
      taskQueue,
      workflowBundle: bundle,
      activities: runActivities,
      ...(parts.hasNexus && !encryption.encrypts ? nexus : {}),
      sinks: sinksOf(parts.spans),
      stickyQueueScheduleToStartTimeout: '1s',
      activityTaskPollerBehavior: fewPolls,
      ...versionOf(config.deployment),
      maxCachedWorkflows: config.maxCachedWorkflows,
    },
    ...ofCallers,
    ...(workflows ? [workflows] : []),
    {
      taskQueue: host.performQueue,
      activities: perform,
      maxHeartbeatThrottleInterval: '1s',
      maxConcurrentActivityTaskExecutions: performsAtOnce(config.slots),
    },
    { taskQueue: host.holdQueue, activities: hold, maxHeartbeatThrottleInterval: '5s', maxConcurrentActivityTaskExecutions: 64 },
    ...kinds.map((kind) => ({
      taskQueue: deviceQueueOf(kind),
      activities: hold,
      maxHeartbeatThrottleInterval: '5s' as const,
      tuner: slotsTuner(kind, slotsOf(kind, config), host),
    })),
  ];
}

/**
 * Of decisions only: a device belongs to its host, whichever version a run is of, so the host's queues have none. Runs keep the version that
 * they began on until they continue as new.
 */
function versionOf({ name, buildId }: Config['deployment']): Pick<WorkerOptions, 'workerDeploymentOptions'> {
  if (buildId === undefined) return {};
  const version = { deploymentName: name, buildId };
  return { workerDeploymentOptions: { version, useWorkerVersioning: true, defaultVersioningBehavior: 'PINNED' } };
}

/** What is told again after a kill has the same ids: it is the same span. */
function sinksOf(spans: SpanSink | undefined): InjectedSinks<SpanSinks> {
  return { steadyhandSpans: { ended: { fn: (_info, trace, span) => spans?.add(trace, [span]), callDuringReplay: false } } };
}

/** The worker's own display is a single device; there are as many virtual ones as slots. */
function slotsOf(kind: DeviceKind, { slots, desktop }: Config): number {
  return kind === 'desktop' && !desktop.virtual ? 1 : slots;
}

/** One slot per device on the shared queue: the SDK asks the host, which counts devices. */
function slotsTuner(kind: DeviceKind, slots: number, host: DeviceHost): NonNullable<WorkerOptions['tuner']> {
  const unused: FixedSizeSlotSupplier = { type: 'fixed-size', numSlots: 1 };
  return {
    activityTaskSlotSupplier: createDeviceSlots({ kind, slots, source: host }),
    workflowTaskSlotSupplier: unused,
    localActivityTaskSlotSupplier: unused,
    nexusTaskSlotSupplier: unused,
  };
}

// An activity whose workflow says which trace it is part of tells its spans in it.

/** workers-1. */
const onlyOfWorkflows: ActivityInterceptorsFactory = ({ info: { inWorkflow, activityType } }) => ({
  inbound: {
    async execute(input, next) {
      if (!inWorkflow)
        throw ApplicationFailure.nonRetryable(`Only a run can ask for '${activityType}': it was started by itself.`, 'not-yours');
      return next(input);
    },
  },
});

/** What failed for want of space says so, and whose disk it is: its run waits. A refusal remains one, since it proves that nothing ran. */
const sayFullDisk =
  (hostId: string): ActivityInterceptorsFactory =>
  () => ({
    inbound: {
      async execute(input, next) {
        try {
          return await next(input);
        } catch (error) {
          if (!(error instanceof Error) || !isDiskFull(error)) throw error;
          const { type, details } = error instanceof ApplicationFailure ? error : {};
          throw ApplicationFailure.create({
            message: `The disk of host ${hostId} is full: free some space there. ${error.message}`,
            type: type && isRefusal(type) ? type : diskFull,
            nonRetryable: true,
            details: details ?? [],
            cause: error,
          });
        }
      },
    },
  });

const traceActivities: ActivityInterceptorsFactory = ({ info: { workflowExecution, activityId, attempt } }) => ({
  inbound: {
    execute(input, next) {
      const header = input.headers[traceHeader];
      const trace = header && traceOfHeader(defaultPayloadConverter.fromPayload(header));
      if (!trace || !workflowExecution) return next(input);
      const { workflowId, runId } = workflowExecution;
      return withTraceParent({ trace, workflow: frameOf(input.args[0], workflowId), attempt: `${runId} ${activityId} ${attempt}` }, () =>
        next(input),
      );
    },
  },
});

/** Seen from src/worker and from dist/worker. */
const codePath = fileURLToPath(new URL('../../dist/workflow-bundle.js', import.meta.url));

/** The sandbox sees no setting, so whether texts of failures are encoded is said before the bundle, on its first line. */
async function workflowBundle({ encrypts }: { readonly encrypts: boolean }): Promise<WorkflowBundleOption> {
  return encrypts ? { code: `globalThis.steadyhandEncodesFailures=true;${await readFile(codePath, 'utf8')}` } : { codePath };
}
