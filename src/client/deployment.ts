// Versions of the workers: how many runs are on each, and which one new runs begin on.
import type { Client } from '@temporalio/client';
// A CommonJS module whose named exports Node cannot detect.
import proto from '@temporalio/proto';
import { quotedText } from './search-attributes.js';
import type { Poller } from './server-facts.js';
import { unknownNamespace } from './errors.js';

const { WorkerDeploymentVersionStatus: Status } = proto.temporal.api.enums.v1;
type DeploymentInfo = proto.temporal.api.deployment.v1.IWorkerDeploymentInfo;

/** With these, new runs begin on a version or once did. */
const promoted = new Set<unknown>([
  Status.WORKER_DEPLOYMENT_VERSION_STATUS_CURRENT,
  Status.WORKER_DEPLOYMENT_VERSION_STATUS_RAMPING,
  Status.WORKER_DEPLOYMENT_VERSION_STATUS_DRAINING,
  Status.WORKER_DEPLOYMENT_VERSION_STATUS_DRAINED,
]);
const notFound = 5;

export interface DeployedVersion {
  readonly buildId: string;
  readonly wasPromoted: boolean;
  /** Open workflows that are on it: runs, their children and sessions. */
  readonly open: number;
}

export interface DeploymentStatus {
  readonly name: string;
  /** Build id of the version that new runs begin on; absent: none was promoted, and no versioned worker gets a run. */
  readonly current?: string;
  readonly versions: readonly DeployedVersion[];
}

/** Undefined: no worker of it was ever started. */
export async function deploymentStatus(client: Client, name: string): Promise<DeploymentStatus | undefined> {
  const info = await deploymentInfo(client, name);
  if (!info) return undefined;
  const current = currentOf(info);
  const versions = (info.versionSummaries ?? []).map(async ({ deploymentVersion, status }) => {
    const buildId = deploymentVersion?.buildId ?? '';
    const query = `TemporalWorkerDeploymentVersion=${quotedText(`${name}:${buildId}`)} AND ExecutionStatus='Running'`;
    const { count } = await client.workflow.count(query);
    return { buildId, wasPromoted: promoted.has(status), open: count };
  });
  return { name, current: current || undefined, versions: await Promise.all(versions) };
}

/** Whether a worker that polls now gets a run that is started now: one of the current version, or without a build id where none was promoted. */
export async function newRunsAreTaken(client: Client, name: string, pollers: readonly Poller[]): Promise<boolean> {
  return isPolled(pollers, name, currentOf(await deploymentInfo(client, name)));
}

/** By a worker of that version; `buildId` undefined: by one without a build id. */
export function isPolled(pollers: readonly Pick<Poller, 'version'>[], name: string, buildId: string | undefined): boolean {
  return pollers.some(({ version }) => version?.buildId === buildId && (version === undefined || version.deployment === name));
}

/** Undefined: no worker of it was ever started. */
async function deploymentInfo(client: Client, name: string): Promise<DeploymentInfo | undefined> {
  const { namespace } = client.options;
  const described = await client.workflowService.describeWorkerDeployment({ namespace, deploymentName: name }).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === notFound && unknownNamespace(error) === undefined) return undefined;
    throw error;
  });
  return described?.workerDeploymentInfo ?? undefined;
}

function currentOf(info: DeploymentInfo | undefined): string | undefined {
  return info?.routingConfig?.currentDeploymentVersion?.buildId || undefined;
}
