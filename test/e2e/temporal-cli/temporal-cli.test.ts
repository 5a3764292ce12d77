import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { assignThenFinish, click, memoryDevice, say, startHarness, until, type Harness } from '../../support/agent-harness.js';
import { cachedAndReplayed } from '../../support/caching.js';
import { sharedServerAddress, temporalCli } from '../../support/temporal-server.js';

const run = promisify(execFile);

describe.each(cachedAndReplayed)('the bare Temporal CLI (%s)', (_name, { env }) => {
  let harness: Harness;
  beforeAll(async () => {
    harness = await startHarness({ address: sharedServerAddress(), env });
  });
  afterAll(() => harness?.close());

  const device = memoryDevice({
    start: 'main',
    screens: {
      main: {
        title: 'Main',
        controls: [
          { role: 'button', name: 'Delete' },
          { role: 'textbox', name: 'Note' },
        ],
      },
    },
  });

  async function temporal(...args: readonly string[]): Promise<string> {
    const { stdout } = await run(temporalCli(), [...args, '--address', sharedServerAddress()]);
    return stdout;
  }

  async function refusal(...args: readonly string[]): Promise<string> {
    return temporal(...args).then(
      (said) => `accepted: ${said}`,
      (error: { stderr?: string }) => error.stderr ?? '',
    );
  }

  test('A75, D23: starts a run, finds what waits, answers by signal and by update, asks for progress, reads the result', async () => {
    const brain = harness.expect({
      host: assignThenFinish,
      app: [say('PENDING', { Questions: ['Which?'] }), click('Delete'), say('FINISH', { Result: 'deleted' })],
    });
    await temporal(
      'workflow',
      'start',
      '--type',
      'hostAgent',
      '--task-queue',
      'steadyhand',
      '--workflow-id',
      brain,
      '--input',
      JSON.stringify({ request: `tidy up ${brain}`, device }),
    );
    const asked = async (id: string) =>
      until(async () => {
        const said = JSON.parse(await temporal('workflow', 'query', '--workflow-id', id, '--type', 'progress', '--output', 'json')) as {
          queryResult?: readonly { request?: { requestId: string }; state?: string }[];
        };
        return said.queryResult?.[0]?.request;
      }, 'a request');
    const question = await asked(brain);
    await until(
      async () =>
        (await temporal('workflow', 'list', '-q', `SteadyhandState='PENDING' AND ExecutionStatus='Running'`)).includes(`${brain}/app-1`),
      'the list of what waits',
    );
    expect(await temporal('workflow', 'metadata', '--workflow-id', `${brain}/app-1`)).toContain('Which?');
    await temporal(
      'workflow',
      'signal',
      '--workflow-id',
      brain,
      '--name',
      'answer',
      '--input',
      JSON.stringify({ requestId: question.requestId, answers: ['this'] }),
    );
    await until(
      async () =>
        (await temporal('workflow', 'list', '-q', `SteadyhandState='CONFIRM' AND ExecutionStatus='Running'`)).includes(`${brain}/app-1`),
      'the confirmation',
    );
    const confirmation = await asked(brain);
    const body = JSON.stringify({ requestId: confirmation.requestId, approved: true });
    expect(await refusal('workflow', 'update', 'execute', '--workflow-id', brain, '--name', 'confirm', '--input', body)).toContain(
      `${brain}/app-1`,
    );
    expect(
      await refusal(
        'workflow',
        'update',
        'execute',
        '--workflow-id',
        `${brain}/app-1`,
        '--name',
        'confirm',
        '--input',
        body.replace('c1', 'c7').replace('c2', 'c7'),
      ),
    ).toContain(confirmation.requestId);
    await temporal('workflow', 'update', 'execute', '--workflow-id', `${brain}/app-1`, '--name', 'confirm', '--input', body);
    expect(await temporal('workflow', 'result', '--workflow-id', brain)).toContain('deleted');
  });

  test('cancel ends a run as cancelled and gives its device back', async () => {
    const brain = harness.expect({ host: assignThenFinish, app: [say('PENDING', { Questions: ['Which?'] })] });
    await temporal(
      'workflow',
      'start',
      '--type',
      'hostAgent',
      '--task-queue',
      'steadyhand',
      '--workflow-id',
      brain,
      '--input',
      JSON.stringify({ request: `wait ${brain}`, device }),
    );
    await until(
      async () => (await temporal('workflow', 'list', '-q', `SteadyhandState='PENDING' AND ExecutionStatus='Running'`)).includes(brain),
      'the question',
    );
    await temporal('workflow', 'cancel', '--workflow-id', brain);
    await until(async () => (await harness.client.workflow.getHandle(brain).describe()).status.name === 'CANCELLED', 'the end');
    await until(async () => harness.openDevices() === 0, 'closing the device');
  });

  test('A76: a run that is reset while its child asks begins again, asks again, and ends', async () => {
    const question = say('PENDING', { Questions: ['Which?'] });
    const brain = harness.expect({
      host: [...assignThenFinish.slice(0, 1), ...assignThenFinish],
      app: [question, question, say('FINISH', { Result: 'done' })],
    });
    const input = JSON.stringify({ request: `wait ${brain}`, device });
    await temporal('workflow', 'start', '--type', 'hostAgent', '--task-queue', 'steadyhand', '--workflow-id', brain, '--input', input);
    const handle = harness.client.workflow.getHandle(brain);
    const asked = () =>
      until(
        async () => (await handle.query<{ request?: { requestId: string; askedAt: string } }>('progress').catch(() => undefined))?.request,
        'the question',
      );
    const first = await asked();
    await temporal('workflow', 'reset', '--workflow-id', brain, '--type', 'FirstWorkflowTask', '--reason', 'a test');
    const { requestId } = await until(async () => {
      const request = await asked();
      return request.askedAt !== first.askedAt && request;
    }, 'the question after the reset');
    await temporal(
      ...['workflow', 'signal', '--workflow-id', brain, '--name', 'answer', '--input', JSON.stringify({ requestId, answers: ['this'] })],
    );
    expect(await temporal('workflow', 'result', '--workflow-id', brain)).toContain('completed');
    await until(async () => harness.openDevices() === 0, 'closing the device');
  });
});
