// What `flow validate` passes has all that it refers to, on the host that it is asked on.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { loadConfig } from '../../../src/config/config.js';
import { createProgram } from '../../../src/cli/program.js';
import { createMemoryArtifactStore } from '../../../src/adapters/memory/artifact-store.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { createContextDouble } from './context-double.js';

const folder = temporaryFolder();
const artifacts = createMemoryArtifactStore();

function written(name: string, content: string | object): string {
  const path = join(folder(), name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

const one = (type: object, more: object = {}): object => ({ name: 'x', nodes: [{ id: 'a', name: 'A', node_type: type, ...more }] });
const types = (text: string): object => one({ type: 'TypeText', text });

async function validate(...words: readonly string[]) {
  const config = () => loadConfig({ STEADYHAND_SECRET_SHOP: 'hunter2hunter2' }, folder());
  const double = createContextDouble({ config, artifacts: () => artifacts });
  await (await createProgram(double.context, ['flow', 'validate', ...words])).parseAsync(['flow', 'validate', ...words], { from: 'user' });
  return { code: double.context.exitCode, told: [...double.printed, ...double.warned].join('\n') };
}

beforeEach(() => {
  const args = [fileURLToPath(new URL('../../support/odd-tool-server.mjs', import.meta.url))];
  written('steadyhand.config.json', {
    secrets: { SHOP: { origins: ['https://shop.example'] } },
    toolServers: { store: { command: process.execPath, args } },
  });
});

test.each<[string, object, string]>([
  ['a secret', types('{{secret:NOPE}}'), 'it types {{secret:NOPE}}, which is not configured here; set STEADYHAND_SECRET_NOPE'],
  ['a tool', one({ type: 'McpToolCall', tool_name: 'no_such' }), "no tool is called 'no_such'; built in are take_screenshot, find_text"],
  ['a tool that a step may call', one({ type: 'AiStep', prompt: 'x', allowed_tools: ['click', 'clik'] }), "no tool is called 'clik'"],
  ['a picture', one({ type: 'FindImage', template_image: '/nowhere/a.png' }), "its picture '/nowhere/a.png' cannot be read here (ENOENT)"],
  [
    'a picture that is a folder',
    one({ type: 'AiStep', prompt: 'x', template_image: '/tmp' }),
    "its picture '/tmp' cannot be read here (it is no regular file)",
  ],
  [
    'an artifact',
    one({ type: 'FindImage', template_image: `sha256:${'0a'.repeat(32)}` }),
    `its picture 'sha256:${'0a'.repeat(32)}' cannot be read here (artifact-missing)`,
  ],
  [
    'the picture of a check',
    one(
      { type: 'PressKey', key: 'Enter' },
      { checks: [{ name: 'c', check_type: 'TemplateFound', params: { template: '/nowhere/b.png' } }] },
    ),
    "its picture '/nowhere/b.png' cannot be read here",
  ],
  ['windows by process', one({ type: 'FocusWindow', method: 'Pid', value: '7' }), 'windows have no process ids here'],
  ['what nothing here runs', one({ type: 'AppDebugKitOp', operation_name: 'x' }), 'there is no AppDebugKit here'],
  [
    'a loop of no rounds',
    {
      name: 'x',
      nodes: [
        { id: 'a', name: 'A', node_type: { type: 'Loop', max_iterations: 0, over: 'rows', as: 'row' } },
        { id: 'e', name: 'E', node_type: { type: 'EndLoop', loop_id: 'a' } },
      ],
      edges: [
        { from: 'a', to: 'e', output: { type: 'LoopBody' } },
        { from: 'e', to: 'a' },
      ],
      form: [{ name: 'rows', default: '1' }],
    },
    'max_iterations is 0, and its body runs once at least; write 1',
  ],
])('F247: %s that is not there is told with its node', async (_what, document, sentence) => {
  const { code, told } = await validate(written('x.flow.json', document));
  expect(told.split('\n')).toEqual([
    expect.stringMatching(/x\.flow\.json {2}cannot run$/),
    expect.stringContaining(`  error: "A" (a): ${sentence}`),
  ]);
  expect(code).toBe(1);
});

test('F247: what is there passes', async () => {
  const picture = written('there.png', 'png');
  const stored = await artifacts.put(Buffer.from('png'), 'image/png');
  const sound = [
    types('{{secret:SHOP}}'),
    one({ type: 'McpToolCall', tool_name: 'store/count' }),
    one({ type: 'AiStep', prompt: 'x', allowed_tools: ['count', 'click'], template_image: picture }),
    one({ type: 'FindImage', template_image: stored }),
    one({ type: 'McpToolCall', tool_name: 'find_image', arguments: { template: picture } }),
  ];
  const { code, told } = await validate(...sound.map((document, index) => written(`${index}.flow.json`, document)));
  expect(told.split('\n')).toEqual(sound.map((_, index) => expect.stringMatching(new RegExp(`${index}\\.flow\\.json {2}ok$`))));
  expect(code).toBe(0);
});

test('F247: a file that cannot be read hides no other, nor do errors of form what is missing', async () => {
  const sound = written('sound.flow.json', types('x'));
  const odd = written('odd.flow.json', one({ type: 'TypeText', text: '{{secret:NOPE}}' }, { retries: 11 }));
  const { code, told } = await validate(join(folder(), 'away.flow.json'), written('half.flow.json', '{"name": "'), sound, odd);
  expect(code).toBe(1);
  expect(told).toMatch(/away\.flow\.json {2}cannot run\n {2}error: .*ENOENT/);
  expect(told).toMatch(/half\.flow\.json {2}cannot run\n {2}error: .*no closing quote/);
  expect(told).toContain(`${sound}  ok`);
  expect(told).toMatch(/odd\.flow\.json {2}cannot run\n {2}error: .*retries is 11.*\n {2}error: .*NOPE/);
});

test('F247: a flow that a node runs is looked at with it, readable or not', async () => {
  written('inner.flow.json', { ...types('{{secret:NOPE}} {{var:who}}'), form: [{ name: 'who' }] });
  const outer = written('outer.flow.json', one({ type: 'Flow', name: 'inner' }));
  const first = await validate(outer);
  expect(first.told).toContain(`error: flow 'inner': "A" (a): it types {{secret:NOPE}}`);
  expect(first.told).toContain(`warning: flow 'inner': "who" needs a value`);
  written('inner.flow.json', '{"name": "');
  const second = await validate(outer);
  expect(second).toMatchObject({ code: 1, told: expect.stringMatching(/error: flow 'inner': .*no closing quote/) });
});
