import { storesIn } from '../../support/stores-in.js';
import { createStepReader } from '../../../src/client/report/step-cards.js';
import { agentCards } from '../../../src/domain/report/agent-cards.js';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { assignThenFinish, click, memoryDevice, say, startHarness, type Harness, type Situation } from '../../support/agent-harness.js';
import { until } from '../../support/until.js';
import { sharedServerAddress, temporalCli } from '../../support/temporal-server.js';

const run = promisify(execFile);

describe('the bare Temporal CLI', () => {
  let harness: Harness;
  beforeAll(async () => {
    // Each agent's part of a reset is looked at: the host decides as well.
    harness = await startHarness({ address: sharedServerAddress(), config: { settings: { host: 'always' } } });
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

  async function start(id: string): Promise<void> {
    const input = JSON.stringify({ request: `tidy up ${id}`, device });
    await temporal('workflow', 'start', '--type', 'hostAgent', '--task-queue', 'steadyhand', '--workflow-id', id, '--input', input);
  }

  async function answer(id: string, requestId: string): Promise<void> {
    const input = JSON.stringify({ requestId, answers: ['this'] });
    await temporal('workflow', 'signal', '--workflow-id', id, '--name', 'answer', '--input', input);
  }

  async function untilListed(id: string, state: 'PENDING' | 'CONFIRM'): Promise<void> {
    const query = `SteadyhandState='${state}' AND ExecutionStatus='Running'`;
    await until(async () => (await temporal('workflow', 'list', '-q', query)).includes(id), `${id} in the list of what is ${state}`);
  }

  async function refusal(...args: readonly string[]): Promise<string> {
    return temporal(...args).then(
      (said) => `accepted: ${said}`,
      (error: { stderr?: string }) => error.stderr ?? '',
    );
  }

  test('A75, D23: starts a run, finds what waits, answers by signal and by update, queries progress, reads the result', async () => {
    const brain = harness.expect({
      host: assignThenFinish,
      app: [say('PENDING', { Questions: ['Which?'] }), click('Delete'), say('FINISH', { Result: 'deleted' })],
    });
    await start(brain);
    const asked = async (id: string) =>
      until(async () => {
        const said = JSON.parse(await temporal('workflow', 'query', '--workflow-id', id, '--type', 'progress', '--output', 'json')) as {
          queryResult?: readonly { request?: { requestId: string }; state?: string }[];
        };
        return said.queryResult?.[0]?.request;
      }, 'a request');
    const question = await asked(brain);
    await untilListed(brain, 'PENDING');
    expect(await temporal('workflow', 'metadata', '--workflow-id', brain)).toContain('Which?');
    await answer(brain, question.requestId);
    await untilListed(brain, 'CONFIRM');
    const confirmation = await asked(brain);
    const body = JSON.stringify({ requestId: confirmation.requestId, approved: true });
    const confirm = (id: string, input: string) =>
      ['workflow', 'update', 'execute', '--workflow-id', id, '--name', 'confirm', '--input', input] as const;
    const stale = body.replace(/c\d/, 'c7');
    expect(await refusal(...confirm(brain, stale))).toContain("pending is confirmation 'app-1.c2-…' (click_input)");
    await temporal(...confirm(brain, body));
    expect(await temporal('workflow', 'result', '--workflow-id', brain)).toContain('deleted');
  });

  test('cancel ends a run as cancelled and releases its device', async () => {
    const brain = harness.expect({ host: assignThenFinish, app: [say('PENDING', { Questions: ['Which?'] })] });
    await start(brain);
    await untilListed(brain, 'PENDING');
    await temporal('workflow', 'cancel', '--workflow-id', brain);
    await until(async () => (await harness.client.workflow.getHandle(brain).describe()).status.name === 'CANCELLED', 'the end');
    await until(async () => harness.openDevices() === 0, 'closing the device');
  });

  test('A76: a run that is reset while its child asks starts again, asks again, and ends', async () => {
    const question = say('PENDING', { Questions: ['Which?'] });
    const assign = assignThenFinish[0] as (situation: Situation) => Record<string, unknown>;
    let letDecide = (): void => undefined;
    let mayDecide = Promise.resolve();
    const brain = harness.expect({
      host: [async (situation) => (await mayDecide, assign(situation)), ...assignThenFinish.slice(1)],
      app: [question, say('FINISH', { Result: 'done' })],
    });
    await start(brain);
    const handle = harness.client.workflow.getHandle(brain);
    const asked = () =>
      until(
        async () =>
          (await handle.query<{ request?: { requestId: string; requestedAt: string } }>('progress').catch(() => undefined))?.request,
        'the question',
      );
    const first = await asked();
    mayDecide = new Promise((resolve) => (letDecide = resolve));
    await temporal('workflow', 'reset', '--workflow-id', brain, '--type', 'FirstWorkflowTask', '--reason', 'a test');
    // Until it decides again, it has no steps.
    const { records } = storesIn(harness.config.shared);
    const recordsNow = createStepReader({ records: () => records, client: async () => harness.client }, brain);
    const cardsNow = async () => agentCards(brain, (await recordsNow()).steps).map(({ card }) => card);
    expect(await records.read(brain)).not.toEqual([]);
    expect(await cardsNow()).toEqual([]);
    letDecide();
    const { requestId } = await until(async () => {
      const request = await asked();
      return request.requestedAt !== first.requestedAt && request;
    }, 'the question after the reset');
    await answer(brain, requestId);
    expect(await temporal('workflow', 'result', '--workflow-id', brain)).toContain('completed');
    await until(async () => harness.openDevices() === 0, 'closing the device');
    expect((await cardsNow()).map(({ status }) => status)).toEqual(['ASSIGN', 'PENDING', 'FINISH', 'FINISH']);
  });
});
