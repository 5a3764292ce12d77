// The flow commands as a person uses them: run, followed, shown and drawn, with a worker on an in-memory device.
import { summariesOf } from '../../support/summaries.js';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { WorkflowHandle } from '@temporalio/client';
import { progressQuery, taskQueue } from '../../../src/workflows/messages.js';
import { memoryDevice } from '../../support/agent-harness.js';
import { useAgents } from '../../support/agents.js';
import { commandLine, endProcess, type CommandLine, type Started } from '../../support/command-line.js';
import { click, decide, end, never, repeat } from '../../support/flows.js';
import { sharedServerAddress } from '../../support/temporal-server.js';
import { until } from '../../support/until.js';
import { edge, flow, literal, node, when } from '../../pure/flow/documents.js';

/** Asks in every round, so that it can be inspected there; ends at a Switch without a matching case. */
const document = flow(
  [
    click('off', 'Add', { enabled: false }),
    repeat('round', 2, never),
    click('add', 'Add'),
    node('ask', { type: 'Ask', question: 'Well?' }),
    end('round'),
    decide('sure', when(literal(1), 'Equals', literal(1))),
    node('which', { type: 'Switch', cases: [{ name: 'nothing', condition: never }] }),
    click('other', 'Add'),
    click('last', 'Add'),
  ],
  [
    edge('off', 'round'),
    edge('round', 'add', 'LoopBody'),
    edge('add', 'ask'),
    edge('ask', 'end-round'),
    edge('end-round', 'round'),
    edge('round', 'sure', 'LoopDone'),
    edge('sure', 'which', 'IfTrue'),
    edge('sure', 'other', 'IfFalse'),
    edge('which', 'last', 'SwitchCase nothing'),
  ],
);

