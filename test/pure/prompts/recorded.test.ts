// Prompts, reply schemas and the answers to a model's calls, compared byte for byte with recordings: a change that is not about wording leaves every file unchanged.
// To change the wording, raise that prompt's version and record again: STEADYHAND_RECORD_PROMPTS=1 npm run jest -- test/pure/prompts/recorded --selectProjects pure
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { decideAction } from '../../../src/activities/agent/decide-action.js';
import { createExplorerModelActivities } from '../../../src/activities/explorer/model-activities.js';
import { createFlowModelActivities } from '../../../src/activities/flow/model-activities.js';
import { createModelActivities } from '../../../src/activities/agent/model-activities.js';
import { createSharpImages } from '../../../src/adapters/sharp/sharp-images.js';
import { createRunTools } from '../../../src/host/run-tools.js';
import { createToolActivities } from '../../../src/activities/flow/tool-activities.js';
import { createMemoryArtifactStore } from '../../../src/adapters/memory/artifact-store.js';
import { createMemoryActionJournal, createMemoryRunRecords } from '../../support/memory-stores.js';
import { wireSchema } from '../../../src/adapters/model-kit/json-reply.js';
import { emptyBlackboard } from '../../../src/domain/agent/memory.js';
import type { ControlList } from '../../../src/domain/ui/control-list.js';
import type { ExplorerQuestion, Perception } from '../../../src/domain/explorer/requests.js';
import { sameRequestSchema } from '../../../src/domain/library/same-request.schema.js';
import { reusePromptVersion, reuseSystemPrompt, reuseUserPrompt } from '../../../src/prompts/reuse.js';
import { compiledFlow } from '../../support/library.js';
import { ModelError, type Model, type ModelRequest, type ComputerQuestion, type ComputerTool } from '../../../src/ports/model.js';
import type { ToolDescription } from '../../../src/ports/tool-servers.js';
import { activityContext } from '../../support/activity-context.js';
import { anyRef, appInput, controlsInRows, hostInput, labelled, mail, observation, shop } from '../../support/decide-inputs.js';
import { lexicon } from '../../support/lexicon.js';
import { createMemoryHost, holdInput, neverAborted, newHold } from '../../support/memory-host.js';
import { openGuard } from '../agent/cases.js';
import { picture } from '../../support/picture.js';
import { unpainted } from '../../support/unpainted.js';
import { typedTexts } from '../../support/typed-texts.js';

const folder = new URL('recorded/', import.meta.url);
const control = controlsInRows();
const records = process.env['STEADYHAND_RECORD_PROMPTS'] === '1';
const compared = new Set<string>();

function matchesRecording(name: string, text: string): void {
  const file = `${name}.txt`;
  compared.add(file);
  if (records) writeFileSync(new URL(file, folder), text);
  expect(text).toBe(readFileSync(new URL(file, folder), 'utf8'));
}

// ── What an activity asks a model ────────────────────────────────────────────

/** Keeps the question and gives no answer. */
function createAskedModel(): { readonly model: Model; readonly asked: () => string } {
  const requests: Omit<ModelRequest<unknown>, 'signal'>[] = [];
  return {
    model: {
      takesImages: () => true,
      complete: async ({ signal: _, ...request }) => {
        requests.push(request);
        throw new ModelError('model-invalid-reply', 'nothing was answered', { retryable: false });
      },
    },
    asked() {
      const [request] = requests;
      if (!request || requests.length > 1) throw new Error(`${requests.length} questions were asked`);
      return questionText(request);
    },
  };
}

function questionText({ role, messages, images = [], schema }: Omit<ModelRequest<unknown>, 'signal'>): string {
  return [
    `role ${role}`,
    ...messages.map((message) => `── ${message.role} ──\n${message.text}`),
    `── pictures ──\n${images.map(({ caption }) => caption).join('\n') || '(none)'}`,
    `── answer: ${schema.name} ──\n${JSON.stringify(wireSchema(schema.zod), undefined, 1)}`,
    '',
  ].join('\n');
}

