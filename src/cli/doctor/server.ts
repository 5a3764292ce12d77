// Whether a run started now would make progress.
import type { Client } from '@temporalio/client';
import { steadyhandState, taskQueue } from '../../workflows/messages.js';
import type { CliContext } from '../context.js';
import { deploymentStatus, type DeploymentStatus, isPolled } from '../../client/deployment.js';
import { clientErrorOf, waysToServer } from '../../client/errors.js';
import { errorContextOf } from '../../client/context.js';
import { knowsSearchAttribute, recentPollers, workerPolls, type Poller } from '../../client/server-facts.js';
import { KeyRingError, EncryptionError } from '../../ports/keys.js';
import { type Check, fail, ok, warn } from './check.js';
import { measureQueueHop, type QueueHop, queueReaders } from '../../client/queue-hop.js';

/** The other checks are told whatever keeps this client from its server. */
export async function checkServer(context: CliContext): Promise<readonly Check[]> {
  try {
    return await askServer(context);
  } catch (error) {
    const { message } = clientErrorOf(error, errorContextOf(context));
    const [, detail = message, advice = 'see its log'] = /^(.+?): (.+?)\.?$/.exec(message) ?? [];
    return [fail('Temporal server', detail, advice)];
  }
}

async function askServer(context: CliContext): Promise<readonly Check[]> {
  const address = context.server().address;
  if (!(await context.serverAnswers()))
    return [fail('Temporal server', `nothing answers at ${address}`, waysToServer(errorContextOf(context)))];
  const client = await context.client().catch((error: unknown) => {
    if (error instanceof EncryptionError || error instanceof KeyRingError) return undefined;
    throw error;
  });
  if (!client) return [fail('Temporal server', `one answers at ${address}, and is not asked without the keys`, 'see Encryption')];
  return [
    await version(client, address),
    await searchAttribute(client, context.program),
    await worker(client, context.program),
    ...(await deployment(client, context)),
    await checkQueueHop(client),
  ];
}

async function version(client: Client, address: string): Promise<Check> {
  const { serverVersion } = await client.workflowService.getSystemInfo({});
  return ok('Temporal server', `${serverVersion ?? 'unknown version'}  ${address}`);
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

const name = 'Deployment';

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
      name,
      `${open} open on version ${buildId}, which has no worker: they stand still`,
      `start that version's worker again, with STEADYHAND_BUILD_ID=${buildId}, STEADYHAND_KINDS=none and a STEADYHAND_HOME of its own`,
    ),
  );
  if (current === undefined) {
    // Workers without a version take new runs as ever.
    if (hasWorker(undefined)) return [...checks, ok(name, 'new runs go to workers without a build id')];
    return [fail(name, `no version of '${status.name}' gets new runs`, promote('<build id>')), ...checks];
  }
  if (!hasWorker(current))
    return [
      fail(name, `new runs go to version ${current}, which has no worker`, `start it with STEADYHAND_BUILD_ID=${current}`),
      ...checks,
    ];
  if (
    ownBuildId !== undefined &&
    ownBuildId !== current &&
    versions.some(({ buildId, wasPromoted }) => buildId === ownBuildId && !wasPromoted)
  )
    return [warn(name, `version ${ownBuildId} is configured here, and new runs go to ${current}`, promote(ownBuildId)), ...checks];
  return checks.length > 0 ? checks : [ok(name, `'${status.name}', new runs go to ${current}`)];
}

const queueHop = 'Task queues';
/** A server that reads its queues without a limit takes 4 to 6 ms, one with its defaults about 30. */
const longestMs = 20;
/** Where the machine is busy everything takes long, and a wait in the server's queues longer than a call all the same. */
const longestInCalls = 1.5;
/** With longer calls the trial asks for fewer reads than a server with its defaults makes, so that no task waits. */
const longestCallMs = 12;

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
