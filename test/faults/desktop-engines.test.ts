// The engines on a desktop.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { explore } from '../support/explorers.js';
import { connect } from '../../src/client.js';
import { assignThenFinish, click, startHarness, type, type Harness } from '../support/agent-harness.js';
import { describeWithDesktop, offerApplications, type TestApplications } from '../support/desktop/test-desktop.js';
import { sharedServerAddress } from '../support/temporal-server.js';
import type { Json } from '../../src/domain/run/json.js';
import { taskQueue } from '../../src/workflows/messages.js';
import { activity, documentOf, work } from '../support/procedures.js';
import { edge, node } from '../pure/flow/documents.js';

describeWithDesktop('engines on a desktop', () => {
  let applications: TestApplications;
  let harness: Harness;
  beforeAll(async () => {
    applications = await offerApplications({
      Form: ['form'],
      Canvas: ['canvas'],
      Script: ['launcher.sh', 'gjs', fileURLToPath(new URL('../support/desktop/form.gjs.js', import.meta.url))],
    });
    harness = await startHarness({ address: sharedServerAddress(), config: { kinds: ['desktop'], slots: 1, desktop: { virtual: true } } });
  });
  afterAll(async () => {
    await harness?.close();
    await applications?.dispose();
  });

  test('a flow types, presses a key, clicks and reads what is there afterwards', async () => {
    const run = await harness.flow(
      (id) => ({
        name: id,
        nodes: [
          node('aim', { type: 'Click', target: 'Name' }),
          node('type', { type: 'TypeText', text: 'Ada Lovelace' }),
          node('windows', { type: 'ListWindows' }),
          node('next', { type: 'Click', target: 'Next' }),
          node('second', { type: 'FindText', search_text: 'Second screen' }),
          node('done', { type: 'Click', target: 'Done' }),
          node('first', { type: 'FindText', search_text: 'Next' }),
        ],
        edges: ['aim type', 'type windows', 'windows next', 'next second', 'second done', 'done first'].map((pair) => {
          const [from = '', to = ''] = pair.split(' ');
          return edge(from, to);
        }),
      }),
      { device: { kind: 'desktop', app: 'Form' } },
    );
    expect(await run.handle.result()).toMatchObject({
      outcome: 'completed',
      variables: { 'windows.count': 1, 'second.found': true, 'first.found': true },
    });
  });

  test('RP1, RP3: an agent’s run becomes a flow that does the same again, with another name, and asks no model', async () => {
    const run = await harness.run(
      { host: assignThenFinish, app: [type('Name', 'Ada Lovelace'), click('Next'), click('Done', 'FINISH')] },
      { request: 'Enter Ada Lovelace and go on', device: { kind: 'desktop', app: 'Form' } },
    );
    await run.handle.result();
    const steadyhand = await connect({ env: { TEMPORAL_ADDRESS: sharedServerAddress(), STEADYHAND_SHARED: harness.config.shared } });
    const { flow, leftOut } = await steadyhand.compile(run.id).finally(() => steadyhand.close());
    expect(flow.nodes.map(({ node_type: { type: kind } }) => kind)).toEqual(['Act', 'Act', 'Act', 'Expect']);
    expect([flow.form?.map(({ default: value }) => value), leftOut]).toEqual([['Ada Lovelace'], []]);
    const asked = harness.asked(run).length;
    const again = await harness.flow(() => flow, {
      device: { kind: 'desktop', app: 'Form' },
      heal: 'never',
      variables: { [flow.form?.[0]?.name ?? '']: 'Grace Hopper' },
    });
    expect(await again.handle.result()).toMatchObject({ outcome: 'completed' });
    expect(harness.asked(run)).toHaveLength(asked);
  });

  test('a flow clicks a text of an application without accessibility information, after a person approved it', async () => {
    const run = await harness.flow(
      (id) => ({
        name: id,
        nodes: [node('order', { type: 'Click', target: 'Place order' }), node('one', { type: 'FindText', search_text: 'Orders so far 1' })],
        edges: [edge('order', 'one')],
      }),
      { device: { kind: 'desktop', app: 'Canvas' } },
    );
    const { requestId } = await run.asks('confirmation');
    await run.handle.executeUpdate('confirm', { args: [{ requestId, approved: true }] });
    expect(await run.handle.result()).toMatchObject({ outcome: 'completed', variables: { 'one.found': true } });
  });

  test('the flow of examples/desktop writes a note, including a character that no key types, and reads it back', async () => {
    const flow = JSON.parse(await readFile(new URL('../../examples/desktop/note.flow.json', import.meta.url), 'utf8')) as object;
    const run = await harness.flow(() => flow, { device: { kind: 'desktop', app: 'mousepad' } });
    expect(await run.handle.result()).toMatchObject({ outcome: 'completed', variables: { 'read_it_back.found': true } });
  });

  test('a flow does a step of a procedure', async () => {
    const flow: Record<string, Json> = {
      name: 'next',
      nodes: [
        { id: 'next', name: 'next', node_type: { type: 'Click', target: 'Next' } },
        { id: 'second', name: 'second', node_type: { type: 'FindText', search_text: 'Second screen' } },
      ],
      edges: [{ from: 'next', to: 'second' }],
    };
    const definition = documentOf([activity('first', { steps: [work('own', { run: { flow: 'next' } })] })], { flows: { next: flow } });
    const procedure = await harness.client.workflow.start('procedure', {
      taskQueue,
      workflowId: harness.expect({}),
      args: [{ definition, device: { kind: 'desktop', app: 'Form' } }],
    });
    expect(await procedure.result()).toMatchObject({ outcome: 'completed' });
    const step = harness.client.workflow.getHandle(`${procedure.workflowId}/step-1`);
    expect(await step.result()).toMatchObject({ outcome: 'completed', variables: { 'second.found': true } });
  });

  test.each([
    ['an application', 'Form'],
    ['one that a script starts', 'Script'],
  ])('an explorer maps the screens of %s', async (_what, app) => {
    const handle = await explore(harness.client, { appId: app, device: { kind: 'desktop', app }, budget: { max_steps: 20 } });
    expect(await handle.result()).toMatchObject({ stop_reason: 'success', coverage_pct: 100, screens: 2, edges: 2 });
  });
});