const screen = labelled(
  control('heading', 'Your cart'),
  control('button', 'Place order'),
  control('textbox', 'Name', { value: 'Ada' }),
  control('password', 'PIN', { value: '1234', masked: true }),
  control('combobox', 'Delivery', { options: ['Post', 'Courier'] }),
  control('checkbox', 'Gift', { states: ['checked'] }),
);
const blackboard = {
  questions: [{ question: 'Which day?', answer: 'Friday' }],
  requests: ['Order two blue notebooks'],
  results: [{ subtask: 'Find the price', result: 'It costs 4.90' }],
  trajectories: [
    { agent: 'app-1', step: 2, subtask: 'Find', action: 'click_input "Find" [3]', result: 'done', userConfirm: 'Yes' as const },
  ],
  screenshots: [{ screenshot: anyRef, reason: 'the price list' }],
};
const told = {
  blackboard: { ...emptyBlackboard, ...blackboard },
  plan: ['Fill the form', 'Place the order'],
  memory: [1, 2, 3, 4].map((step) => ({
    step,
    thought: `Thought ${step}.`,
    action: step === 4 ? '' : `click_input "Cart" [${step}]`,
    result: step === 4 ? '' : 'failed (control-covered): something is in front',
    status: 'CONTINUE',
    comment: step === 3 ? 'cart' : '',
  })),
  previousSubtasks: [
    { subtask: 'Find the price', application: 'Shop', status: 'FINISH', result: 'It costs 4.90' },
    {
      subtask: 'Log in',
      application: 'Mail',
      status: 'ERROR',
      result: '',
      error: { type: 'device-gone', message: 'the browser closed', phase: 'ACTION_EXECUTION' },
    },
    { subtask: 'Delete it', application: 'Shop', status: 'FINISH', result: 'Not executed', userConfirm: 'No' },
  ],
  notes: [{ type: 'refused', text: 'control-changed: the page was built again' }],
} as const;

async function agents() {
  const artifacts = createMemoryArtifactStore();
  const { model, asked } = createAskedModel();
  const activities = createModelActivities({
    model,
    artifacts,
    records: createMemoryRunRecords(),
    images: unpainted,
    typed: typedTexts,
    lexicon,
  });
  const stored = async (list: ControlList) => ({
    controls: await artifacts.putJson(list),
    screenshot: await artifacts.put(Buffer.from('now'), 'image/png'),
  });
  return { activities, artifacts, asked, stored };
}

/** The activity fails because nothing answers; by then the model has kept the question. */
async function ask(activity: () => Promise<unknown>): Promise<void> {
  await activityContext()
    .run(activity)
    .catch(() => undefined);
}

