// What a worker is made of besides its configuration: everything that somebody may bring of their own.
import type { WorkflowBundleOption } from '@temporalio/worker';
import type { OwnTool } from '../adapters/own-tools/own-tools.js';
import type { TemporalTarget } from '../client/temporal-connection.js';
import type { Config } from '../config/config.js';
import type { GuardRule } from '../domain/guard/guard.js';
import type { TemporalDesk } from '../host/temporal-desk.js';
import type { ActionJournal } from '../ports/action-journal.js';
import type { ArtifactStore } from '../ports/artifact-store.js';
import type { DeviceDriver } from '../ports/device.js';
import type { Model } from '../ports/model.js';
import type { RunRecords } from '../ports/run-records.js';

export interface WorkerOptions {
  /** From `loadConfig`; read from the environment, .env and steadyhand.config.json where it is left out. */
  readonly config?: Config;
  /** The Temporal server; found as the Temporal CLI finds it where it is left out. */
  readonly server?: WorkerServer;
  /** Offered beside the configured kinds, or in place of ours of the same kind. A kind of your own is called `own-…`. */
  readonly drivers?: readonly DeviceDriver[];
  /** In place of the configured one. */
  readonly model?: Model;
  /** In place of the files under STEADYHAND_SHARED. The command line reads those, and so cannot show what is kept elsewhere. */
  readonly artifacts?: ArtifactStore;
  /** Offered to flows under the server name `own`, beside the tools of configured servers. */
  readonly tools?: readonly OwnTool[];
  /** What waits for a person's approval, beside what the configuration says. */
  readonly guardRules?: readonly GuardRule[];
  /** Workflows of your own, on a task queue of their own. */
  readonly workflows?: OwnWorkflows;
  /** Hears one line for each thing that an operator should know; written to stderr where it is left out. */
  readonly log?: (text: string) => void;
  /** Put around what is built, to be told of each call or to break off between two of them: for tests. */
  readonly around?: PortWrappers;
}

export interface WorkerServer {
  /** `host:port` */
  readonly address: string;
  /** `default` where it is left out. */
  readonly namespace?: string;
  /** TLS, API key and whatever else Temporal's own connection takes. */
  readonly connection?: TemporalTarget['connection'];
}

export interface OwnWorkflows {
  readonly taskQueue: string;
  /** File that exports the workflows, as `Worker.create` of Temporal takes it; or a bundle that is ready. */
  readonly workflowsPath?: string;
  readonly workflowBundle?: WorkflowBundleOption;
  readonly activities?: object;
}

export interface PortWrappers {
  readonly driver?: (driver: DeviceDriver) => DeviceDriver;
  readonly journal?: (journal: ActionJournal) => ActionJournal;
  readonly records?: (records: RunRecords) => RunRecords;
  readonly desk?: (desk: TemporalDesk) => TemporalDesk;
}
