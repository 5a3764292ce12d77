// The options of a worker besides its configuration: everything that a program may provide itself.
import type { WorkflowBundleOption } from '@temporalio/worker';
import type { DriverModule } from '../adapters/device-process/driver-module.js';
import type { OwnTool } from '../adapters/own-tools/own-tools.js';
import type { TemporalTarget } from '../client/temporal-connection.js';
import type { Config } from '../config/config.js';
import type { GuardRule } from '../domain/guard/guard.js';
import type { LeaseChecks } from '../host/lease-checks.js';
import type { ActionJournal } from '../ports/action-journal.js';
import type { ArtifactStore } from '../ports/artifact-store.js';
import type { DeviceDriver } from '../ports/device.js';
import type { HandedDriver } from '../ports/device-process.js';
import type { Model } from '../ports/model.js';
import type { RunRecords } from '../ports/run-records.js';

export interface WorkerOptions {
  /** From `loadConfig`; by default read from the environment, .env and steadyhand.config.json. */
  readonly config?: Config;
  /** The Temporal server; by default found as the Temporal CLI finds it. */
  readonly server?: WorkerServer;
  /** Offered beside the configured kinds, or in place of ours of the same kind. A kind of your own is called `own-…`. */
  readonly drivers?: readonly OwnDriver[];
  /** In place of the configured one. */
  readonly model?: Model;
  /** In place of the files under STEADYHAND_SHARED. The command line reads those files, and cannot show artifacts stored elsewhere. */
  readonly artifacts?: ArtifactStore;
  /** Offered to flows under the server name `own`, beside the tools of configured servers. */
  readonly tools?: readonly OwnTool[];
  /** Rules for what needs a person's approval, in addition to those of the configuration. */
  readonly guardRules?: readonly GuardRule[];
  /** Workflows of your own, on a task queue of their own. */
  readonly workflows?: OwnWorkflows;
  /** Receives one line for everything that an operator should know; by default it is written to stderr. */
  readonly log?: (text: string) => void;
  /** Wraps the ports, to observe each call or to stop between two of them: for tests. */
  readonly around?: PortWrappers;
}

/**
 * A driver of your own. An object runs in the worker, and its devices end with it or are attached to by the next one; one that a module makes runs in a
 * process for each device, which outlives the worker: what a killed worker had ordered is known afterwards.
 */
export type OwnDriver = DeviceDriver | ({ readonly kind: DeviceDriver['kind'] } & DriverModule);

export interface WorkerServer {
  /** `host:port` */
  readonly address: string;
  /** `default` unless given. */
  readonly namespace?: string;
  /** TLS, API key and other options of Temporal's connection. */
  readonly connection?: TemporalTarget['connection'];
}

export interface OwnWorkflows {
  readonly taskQueue: string;
  /** File that exports the workflows, as Temporal's `Worker.create` takes it; or a prebuilt bundle. */
  readonly workflowsPath?: string;
  readonly workflowBundle?: WorkflowBundleOption;
  readonly activities?: object;
}

export interface PortWrappers {
  readonly driver?: (driver: HandedDriver) => HandedDriver;
  readonly journal?: (journal: ActionJournal) => ActionJournal;
  readonly records?: (records: RunRecords) => RunRecords;
  readonly desk?: (desk: LeaseChecks) => LeaseChecks;
  /** Path of a program that is run for each device in place of `device-process.js`: it calls `runHand` with wrappers of its own. */
  readonly deviceProgram?: string;
}