describe("CL23: a model's input equals the recording", () => {
  test('CL23: an AppAgent in a browser, one action a step', async () => {
    const { activities, artifacts, asked, stored } = await agents();
    const seen = observation({ ...(await stored(screen)), notices: ['origin-refused http://evil.test'] });
    const lastScreenshot = await artifacts.put(Buffer.from('before'), 'image/png');
    const lastTarget = { controls: seen.controls, screenshot: lastScreenshot, label: '1' };
    const more = { observation: seen, hostMessage: ['The cart is on the right.'], lastScreenshot, lastTarget };
    await ask(() => activities.decideApp(appInput({ ...told, ...more })));
    matchesRecording('app-browser', asked());
  });

  test('CL23: an AppAgent on a desktop, several actions a step', async () => {
    const { activities, asked, stored } = await agents();
    const application = { id: '7', name: 'Text editor', running: true, current: true };
    const seen = observation({ ...(await stored(labelled())), application, title: 'Untitled' });
    await ask(() => activities.decideApp(appInput({ observation: seen, actionSequence: true })));
    matchesRecording('app-desktop-sequence', asked());
  });

  test('CL23, FL22: an AppAgent by a computer tool', async () => {
    const { artifacts, stored } = await agents();
    const questions: Omit<ComputerQuestion, 'signal'>[] = [];
    const computer: ComputerTool = {
      next: async ({ signal: _, ...question }) => {
        questions.push(question);
        throw new ModelError('model-invalid-reply', 'nothing was answered', { retryable: false });
      },
    };
    const model: Model = { ...createAskedModel().model, computer };
    const records = createMemoryRunRecords();
    const activities = createModelActivities({ model, artifacts, records, images: createSharpImages(), typed: typedTexts, lexicon });
    const screenshot = await artifacts.put(await picture(64, 64), 'image/png');
    const seen = observation({ ...(await stored(screen)), screenshot, notices: ['origin-refused http://evil.test'] });
    await ask(() => activities.decideApp(appInput({ ...told, observation: seen, hostMessage: ['The cart is on the right.'] })));
    const [{ system, task, now, functions } = { system: '', task: '', now: '', functions: [] }] = questions;
    const parts = [`── system ──\n${system}`, `── task ──\n${task}`, `── now ──\n${now}`];
    matchesRecording('app-computer', [...parts, `── functions ──\n${JSON.stringify(functions, undefined, 1)}`, ''].join('\n'));
  });

  test('CL23: a HostAgent', async () => {
    const { activities, asked } = await agents();
    await ask(() => activities.decideHost(hostInput(told)));
    matchesRecording('host', asked());
  });

  test('CL23: the evaluator', async () => {
    const { activities, asked } = await agents();
    const { record, request } = hostInput();
    await ask(() => activities.evaluate({ record, request, ...told, screenshot: anyRef }));
    matchesRecording('evaluator', asked());
  });

  test('CL23: an AI step of a flow, with its own tools and those of servers', async () => {
    const { model, asked } = createAskedModel();
    const artifacts = createMemoryArtifactStore();
    const others: readonly ToolDescription[] = [
      { server: 'files', name: 'find_text', description: 'Finds in files.', inputSchema: { properties: { path: {} } }, readOnly: true },
      { server: 'shop', name: 'order', description: 'Orders.', inputSchema: {}, readOnly: false },
    ];
    const otherTools = await artifacts.putJson(others);
    await ask(() =>
      createFlowModelActivities({ model, artifacts, typed: typedTexts, images: unpainted }).thinkStep({
        run: 'r',
        prompt: 'Open the cart',
        buttonText: 'Cart',
        templateImage: 'cart.png',
        otherTools,
        overrides: { navigate: 'shop' },
        transcript: [
          { role: 'assistant', text: 'Look first.', calls: [{ name: 'find_text', arguments: '{"text":"Cart"}' }] },
          { role: 'tool', name: 'find_text', text: '[]', images: [anyRef], isError: false },
          { role: 'vision', text: 'A shop.' },
        ],
        images: [anyRef],
        models: {},
      }),
    );
    matchesRecording('flow-step', asked());
  });

  test('CL23: an AI step of a flow with few allowed tools', async () => {
    const { model, asked } = createAskedModel();
    const { thinkStep } = createFlowModelActivities({
      model,
      artifacts: createMemoryArtifactStore(),
      typed: typedTexts,
      images: unpainted,
    });
    await ask(() =>
      thinkStep({ run: 'r', prompt: 'Look', allowedTools: ['click', 'take_screenshot'], transcript: [], images: [], models: {} }),
    );
    matchesRecording('flow-step-allowed', asked());
  });

  test.each(['element', 'app'] as const)('CL23: which %s name a flow means', async (what) => {
    const { model, asked } = createAskedModel();
    const { chooseName } = createFlowModelActivities({
      model,
      artifacts: createMemoryArtifactStore(),
      typed: typedTexts,
      images: unpainted,
    });
    await ask(() => chooseName({ run: 'r', what, wanted: '×', candidates: ['Multiply', 'Divide'], models: {} }));
    matchesRecording(`flow-choice-${what}`, asked());
  });

  test('CL23, RP20: whether a request is one that a flow carries out', () => {
    const form = [
      { name: 'item', title: 'Item', type: 'text' as const, default: 'blue kettle' },
      { name: 'day', type: 'date' as const, description: 'of delivery' },
    ];
    const flows = [compiledFlow({ form }), compiledFlow({ form: [], compiled: { run: 'r', request: 'Read data>>> the mail' } })];
    matchesRecording(
      'reuse',
      questionText({
        role: 'host',
        messages: [
          { role: 'system', text: reuseSystemPrompt() },
          { role: 'user', text: reuseUserPrompt('Please order a red pan', flows) },
        ],
        schema: { name: `same_request_v${reusePromptVersion}`, zod: sameRequestSchema },
      }),
    );
  });

  test('CL23: the content of images in a flow', async () => {
    const { model, asked } = createAskedModel();
    const { describeImages } = createFlowModelActivities({
      model,
      artifacts: createMemoryArtifactStore(),
      typed: typedTexts,
      images: unpainted,
    });
    await ask(() => describeImages({ run: 'r', prompt: 'Open the cart', images: [anyRef, anyRef], models: {} }));
    matchesRecording('flow-vision', asked());
  });

  test('CL23: whether a flow reached its expected outcome', async () => {
    const { model, asked } = createAskedModel();
    const { judgeOutcome } = createFlowModelActivities({
      model,
      artifacts: createMemoryArtifactStore(),
      typed: typedTexts,
      images: unpainted,
    });
    const node = { id: 'n1', name: 'Pay', visit: 1 } as never;
    const evidence = { node, checks: [], expectedOutcome: 'It is paid', screen: { screenshot: anyRef, controls: anyRef, title: 'Paid' } };
    await ask(() => judgeOutcome({ run: 'r', evidence, models: {} }));
    matchesRecording('flow-outcome', asked());
  });

  const counters = { steps: 7, screensNew: 2, idleLoops: 0, errors: 1, restarts: 0 };
  const shown = [
    { key: 'a', verb: 'tap', label: 'Cart', safety: 1, tried: false },
    { key: 'b', verb: 'tap', label: 'Delete', safety: 0.2, tried: true },
    { key: 'back', verb: 'back', label: '', safety: 1, tried: false },
  ] as const;
  const questions: readonly ExplorerQuestion[] = [
    {
      node: 'ChooseAction',
      parts: { signature: 's', delta: 0.5, actions: [], policy: 'targeted', goal: 'Find the cart', plan: ['Open', 'Look'], cursor: 1 },
    },
    { node: 'Verify', parts: { previous: 'a', current: 'b', postcondition: 'the cart opens' } },
    { node: 'DetectProgress', parts: { signature: 's', delta: 0.254, counters } },
    {
      node: 'ShouldContinue',
      parts: {
        counters,
        budget: { maxSteps: 10, maxTokens: 1_000, maxTimeMs: 1_000 },
        spent: { steps: 1, usage: { inputTokens: 1, outputTokens: 1, calls: 1, costUsd: 0 } as never, timeMs: 1 },
        progress: 'NO_PROGRESS',
      },
    },
    { node: 'SwitchPolicy', parts: { counters, policy: 'breadth' } },
  ];
  test.each(questions.map((question) => [question.node, question] as const))('CL23: an explorer: %s', async (node, question) => {
    const { model, asked } = createAskedModel();
    const artifacts = createMemoryArtifactStore();
    const perception = (...tokens: readonly string[]): Perception => ({
      version: 1,
      title: 't',
      headings: [],
      tokens: Object.fromEntries(tokens.map((token) => [token, 1])),
      place: 'p',
      structure: [],
      actions: [],
      look: { screen: 's', controls: anyRef, application: { id: 'a', name: 'A' }, title: 't' },
    });
    const bundle = {
      generation: 1,
      screenshot: anyRef,
      controls: anyRef,
      actions: await artifacts.putJson(perception('button Pay', 'link Home')),
      before: await artifacts.putJson(perception('link Home', 'heading Shop')),
      title: 'Shop\n– cart',
    };
    const cache = { get: async () => undefined, set: async () => undefined };
    const { askExplorer } = createExplorerModelActivities({ model, artifacts, decisions: async () => cache, explorerModel: 'm' });
    await ask(() => askExplorer({ run: 'r', question, shown, marked: true, bundle, models: {} }));
    matchesRecording(`explorer-${node}`, asked());
  });
});

