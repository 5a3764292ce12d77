// Whether a run started now would make progress.
import type { Client } from '@temporalio/client';
import { steadyhandState, taskQueue } from '../../workflows/messages.js';
import type { CliContext } from '../context.js';
import { deploymentStatus } from '../../client/deployment.js';
import { clientErrorOf, waysToServer } from '../../client/errors.js';
import { surroundingsOf } from '../../client/surroundings.js';
import { knowsSearchAttribute, recentPollers, workerPolls } from '../../client/server-facts.js';
import { KeyRingError } from '../../ports/key-ring.js';
import { EncryptionError } from '../../ports/payload-keys.js';
import { type Check, fail, ok } from './check.js';
import { judgeDeployment } from './deployment.js';
import { checkQueueHop } from './queue-hop.js';

/** The other checks are told whatever keeps this client from its server. */
export async function checkServer(context: CliContext): Promise<readonly Check[]> {
  try {
    return await askServer(context);
  } catch (error) {
    const { message } = clientErrorOf(error, surroundingsOf(context));
    const [, detail = message, advice = 'see its log'] = /^(.+?): (.+?)\.?$/.exec(message) ?? [];
    return [fail('Temporal server', detail, advice)];
  }
}

async function askServer(context: CliContext): Promise<readonly Check[]> {
  const address = context.server().address;
  if (!(await context.serverAnswers()))
    return [fail('Temporal server', `nothing answers at ${address}`, waysToServer(surroundingsOf(context)))];
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
