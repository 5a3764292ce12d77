// Reports of real runs, of every engine and in every state, by the command.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { reportSchema, type Report } from '../../src/domain/report/report.schema.js';
import { procedureUpdates, taskQueue } from '../../src/workflows/messages.js';
import { assignThenFinish, click, memoryDevice, say } from '../support/agent-harness.js';
import { useAgents } from '../support/agents.js';
import { asClient } from '../support/as-client.js';
import { explore } from '../support/explorers.js';
import { commandLine, type CommandLine } from '../support/command-line.js';
import { freePort } from '../support/free-port.mjs';
import { activity, documentOf, work } from '../support/procedures.js';
import { sharedServerAddress } from '../support/temporal-server.js';
import { until } from '../support/until.js';

describe('the report of a run', () => {
  const world = useAgents();
  let folder: string;
  let steadyhand: CommandLine;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'steadyhand-reports-'));
    steadyhand = commandLine({ address: sharedServerAddress(), folder, env: { STEADYHAND_SHARED: world.harness.config.shared } });
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** Checked by its schema. */
  async function reportOf(id: string, by: CommandLine = steadyhand): Promise<Report> {
    const { code, stdout, stderr } = await by('report', id, '--json');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    return reportSchema.parse(JSON.parse(stdout));
  }

  const form = () =>
    memoryDevice({
      start: 'form',
      screens: {
        form: { title: 'Form', controls: [{ role: 'button', name: 'Place order', on: { goto: 'thanks' } }] },
        thanks: { title: 'Thanks', controls: [{ role: 'heading', name: 'Order confirmed' }] },
      },
    });
  const ordering = () =>
    world.harness.run(
      {
        host: assignThenFinish,
        app: [say('PENDING', { Questions: ['Which day?'] }), click('Place order', 'CONFIRM'), say('FINISH', { Result: 'ordered' })],
      },
      { request: 'order', device: form() },
    );

  test('EV1, EV2, EV3, EV7: of an agent: while it asks, and when it has ended, with who approved it, its steps, and a page', async () => {
    const run = await ordering();
    const question = await run.asks();
    const waiting = await reportOf(run.id);
    expect(waiting).toMatchObject({
      engine: 'agent',
      head: { state: 'PENDING' },
      asks: [{ kind: 'question', text: 'Which day?', state: 'waiting' }],
    });
    expect((await steadyhand('answer', run.id, 'Friday', '--request', question.requestId)).code).toBe(0);
    await run.asks('confirmation');
    expect((await steadyhand('confirm', run.id, 'yes', '--by', 'Ann', '--note', 'go on')).stderr).toBe('');
    await run.handle.result();

    const report = await reportOf(run.id);
    expect(report.head).toMatchObject({ outcome: 'completed', result: 'ordered', unknownOutcomes: 0 });
    expect(report.head.duration?.people).toBeGreaterThan(0);
    expect(report.asks).toMatchObject([
      { kind: 'question', state: 'answered', answer: 'Friday', through: 'update' },
      { kind: 'approval', state: 'approved', by: 'Ann', note: 'go on', actions: ['Click “Place order”'] },
    ]);
    expect(report.asks[1]?.waitedMs).toBeGreaterThan(0);
    const asked = report.cards.find(({ guard }) => guard?.verdict === 'asked');
    expect(asked).toMatchObject({
      title: 'Click “Place order”',
      flags: ['asked'],
      notes: expect.arrayContaining([expect.stringContaining('Approved by Ann')]),
    });
    expect(report.cards.every(({ events, kind }) => kind !== 'step' || events.length > 0)).toBe(true);
    expect(report.missing).toEqual([]);

    const { stdout } = await steadyhand('report', run.id);
    expect(stdout).toContain(`${run.id}.html: ${report.cards.length} steps`);
    expect(await readFile(join(folder, `${run.id}.html`), 'utf8')).toContain('id="data"');
    const markdown = await steadyhand('report', run.id, '--markdown');
    expect(markdown.stdout).toContain('approved by Ann');
  });

  test('EV1: of a terminated run', async () => {
    const run = await ordering();
    await run.asks();
    await run.handle.terminate('no longer wanted');
    expect(await reportOf(run.id)).toMatchObject({ head: { state: 'TERMINATED', outcome: 'terminated' }, asks: [{ text: 'Which day?' }] });
  });

  test('EV1: of a run whose subtask failed', async () => {
    const run = await world.harness.run(
      { host: assignThenFinish, app: [say('FAIL', { Comment: 'there is no kettle' })] },
      { request: 'order', device: form() },
    );
    await run.handle.result().catch(() => undefined);
    const { cards } = await reportOf(run.id);
    expect(cards.flatMap(({ flags }) => flags)).toContain('failed');
  });

  test('EV1: of a run that failed before its first step', async () => {
    const id = `agent-report-${process.pid}-${Date.now().toString(36)}`;
    const handle = await world.harness.client.workflow.start('hostAgent', { workflowId: id, taskQueue, args: [{ reqest: 'order' }] });
    await handle.result().catch(() => undefined);
    const { head, cards } = await reportOf(id);
    expect(head).toMatchObject({ state: 'FAILED', outcome: 'error', message: expect.stringContaining('reqest') });
    expect(cards).toEqual([]);
  });

  test('EV1: without a server, from the records alone, which says what is not known', async () => {
    const run = await ordering();
    await run.asks();
    await run.handle.terminate('enough');
    const address = `127.0.0.1:${await freePort()}`;
    const alone = commandLine({ address, folder, env: { STEADYHAND_SHARED: world.harness.config.shared } });
    const report = await reportOf(run.id, alone);
    expect(report).toMatchObject({ head: { state: 'UNKNOWN' }, asks: [] });
    expect(report.cards.length).toBeGreaterThan(0);
    expect(report.missing).toEqual([expect.stringContaining(`No Temporal server answers at ${address}`)]);
  });

  test('EV1, EV7: of a flow, with its nodes and checks, also as JUnit', async () => {
    const node = (id: string, node_type: object, more: object = {}) => ({ id, name: id, node_type, ...more });
    const run = await world.harness.flow(
      () => ({
        name: 'ordering',
        nodes: [node('look', { type: 'FindText', search_text: 'Place order' }), node('press', { type: 'Click', target: 'Place order' })],
        edges: [{ from: 'look', to: 'press' }],
      }),
      { device: form() },
    );
    await until(async () => (await steadyhand('inbox', '--json')).stdout.includes(run.id), 'it asks for an approval');
    expect((await steadyhand('confirm', run.id, 'yes', '--by', 'Ann')).code).toBe(0);
    await run.handle.result();
    const report = await reportOf(run.id);
    expect(report).toMatchObject({
      engine: 'flow',
      head: { request: 'ordering', outcome: 'completed' },
      asks: [{ state: 'approved', by: 'Ann' }],
    });
    expect(report.cards.map(({ kind, agent }) => [kind, agent])).toEqual(expect.arrayContaining([['node', 'look']]));
    const { stdout } = await steadyhand('report', run.id, '--junit');
    expect(stdout).toContain('<testsuites tests="1"');
  });

  test('EV1: of a procedure, with what happened in it', async () => {
    const id = `procedure-report-${process.pid}-${Date.now().toString(36)}`;
    const definition = documentOf([activity('plan', { steps: [work('read'), work('write')] })]);
    const handle = await world.harness.client.workflow.start('procedure', { workflowId: id, taskQueue, args: [{ definition }] });
    await handle
      .executeUpdate(procedureUpdates.complete_step, { args: [{ revision: 1, step_id: 'read', summary: 'read it', by: 'human' }] })
      .catch(() => undefined);
    const report = await reportOf(id);
    expect(report).toMatchObject({ engine: 'procedure', missing: [] });
    expect(report.cards.map(({ title }) => title).join('\n')).toMatch(/Started/);
    await handle.terminate();
  });

  test('EV1: of a run that is at work', async () => {
    let goOn: (() => void) | undefined;
    const thinking = async () => {
      await new Promise<void>((resolve) => (goOn = resolve));
      return { Function: '', Status: 'FINISH', Result: 'r', Comment: 'done' };
    };
    const run = await world.harness.run({ host: assignThenFinish, app: [thinking] }, { request: 'think', device: form() });
    await until(() => goOn, 'the model to think');
    const report = await reportOf(run.id);
    expect(report).toMatchObject({ head: { state: 'RUNNING', request: run.request }, asks: [], holds: [], missing: [] });
    expect(report.head.ended).toBeUndefined();
    goOn?.();
    await run.handle.result();
  });

  test('EV1, EV2: of a run that a person had taken over: who, when, what they did, how it went on', async () => {
    const run = await world.harness.run(
      {
        host: assignThenFinish,
        app: [say('PENDING', { Questions: ['There is a captcha.'], NeedsHands: true }), say('FINISH', { Result: 'ordered' })],
      },
      { request: 'order', device: form() },
    );
    await run.asks();
    await asClient(world.harness, run.id, async (held) => {
      await held.takeOver({ by: 'Ann', reason: 'a captcha' });
      await held.look();
      await held.act({ type: 'click', at: { x: 40, y: 12 } });
      expect(await reportOf(run.id)).toMatchObject({
        head: { state: 'HELD' },
        asks: [{ state: 'waiting', needsHands: true }],
        holds: [{ by: 'Ann', state: 'held', acts: [{ outcome: 'done' }] }],
      });
      await held.act({ type: 'go-back' });
      await held.handBack({ note: 'solved' });
    });
    await run.handle.result();
    const report = await reportOf(run.id);
    expect(report.missing).toEqual([]);
    expect(report.holds).toMatchObject([
      {
        by: 'Ann',
        reason: 'a captcha',
        state: 'handed-back',
        note: 'solved',
        acts: [{ text: 'click “Place order” (button)' }, { text: 'go back' }],
      },
    ]);
    expect(report.asks).toMatchObject([{ state: 'answered', answer: 'solved', by: 'Ann' }]);
    expect(report.head.duration?.people).toBeGreaterThanOrEqual(report.holds[0]?.heldMs ?? Infinity);
    const acts = report.cards.filter(({ kind }) => kind === 'act');
    expect(acts.map(({ agent, pictures }) => [agent, Object.keys(pictures)])).toEqual([
      ['Ann', ['before', 'after']],
      ['Ann', ['before', 'after']],
    ]);
    // What a person does is no step of the run.
    expect(report.head.steps).toBe(report.cards.length - acts.length);
    expect(report.lane?.marks.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['took', 'act', 'gave']));
    expect((await steadyhand('report', run.id, '--markdown')).stdout).toContain('### By hand: Ann');
  });

  test('EV1, E81: of an explorer, with its ways from screen to screen and a link to its map, which is written beside it', async () => {
    const { capabilities } = memoryDevice({
      start: 'main',
      screens: {
        main: { title: 'Main', controls: [{ role: 'link', name: 'Next', on: { goto: 'next' } }] },
        next: { title: 'Next', controls: [{ role: 'link', name: 'Back', on: { goto: 'main' } }] },
      },
    });
    const appId = `reported-${process.pid}`;
    const device = { kind: 'memory', script: capabilities.script } as const;
    const handle = await explore(world.harness.client, { device, appId, budget: { maxSteps: 8 } });
    // Before it has a result, too.
    expect((await reportOf(handle.workflowId)).head).toMatchObject({ links: [{ text: `Map of ${appId}` }] });
    const { steps } = await handle.result();
    const report = await reportOf(handle.workflowId);
    expect(report).toMatchObject({
      engine: 'explorer',
      head: { steps, outcome: expect.any(String), result: expect.stringMatching(/^It stopped/) },
    });
    expect(report.cards.map(({ title }) => title).join('\n')).toMatch(/leads to/);
    // Each way has its own time, and all of them count.
    const times = report.cards.map(({ at }) => at);
    expect([new Set(times).size, times]).toEqual([times.length, times.toSorted()]);
    const [link] = report.head.links;
    expect((await steadyhand('report', handle.workflowId)).code).toBe(0);
    expect(await readFile(join(folder, link?.href ?? ''), 'utf8')).toContain('<!doctype html>');
    expect(await readFile(join(folder, `${handle.workflowId}.html`), 'utf8')).toContain(link?.href ?? 'no link');
  });

  test.each([
    [['report', 'nobody'], "There is no run 'nobody'"],
    [['report', 'nobody', '--junit', '--markdown'], '--markdown and --junit cannot be combined'],
    [['report', 'nobody', '--junit', '--open'], '--open shows the page'],
    [['report'], "missing required argument 'id'"],
  ])('EV7: %j is answered by one sentence', async (args, sentence) => {
    const { code, stdout, stderr } = await steadyhand(...args);
    expect(code).not.toBe(0);
    expect(stdout).toBe('');
    expect(stderr).toContain(sentence);
    expect(
      stderr
        .trim()
        .split('\n')
        .filter((line) => line.includes('    at ')),
    ).toEqual([]);
  });

  test('EV7: a file that cannot be written is named', async () => {
    const run = await ordering();
    await run.asks();
    const { code, stderr } = await steadyhand('report', run.id, '--out', 'no-such-folder/x.html');
    expect(code).not.toBe(0);
    expect(stderr).toContain('no-such-folder/x.html cannot be written');
    await run.handle.terminate();
  });
});