// ── Answers to a model's calls ────────────────────────────────────────────────

describe('CL23: the answer to a call equals the recording', () => {
  test('CL23: of an agent function', () => {
    const applications = [shop, mail];
    const size = { width: 400, height: 300 };
    const decided = (agent: 'app' | 'host') => (Function: string, Args: unknown, ControlLabel: string) =>
      decideAction({ Function, Args, ControlLabel }, screen.controls, { agent, status: 'CONTINUE', applications, screen: size });
    const lines = functionCalls.flatMap(([name, first, ...others]) => {
      const tries = [...['', '1', '99'].map((label) => [first, label] as const), ...others.map((args) => [args, '1'] as const)];
      const agent = ['select_application', 'launch_application'].includes(name) ? 'host' : 'app';
      return tries.map(([args, label]) => {
        const became = decided(agent)(name, args, label);
        return `${agent} ${name} ${JSON.stringify(args)} [${label}]\n  ${JSON.stringify(became) ?? 'nothing'}`;
      });
    });
    const foreign = decided('host')('click_input', {}, '1');
    matchesRecording('function-calls', `${lines.join('\n')}\nhost click_input\n  ${JSON.stringify(foreign)}\n`);
  });

  test('CL23: of a tool called with invalid arguments', async () => {
    const { call } = await toolStage();
    const lines: string[] = [];
    for (const [name, ...tries] of toolCalls)
      for (const args of tries) lines.push(`${name} ${JSON.stringify(args)}\n  ${JSON.stringify(await call(name, args))}`);
    matchesRecording('tool-calls', `${lines.join('\n')}\n`);
  });
});

