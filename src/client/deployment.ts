// Versions of the workers (FL3): which runs are on which, and which new ones begin on.
import type { Client } from '@temporalio/client';
// A CommonJS module whose named exports Node cannot detect.
import proto from '@temporalio/proto';
import { deploymentWordForm, isDeploymentWord } from '../domain/deployment-word.js';
import { InputError } from '../domain/input-error.js';
import { quotedText } from './search-attributes.js';
import { dateOf, type Poller } from './server-facts.js';
import type { ClientContext } from './context.js';
import { ClientError, unknownNamespace } from './errors.js';

const { WorkerDeploymentVersionStatus: Status } = proto.temporal.api.enums.v1;
type DeploymentInfo = proto.temporal.api.deployment.v1.IWorkerDeploymentInfo;

export interface DeployedVersion {
  readonly buildId: string;
  /** current: new runs begin on it. ramping: some do. draining: open runs keep it. drained: nothing needs it. inactive: not yet promoted. */
  readonly state: VersionState;
  /** Open workflows that are on it: runs, their children and sessions. */
  readonly open: number;
  /** When it was first seen. */
  readonly since: string;
}

type VersionState = 'current' | 'ramping' | 'draining' | 'drained' | 'inactive';

export interface DeploymentStatus {
  readonly name: string;
  /** Build id of the version that new runs begin on; absent: none was promoted, and no versioned worker gets a run. */
  readonly current?: string;
  /** Newest first. */
  readonly versions: readonly DeployedVersion[];
}

export interface Deployment {
  /** Rejects with a `ClientError` (`deployment-not-found`) when no worker of it was ever started. */
  status(): Promise<DeploymentStatus>;
  /** Throws `InputError` for a build id that no worker can have. From now on new runs begin on that version, and open ones move to it when they continue as new. */
  promote(buildId: string): Promise<DeploymentStatus>;
}

const notFound = 5;

export function createDeployment(context: ClientContext): Deployment {
  const nameOf = (): string => context.config().deployment.name;
  return {
    status: async () => readStatus(await context.client(), nameOf(), context.program),
    async promote(buildId) {
      if (!isDeploymentWord(buildId)) throw new InputError('build id', buildId, deploymentWordForm);
      const client = await context.client();
      const before = await readStatus(client, nameOf(), context.program);
      if (!before.versions.some((version) => version.buildId === buildId))
        throw new ClientError(
          'refused',
          `The deployment '${before.name}' has no version '${buildId}', but ${before.versions.map((version) => version.buildId).join(', ')}: start its worker first, with STEADYHAND_BUILD_ID=${buildId}.`,
        );
      await client.workflowService.setWorkerDeploymentCurrentVersion({
        namespace: client.options.namespace,
        deploymentName: before.name,
        buildId,
        identity: client.options.identity,
      });
      return readStatus(client, nameOf(), context.program);
    },
  };
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

async function readStatus(client: Client, name: string, program: string): Promise<DeploymentStatus> {
  const info = await deploymentInfo(client, name);
  if (!info)
    throw new ClientError(
      'deployment-not-found',
      `There is no deployment '${name}': start a worker with STEADYHAND_BUILD_ID set, then \`${program} deploy promote\` its build id.`,
    );
  const current = currentOf(info);
  const versions = (info.versionSummaries ?? []).map(async ({ deploymentVersion, status, createTime }) => {
    const buildId = deploymentVersion?.buildId ?? '';
    const query = `TemporalWorkerDeploymentVersion=${quotedText(`${name}:${buildId}`)} AND ExecutionStatus='Running'`;
    const { count } = await client.workflow.count(query);
    return { buildId, state: stateOf(status), open: count, since: dateOf(createTime).toISOString() };
  });
  return {
    name,
    ...(current ? { current } : {}),
    versions: (await Promise.all(versions)).sort((one, other) => other.since.localeCompare(one.since)),
  };
}

function stateOf(status: number | null | undefined): VersionState {
  switch (status) {
    case Status.WORKER_DEPLOYMENT_VERSION_STATUS_CURRENT:
      return 'current';
    case Status.WORKER_DEPLOYMENT_VERSION_STATUS_RAMPING:
      return 'ramping';
    case Status.WORKER_DEPLOYMENT_VERSION_STATUS_DRAINING:
      return 'draining';
    case Status.WORKER_DEPLOYMENT_VERSION_STATUS_DRAINED:
      return 'drained';
    default:
      return 'inactive';
  }
}
