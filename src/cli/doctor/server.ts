// Whether a run started now would make progress.
import type { Client } from '@temporalio/client';
import { steadyhandState, taskQueue } from '../../workflows/messages.js';
import type { CliContext } from '../context.js';
import { deploymentStatus, type DeploymentStatus, isPolled } from '../../client/deployment.js';
import { clientErrorOf, waysToServer } from '../../client/errors.js';
import { errorContextOf } from '../../client/context.js';
import { knowsSearchAttribute, recentPollers, workerPolls, type Poller } from '../../client/server-facts.js';
import { KeyRingError, EncryptionError } from '../../ports/keys.js';
import { type Check, fail, ok, warn, within } from './check.js';
import { measureQueueHop, type QueueHop, queueReaders } from '../../client/queue-hop.js';

/** What keeps this client from its server is told once: the rest is asked only where one answers. */
export async function checkServer(context: CliContext): Promise<readonly Check[]> {
  const server = await asked('Temporal server', context, () => version(context));
  if (server.some(({ status }) => status === 'fail')) return server;
  const client = await context.client();
  const rest = await Promise.all([
    asked('Search attribute', context, () => searchAttribute(client, context.program)),
    asked('Worker', context, () => worker(client, context.program)),
    asked(deployments, context, () => deployment(client, context)),
    within(queueHop, () => checkQueueHop(client), longestTrialMs),
  ]);
  return [...server, ...rest.flat()];
}

/** The client's errors name what is wrong, and behind a colon what to do about it. */
function asked(name: string, context: CliContext, check: Parameters<typeof within>[1]): Promise<readonly Check[]> {
  return within(name, async () => {
    try {
      return await check();
    } catch (error) {
      const { message } = clientErrorOf(error, errorContextOf(context));
      const [, detail = message, advice = 'see its log'] = /^(.+?): (.+?)\.?$/.exec(message) ?? [];
      return fail(name, detail, advice);
    }
  });
}

async function version(context: CliContext): Promise<Check> {
  const { address, namespace } = context.server();
  const name = 'Temporal server';
  if (!(await context.serverAnswers())) return fail(name, `nothing answers at ${address}`, waysToServer(errorContextOf(context)));
  const client = await context.client().catch((error: unknown) => {
    if (error instanceof EncryptionError || error instanceof KeyRingError) return undefined;
    throw error;
  });
  if (!client) return fail(name, `one answers at ${address}, and is not asked without the keys`, 'see Encryption');
  const [{ serverVersion }] = await Promise.all([
    client.workflowService.getSystemInfo({}),
    client.workflowService.describeNamespace({ namespace }),
  ]);
  return ok(name, `${serverVersion ?? 'unknown version'}  ${address}`);
}

async function searchAttribute(client: Client, program: string): Promise<Check> {
  const name = 'Search attribute';
  const command = `${program} temporal operator search-attribute create --name ${steadyhandState.name} --type Keyword`;
  return (await knowsSearchAttribute(client))
    ? ok(name, steadyhandState.name)
    : fail(name, `${steadyhandState.name} is not registered`, `run \`${command}\``);
}

async function worker(client: Client, program: string): Promise<Check> {
  if (!(await workerPolls(client)))
    return fail('Worker', `none polls '${taskQueue}'`, `start one with \`${program} up\` or \`${program} worker\``);
  return ok('Worker', (await recentPollers(client)).map(({ identity }) => identity).join(', '));
}

/** Nothing where no worker has ever had a build id. */
async function deployment(client: Client, { config, program }: CliContext): Promise<readonly Check[]> {
  const { name, buildId } = config().deployment;
  const status = await deploymentStatus(client, name);
  return status ? judgeDeployment({ status, pollers: await recentPollers(client), program, ownBuildId: buildId }) : [];
}

// Whether each version of the workers that open runs keep has a worker, and whether new runs get one.

const deployments = 'Deployment';

interface Deployed {
  readonly status: DeploymentStatus;
  readonly pollers: readonly Pick<Poller, 'version'>[];
  readonly program: string;
  /** Of the worker that this configuration starts. */
  readonly ownBuildId: string | undefined;
}

export function judgeDeployment({ status, pollers, program, ownBuildId }: Deployed): readonly Check[] {
  const { current, versions } = status;
  const promote = (buildId: string): string =>
    `\`${program} temporal worker deployment set-current-version --deployment-name ${status.name} --build-id ${buildId}\``;
  const hasWorker = (buildId: string | undefined): boolean => isPolled(pollers, status.name, buildId);
  const stranded = versions.filter(({ buildId, open }) => open > 0 && buildId !== current && !hasWorker(buildId));
  const checks = stranded.map(({ buildId, open }) =>
    warn(
      deployments,
      `${open} open on version ${buildId}, which has no worker: they stand still`,
      `start that version's worker again, with STEADYHAND_BUILD_ID=${buildId}, STEADYHAND_KINDS=none and a STEADYHAND_HOME of its own`,
    ),
  );
  if (current === undefined) {
    // Workers without a version take new runs as ever.
    if (hasWorker(undefined)) return [...checks, ok(deployments, 'new runs go to workers without a build id')];
    return [fail(deployments, `no version of '${status.name}' gets new runs`, promote('<build id>')), ...checks];
  }
  if (!hasWorker(current))
    return [
      fail(deployments, `new runs go to version ${current}, which has no worker`, `start it with STEADYHAND_BUILD_ID=${current}`),
      ...checks,
    ];
  if (
    ownBuildId !== undefined &&
    ownBuildId !== current &&
    versions.some(({ buildId, wasPromoted }) => buildId === ownBuildId && !wasPromoted)
  )
    return [warn(deployments, `version ${ownBuildId} is configured here, and new runs go to ${current}`, promote(ownBuildId)), ...checks];
  return checks.length > 0 ? checks : [ok(deployments, `'${status.name}', new runs go to ${current}`)];
}

const queueHop = 'Task queues';
/** A server that reads its queues without a limit takes 4 to 6 ms, one with its defaults about 30. */
const longestMs = 20;
/** Where the machine is busy everything takes long, and a wait in the server's queues longer than a call all the same. */
const longestInCalls = 1.5;
/** With longer calls the trial asks for fewer reads than a server with its defaults makes, so that no task waits. */
const longestCallMs = 12;
/** The trial gives up by itself before. */
const longestTrialMs = 25_000;

/** Every task that is not started at once waits so long, two or three times a step. */
async function checkQueueHop(client: Client): Promise<Check> {
  return measureQueueHop(client).then(judgeQueueHop, (error: unknown) =>
    warn(
      queueHop,
      `how long a task waits in the server could not be measured: ${error instanceof Error ? error.message : String(error)}`,
      'ask again when the server is less busy, with a key that may start and poll workflows',
    ),
  );
}

export function judgeQueueHop({ wait, call }: QueueHop): Check {
  const told = `a task waits ${wait.toFixed(0)} ms in the server`;
  if (wait > longestMs && wait > longestInCalls * call) {
    const settings = Object.entries(queueReaders).map(([key, value]) => `${key}: ${value}`);
    return warn(
      queueHop,
      `${told}; ${longestMs} ms and less is usual`,
      `in the dynamic configuration of a server of your own: ${settings.join(', ')}`,
    );
  }
  return ok(
    queueHop,
    call <= longestCallMs ? told : `not known: a call takes ${call.toFixed(0)} ms from here, as if the machine were busy or the server far`,
  );
}
