// What is told of a hold, and of what a run without a parent asked: by `show` while it lasts, by the report afterwards.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { reportSchema, type Report } from '../../../src/domain/report/report.schema.js';
import { assignThenFinish, memoryDevice, say } from '../../support/agent-harness.js';
import { useAgents } from '../../support/agents.js';
import { asClient } from '../../support/as-client.js';
import { commandLine, type CommandLine } from '../../support/command-line.js';
import { sharedServerAddress } from '../../support/temporal-server.js';
import { row } from '../../support/hold-screens.js';

const device = memoryDevice({
  start: 'main',
  screens: { main: { title: 'Main', controls: ['Add', 'Delete'].map((name) => ({ role: 'button', name })) } },
});
describe('what is told of a hold', () => {
  const world = useAgents();
  let folder: string;
  let steadyhand: CommandLine;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'steadyhand-told-'));
    steadyhand = commandLine({ address: sharedServerAddress(), folder, env: { STEADYHAND_SHARED: world.harness.config.shared } });
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  async function told(...args: readonly string[]): Promise<string> {
    const { code, stdout, stderr } = await steadyhand(...args);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    return stdout;
  }
  const reportOf = async (id: string): Promise<Report> => reportSchema.parse(JSON.parse(await told('report', id, '--json')));

  test('EV30, EV32, EV34: `show` says who has taken over an agent, and what they did, with its outcome', async () => {
    const started = await world.harness.run(
      { host: assignThenFinish, app: [say('PENDING', { Questions: ['Which day?'] }), say('FINISH', { Result: 'done' })] },
      { request: 'ask', device },
    );
    const question = await started.asks('question');
    await asClient(world.harness, started.id, async (run) => {
      await run.takeOver({ by: 'Ann', reason: 'a slip' });
      await run.act({ type: 'click', at: row(0) });
      await run.act({ type: 'click', at: row(1) });
      const held = await told('show', started.id);
      expect(held).toContain(`${started.id}  HELD`);
      expect(held).toMatch(/^Ann has taken over since .*, until .* at the latest \(a slip\)\.$/m);
      expect(held).toMatch(/^Ann 1 {2}[\d:]+ {2}Click “Add” \(button\) {2}by hand/m);
      expect(held).toMatch(/^Ann 2 {2}.*\n {4}Approved by Ann, who did it by hand: .*delet/m);
      await run.handBack();
      await run.answer(question.requestId, ['Friday']);
    });
    await started.handle.result();
    const { cards } = JSON.parse(await told('show', started.id, '--json')) as Pick<Report, 'cards'>;
    expect(cards.filter(({ agent }) => agent === 'Ann').flatMap(({ actions }) => actions)).toMatchObject([
      { text: 'click at 40, 12', outcome: 'done' },
      { text: 'click at 40, 36', outcome: 'done' },
    ]);
    const { asks, lane } = await reportOf(started.id);
    expect(asks).toMatchObject([{ text: 'Which day?', state: 'answered', answer: 'Friday' }]);
    expect(lane?.spans).toEqual(expect.arrayContaining([expect.objectContaining({ row: 'person', text: 'Ann has taken over' })]));
  });

  test('EV2, EV32: the report of a flow says what was asked although it is answered, and who did what by hand', async () => {
    const started = await world.harness.flow(
      () => ({
        name: 'asking',
        nodes: [
          { id: 'ask', name: 'ask', node_type: { type: 'Ask', question: 'Which day?' } },
          { id: 'press', name: 'press', node_type: { type: 'Click', target: 'Delete' } },
        ],
        edges: [{ from: 'ask', to: 'press' }],
      }),
      { device },
    );
    const question = await started.asks('question');
    await asClient(world.harness, started.id, async (run) => {
      await run.takeOver({ by: 'Ann' });
      await run.act({ type: 'click', at: row(0) });
      await run.handBack();
      await run.answer(question.requestId, ['Friday']);
      await run.confirm((await started.asks('confirmation')).requestId, true, { by: 'Bob' });
    });
    await started.handle.result();
    const { asks, holds } = await reportOf(started.id);
    expect(asks).toMatchObject([
      { kind: 'question', text: 'Which day?', state: 'answered', answer: 'Friday' },
      { kind: 'approval', text: expect.stringMatching(/delet/), state: 'approved', by: 'Bob' },
    ]);
    expect(holds).toMatchObject([{ by: 'Ann', state: 'handed-back', acts: [{ outcome: 'done' }] }]);
    expect(await told('show', started.id)).toMatch(/^Ann 1 .* by hand.*\n {4}click at 40, 12 → done$/m);
  });
});
