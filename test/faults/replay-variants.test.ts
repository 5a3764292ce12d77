// RP40: one run on a list of things to do becomes a flow, which the engine runs on the same list written in other ways. The page itself says what it holds.
// All of TodoMVC is the bench's (`npm run bench -- --only repeat:todos`).
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { FlowInputDocument } from '../../src/domain/flow/document.schema.js';
import type { FlowResult } from '../../src/workflows/flow/flow-result.js';
import { assignThenFinish, say, startHarness, type, type Answer, type Brain, type Harness } from '../support/agent-harness.js';
import { commandLine } from '../support/command-line.js';
import { sharedServerAddress } from '../support/temporal-server.js';
import { startTodoSite, type TodoList, type TodoSite } from '../support/todo-lists.js';
import { until } from '../support/until.js';
import { browserPrograms } from '../support/webdriver.js';

const field = 'What is to be done\\?';
const enter: Answer = ({ find }) => ({
  ...{ Function: 'keyboard_input', Args: { keys: '{ENTER}' }, ControlLabel: find('box', /to be done/)?.label ?? '', Status: 'CONTINUE' },
});
/** The first box is the dog's. */
const tick: Answer = ({ find }) => ({
  ...{ Function: 'click_input', Args: {}, ControlLabel: find('chk', /^/)?.label ?? '', Status: 'CONTINUE' },
});
const done = [
  { title: 'Walk the dog', done: true },
  { title: 'Buy milk', done: false },
];
const open = done.map((thing) => ({ ...thing, done: false }));

describe('a flow of a run, on a list that was written anew', () => {
  let folder: string;
  let site: TodoSite;
  let harness: Harness;
  let flow: FlowInputDocument;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'steadyhand-variants-'));
    site = await startTodoSite();
    harness = await startHarness({ address: sharedServerAddress(), config: { kinds: ['web'], slots: 1, browser: browserPrograms() } });
    const run = await harness.run(
      {
        host: assignThenFinish,
        app: [type(field, 'Walk the dog'), enter, type(field, 'Buy milk'), enter, tick, say('FINISH', { Result: 'Both are on the list.' })],
      },
      { request: 'Add "Walk the dog" and "Buy milk", and tick off "Walk the dog"', device: { kind: 'web', url: site.url } },
    );
    await run.handle.result();
    expect(site.things()).toEqual(done);
    const steadyhand = commandLine({ address: sharedServerAddress(), folder, env: { STEADYHAND_SHARED: harness.config.shared } });
    const file = join(folder, 'list.flow.json');
    expect(await steadyhand('flow', 'from-run', run.id, '--out', file)).toMatchObject({ code: 0 });
    flow = JSON.parse(await readFile(file, 'utf8')) as FlowInputDocument;
  });
  afterAll(async () => {
    await harness?.close();
    await site?.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** `heal`: what a model says that is asked once; its question is known by the comment. */
  async function replay(drawn: TodoList, heal?: Answer): Promise<Partial<FlowResult>> {
    site.show(drawn);
    const brain: Brain = heal ? { heal: [heal] } : {};
    const documentOf = (id: string): object => ({ ...flow, nodes: flow.nodes.map((node) => hurried(node, id)) });
    const run = await harness.flow(documentOf, { heal: heal ? 'auto' : 'never', device: { kind: 'web', url: site.url } }, brain);
    return run.handle.result().catch((error: Error) => ({ outcome: 'failed', message: String(error.cause) }));
  }

  test.each(['behind', 'newestFirst'] as const)('RP40: %s: the same is done, without a model', async (drawn) => {
    expect(await replay(drawn)).toMatchObject({ outcome: 'completed', usage: { modelCalls: 0 } });
    await until(() => site.things()[0]?.done, 'the end of the list');
    expect(site.things()).toEqual(done);
  });

  test('RP10, RP40: where the box is another control now, one call of a model finds it', async () => {
    const second = ({ text }: { readonly text: string }) => ({
      label: /(\d+) sw Finished/.exec(text)?.[1] ?? null,
      closes: false,
      because: 'so',
    });
    expect(await replay('switches', second)).toMatchObject({ outcome: 'completed', usage: { modelCalls: 1 }, heals: [{ kind: 'target' }] });
    await until(() => site.things()[0]?.done, 'the end of the list');
    expect(site.things()).toEqual(done);
  });

  test.each([
    ['shortened', /target-not-found: .*no row with a checkbox there reads "Walk the dog"/],
    ['doubled', /target-ambiguous: .*several rows there read "Walk the dog"/],
  ] as const)(
    'RP4, RP10, RP40: %s: it halts before it ticks anything, and asks no model which other one is meant',
    async (drawn, because) => {
      const anyBox: Answer = ({ text }) => ({ label: /(\d+) chk/.exec(text)?.[1] ?? null, closes: false, because: 'so' });
      expect(await replay(drawn, anyBox)).toMatchObject({ outcome: 'failed', message: expect.stringMatching(because) });
      expect(site.things()).toEqual(open);
    },
  );
});

/** No test waits ten seconds for what does not come. */
function hurried(node: FlowInputDocument['nodes'][number], comment: string): object {
  const { node_type: type } = node;
  return { ...node, comment, node_type: type.type === 'Act' ? { ...type, wait_ms: 4_000 } : type };
}