test('CL23: there are no other recordings', () => {
  expect(readdirSync(fileURLToPath(folder)).sort()).toEqual([...compared].sort());
});

const functionCalls: readonly (readonly [string, ...unknown[]])[] = [
  ['click_input', {}, { button: 'right', double: 'true' }, { button: 'top' }, 'left', [1]],
  ['click_on_coordinates', { x: 0.1, y: 0.25 }, { x: '0.1', y: 0.25, double: true, button: 'middle' }, { x: 640, y: 1 }, {}],
  ['hover', {}, { at: '0.5,0.25' }, { at: '2' }, { at: '5,5' }],
  ['drag', { to: '2' }, { from: '0.1,0.2', to: [0.5, 0.5], via: ['0.3,0.3'], hold: true }, { to: '99' }, { to: '2', via: ['2'] }, {}],
  ['move_pointer', { at: '0.5,0.5' }],
  ['release_pointer', {}],
  ['set_edit_text', { text: 'a' }, { text: 12, clear_current_text: 'true' }, '{"text":"a"}', {}],
  ['keyboard_input', { keys: '^a' }, { keys: '' }, {}],
  ['wheel_mouse_input', { wheel_dist: -3 }, { wheel_dist: '0' }, { wheel_dist: 0, sideways: 2, at: '0.5,0.5' }, { wheel_dist: 101 }, {}],
  ['select_option', { values: ['Post'] }, { values: 'Post' }, { values: [] }, {}],
  ['texts', {}, { anything: 1 }],
  ['wait', { seconds: 300 }, { seconds: 301 }, {}],
  ['summary', { text: 'two left' }, {}],
  ['annotation', { control_labels: ['1', '[2]'] }, { control_labels: [88] }, {}],
  ['navigate', { url: 'http://shop.test/' }, {}],
  ['go_back', {}],
  ['select_application', { id: 'tab-1' }, { id: 2 }, { id: 'Calendar' }, {}],
  ['launch_application', { name: 'mail' }, { name: 'Calendar' }, {}],
  ['explode', {}],
  ['', {}],
  ['wait()', { seconds: 1 }],
];