describe('the flow commands', () => {
  const world = useAgents();
  let folder: string;
  let steadyhand: CommandLine;
  let followed: Started | undefined;

  const write = (name: string, value: object) => writeFile(join(folder, name), JSON.stringify(value));
  const device = () =>
    memoryDevice({
      start: 'main',
      screens: { main: { title: 'Desk', controls: [{ role: 'button', name: 'Add', on: { post: { url: world.ledger.url } } }] } },
    });
  const asked = (handle: WorkflowHandle, before = '') =>
    until(async () => {
      const { request } = await handle.query(progressQuery);
      return request && request.requestId !== before ? request.requestId : undefined;
    }, 'a question');

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'steadyhand-flow-cli-'));
    await write('round.flow.json', document);
    await write('input.json', { device: device() });
    steadyhand = commandLine({
      address: sharedServerAddress(),
      folder,
      env: { STEADYHAND_SHARED: world.harness.config.shared, STEADYHAND_KINDS: 'memory' },
    });
  });
  afterAll(async () => {
    // It continues after a failure of its test.
    if (followed) await endProcess(followed);
    await rm(folder, { recursive: true, force: true });
  });

  test('F236, F237, F238, F239: a run is followed card by card, and then shown and drawn', async () => {
    const id = world.harness.expect({});
    const handle = world.harness.client.workflow.getHandle(id);
    const following = (followed = steadyhand.start('flow', 'run', 'round.flow.json', '--input', 'input.json', '--id', id, '--follow'));
    await until(() => Promise.resolve(/^ +4 {2}ask · round 1\/2$/m.test(following.stdout())), 'the question of the first round');
    const first = await asked(handle);
    await handle.signal('answer', { requestId: first, answers: ['go on'] });
    await until(() => Promise.resolve(/^ +8 {2}ask · round 2\/2$/m.test(following.stdout())), 'the question of the second round');
    expect((await steadyhand('flow', 'draw', 'round.flow.json', '--run', id)).stdout).toContain('"body #215;2"');
    await handle.signal('answer', { requestId: await asked(handle, first), answers: ['enough'] });

    const { code, stdout } = await following.ended;
    const path = ['off', 'round', 'add', 'ask', 'end-round', 'round', 'add', 'ask', 'end-round', 'round', 'sure', 'which'];
    const cardsIn = (text: string) => [...text.matchAll(/^(\w+ \d) {2}\d\d:\d\d:\d\d/gm)].map(([, name]) => name);
    const cards = ['add 1', 'ask 1', 'add 2', 'ask 2', 'which 1'];
    const begun = [...stdout.matchAll(/^ +(\d+) {2}([\w-]+)/gm)].map(([, number, name]) => `${number} ${name}`);
    expect({ code, begun, cards: cardsIn(stdout) }).toEqual({ code: 0, begun: path.map((name, index) => `${index + 1} ${name}`), cards });
    expect(stdout).toMatch(/\ncompleted\n$/);

    const shown = (await steadyhand('flow', 'show', id)).stdout;
    expect(cardsIn(shown)).toEqual(cards);
    expect(shown.split('\n')).toContain(`Path  ${path.join(' → ')}`);
    for (const text of [stdout, shown])
      expect(text.split('\n').flatMap((line) => / {2}([↻◆!] .*)$/.exec(line)?.[1] ?? [])).toEqual([
        '↻ round 1/2',
        '↻ round 2/2',
        '! which: no case matched, and there is no SwitchDefault: the path ends here',
        '↻ round left after 2: max_iterations',
        '! round: the loop ended after 2 iterations without its exit condition',
        '◆ sure → IfTrue',
      ]);

    await steadyhand('flow', 'draw', 'round.flow.json', '--run', id, '--svg', 'round.svg');
    const picture = await readFile(join(folder, 'round.svg'), 'utf8');
    expect(picture).toMatch(/^(<\?xml[^>]*>\s*)?<svg /);
    expect(picture).toContain('body ×2');

    const inLoop = (await summariesOf(handle))
      .filter((summary) => summary.includes('add: '))
      .map((summary) => / · Loop .*\/2/.exec(summary)?.[0]);
    expect(inLoop).toEqual([1, 2].map((round) => ` · Loop "round" ${round}/2`));
  });

  test('F236, F237: a stopped run is drawn and shown as far as it got', async () => {
    const { id, handle, asks } = await world.harness.flow(() => document, { device: device() });
    await asks('question');
    await handle.cancel();
    await expect(handle.result()).rejects.toMatchObject({ cause: { name: 'CancelledFailure' } });
    const [drawn, shown] = await Promise.all([steadyhand('flow', 'draw', 'round.flow.json', '--run', id), steadyhand('flow', 'show', id)]);
    expect(drawn).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('"body #215;1"') });
    expect(drawn.stdout).toContain('class n0,n1,n2,n3 visited');
    expect(shown.stdout).toContain('\nPath  off → round → add → ask\n');
    expect(shown.stdout).toMatch(/^ask 1 .* stopped/m);
  });

  test('F248: the list says what came of a run, as show does, where the server says COMPLETED', async () => {
    const twice = flow([click('one', 'Add'), click('two', 'Add')], [edge('one', 'two')]);
    const { id, handle } = await world.harness.flow(() => twice, { device: device(), budget: { maxSteps: 1 } });
    const { outcome } = await handle.result();
    expect(outcome).toBe('step-limit');
    const line = await until(
      async () => (await steadyhand('list', '--limit', '200')).stdout.split('\n').find((each) => each.startsWith(`${id} `)),
      'the run in the list',
    );
    expect(line).toContain(` ${outcome} `);
    expect((await steadyhand('show', id)).stdout).toContain(`${id}  ${outcome}\n`);
    const listed = (await steadyhand('list', '--state', 'completed', '--limit', '200', '--json')).stdout.trim().split('\n');
    expect(listed.map((each) => JSON.parse(each) as object)).toContainEqual(expect.objectContaining({ id, state: 'COMPLETED', outcome }));
  });

  test('F237: a run that visited nothing is reported as such, with what to do', async () => {
    const begin = (queue: string) =>
      world.harness.client.workflow.start('flow', { taskQueue: queue, workflowId: world.harness.expect({}), args: [{ device: device() }] });
    const [refused, alone] = [await begin(taskQueue), await begin('nobody polls here')];
    await expect(refused.result()).rejects.toThrow();
    await alone.terminate();
    const drawn = ({ workflowId }: WorkflowHandle) => steadyhand('flow', 'draw', 'round.flow.json', '--run', workflowId);
    const [ofRefused, ofAlone] = await Promise.all([drawn(refused), drawn(alone)]);
    const said = ({ workflowId: id }: WorkflowHandle) =>
      `error '${id}' ended before it visited a node: \`npx steadyhand flow show ${id}\` says why; without --run the flow is drawn as it is.\n`;
    expect(ofRefused).toEqual({ code: 1, stdout: '', stderr: said(refused) });
    expect(ofAlone).toEqual({ code: 1, stdout: '', stderr: said(alone) });
  });

  test('F238: validate reports every error of every file with its node, and draw refuses such a file', async () => {
    await write('wrong.flow.json', flow([click('a', ''), click('b', 'Add', { retries: 11 })], [edge('a', 'b')]));
    await write('open.flow.json', flow([decide('sure', never)]));
    const [validated, drawn, plain] = await Promise.all([
      steadyhand('flow', 'validate', 'wrong.flow.json', 'round.flow.json', 'open.flow.json'),
      steadyhand('flow', 'draw', 'wrong.flow.json'),
      steadyhand('flow', 'draw', 'round.flow.json'),
    ]);
    expect(validated.code).toBe(1);
    expect(validated.stdout.trimEnd().split('\n')).toEqual([
      'wrong.flow.json  cannot run',
      '  error: "a" (a): node_type.target is ""; expected a text that is not blank',
      '  error: "b" (b): retries is 11; expected at most 10',
      'round.flow.json  ok',
      'open.flow.json  cannot run',
      '  error: "sure" (sure): no edge IfTrue leaves it, and an If needs one',
      '  error: "sure" (sure): no edge IfFalse leaves it, and an If needs one',
    ]);
    expect(drawn).toMatchObject({ code: 1, stderr: expect.stringMatching(/wrong\.flow\.json has 2 errors: .*flow validate/) });
    expect(plain.stdout).toMatch(/^flowchart TD\n/);
    expect(plain.stdout).not.toMatch(/#215;|class n\d.* visited/);
  });
});