const toolCalls: readonly (readonly [string, ...Readonly<Record<string, never>>[]])[] = (
  [
    ['take_screenshot', { mode: 'all' }, { mode: 1 }, { include_ocr: 'no' }, { mode: 'region', x: 1 }, { app_name: '' }],
    ['take_screenshot', { mode: 'window', app_name: 'Nowhere' }, { mode: null, include_ocr: false }],
    ['find_text', {}, { text: 1 }, { text: 'Buy', match_mode: 'fuzzy' }, { text: 'Buy', app_name: 1 }, { text: 'Buy' }],
    ['find_image', {}, { template: '/nowhere.png' }, { template: 1 }],
    ['click', {}, { x: 1 }, { x: '1', y: 2 }, { text: '' }, { text: 'Buy', button: 'top' }, { text: 'Nothing' }, { text: 'Buy' }],
    ['click', { text: 'Nothing', x: '', y: null }, { x: 5, y: 5, app_name: '' }],
    ['take_screenshot', { x: '', width: 'wide', include_ocr: false }],
    ['type_text', {}, { text: 3 }, { text: 'a' }],
    ['press_key', {}, { key: 'a', modifiers: 'ctrl' }, { key: 'Hyperspace', modifiers: ['ctrl'] }],
    ['scroll', {}, { delta_y: '3' }, { delta_y: 3, x: 'a' }],
    ['list_windows', { app_name: 3 }, {}],
    ['list_apps', {}, { app_name: 3 }],
    ['focus_window', {}, { pid: 12 }, { pid: '12' }, { window_id: 'none' }, { app_name: 'Shop', bring_to_front: 'no' }],
    ['launch_app', {}, { app_name: 1 }],
    ['navigate', {}, { url: null }],
    ['order', { of: 'us' }],
  ] as const
).map((each) => each as never);

async function toolStage() {
  const { host, desk } = createMemoryHost();
  const screens = { Shop: { title: 'Shop', controls: [{ role: 'button', name: 'Buy' }] } };
  const script = { start: 'Shop', screens, applications: ['Shop'] };
  await host.take(holdInput({ spec: { kind: 'memory', capabilities: { script } } }), newHold(), neverAborted);
  const artifacts = createMemoryArtifactStore();
  const guard = await artifacts.putJson({ ...openGuard, rules: [{ reason: 'buys something', words: ['buy'] }] });
  const tools = createToolActivities({
    host,
    desk,
    journal: createMemoryActionJournal(),
    artifacts,
    records: createMemoryRunRecords(),
    images: unpainted,
    lexicon,
    pictures: { find: async () => [], close: async () => undefined },
    reader: { read: async () => [], close: async () => undefined },
    runTools: createRunTools(host, undefined, () => undefined),
    overrides: {},
  });
  const looking = ['take_screenshot', 'find_text', 'find_image', 'list_windows', 'list_apps'];
  return {
    call: (name: string, args: Readonly<Record<string, never>>) => {
      const node = { name: 'n', type: 'McpToolCall' as const };
      const input = { deviceId: 'd1', epoch: 1, run: 'r', call: { name, arguments: args }, node, guard, wantsBefore: false };
      return activityContext().run(() => (looking.includes(name) ? tools.readTool(input) : tools.actTool(input)));
    },
  };
}
