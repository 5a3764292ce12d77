// FL22 over the wire: a turn of OpenAI's `computer` tool becomes a decision of an AppAgent, and the next picture answers it. The server checks requests by the published types.
import { tmpdir } from 'node:os';
import { decideAsApp, type Decided } from '../../../src/activities/agent/build-question.js';
import { createMemoryArtifactStore } from '../../../src/adapters/memory/artifact-store.js';
import { parseOutput, turnOf } from '../../../src/adapters/openai/computer.js';
import { createOpenAiModel } from '../../../src/adapters/openai/openai-model.js';
import { checkModel } from '../../../src/cli/doctor/model.js';
import { loadConfig } from '../../../src/config/config.js';
import { configSchema } from '../../../src/config/config.schema.js';
import { createSharpImages } from '../../../src/adapters/sharp/sharp-images.js';
import type { AppDecision, DecideAppInput } from '../../../src/domain/agent/decision.js';
import { decideAgain } from '../../../src/rerun/decide-again.js';
import { startComputerServer, type ComputerServer, type InputItem, type Said } from '../../support/computer-server.js';
import { fails, startModelServer, type ModelServer } from '../../support/model-server.js';
import { appInput, control, labelled, observation } from '../../support/decide-inputs.js';
import { lexicon } from '../../support/lexicon.js';
import { picture } from '../../support/picture.js';
import { typedTexts } from '../../support/typed-texts.js';

const started: ComputerServer[] = [];
const failing: ModelServer[] = [];
afterEach(async () => {
  await Promise.all([...started.splice(0), ...failing.splice(0)].map((server) => server.close()));
});

const box = (x: number, y: number) => ({ bounds: { x, y, width: 100, height: 40 } });
const screen = labelled(
  control('button', 'Export', box(100, 100)),
  control('textbox', 'Name', box(100, 200)),
  control('password', 'PIN', { ...box(100, 300), masked: true }),
  control('button', 'Delete account', box(400, 300)),
);

async function scene(...turns: readonly (readonly Said[])[]) {
  let served = 0;
  const server = await startComputerServer(() => turns[served++] ?? []);
  started.push(server);
  const artifacts = createMemoryArtifactStore();
  const images = createSharpImages();
  const modelAt = (baseUrl: string) =>
    createOpenAiModel({
      apiKey: 'k',
      baseUrl,
      computer: 'openai',
      modelFor: (_, override) => override ?? 'computer-model',
      takesImages: () => true,
      artifacts,
      images,
      imageMaxSide: 640,
      prices: { 'computer-model': { input: 1, output: 1 } },
    });
  const seen = observation({
    screenshot: await artifacts.put(await picture(1_280, 800), 'image/png'),
    controls: await artifacts.putJson(screen),
  });
  const decide = (more: Partial<DecideAppInput> = {}, url = server.url): Promise<Decided<AppDecision>> => {
    const model = modelAt(url);
    const { computer } = model;
    if (!computer) throw new Error('there is no computer tool');
    return decideAsApp(appInput({ observation: seen, actionSequence: true, ...more }), {
      ask: (question) => model.complete({ ...question, signal: AbortSignal.timeout(10_000) }),
      computer: (question) => computer.next({ ...question, signal: AbortSignal.timeout(10_000) }),
      takesImages: () => true,
      artifacts,
      images,
      typed: typedTexts,
      lexicon,
    });
  };
  return { server, artifacts, decide };
}

const typesOf = ({ server }: { readonly server: ComputerServer }, index: number) =>
  server.requests[index]?.body.input.map((item) => (item.type === 'message' ? `${item.role} message` : item.type));
const clickExport = { type: 'click', button: 'left', x: 60, y: 55, keys: null } as const;
const acknowledging = (item: InputItem): unknown => (item.type === 'computer_call_output' ? item.acknowledged_safety_checks : undefined);

test('FL22: a batch becomes actions at the places of the screen, under the controls that are there', async () => {
  const { server, decide } = await scene([
    { actions: [{ type: 'screenshot' }, clickExport, { type: 'keypress', keys: ['CTRL', 'A'] }, { type: 'wait' }] },
    { text: 'I export it.' },
  ]);
  const { decision, warnings } = await decide();
  expect(decision).toMatchObject({
    status: 'CONTINUE',
    thought: 'I export it.',
    model: 'computer-model',
    usage: { inputTokens: 1_000, modelCalls: 1 },
    actions: [
      // The picture was sent at half the size.
      {
        function: 'click_on_coordinates',
        target: { label: '1', name: 'Export' },
        run: { action: { type: 'click', target: { point: { x: 60 / 640, y: 55 / 400 }, unit: 'fraction' } } },
        activation: { presses: [{ name: 'Export' }] },
      },
      { function: 'keyboard_input', run: { action: { type: 'press-keys', keys: '^a' } } },
      { function: 'wait', run: { kind: 'wait', seconds: 2 } },
    ],
  });
  expect(decision.turn).toBe(decision.refs.reply);
  expect(warnings).toEqual([]);
  expect(server.requests[0]?.body.tools.map((tool) => ('name' in tool ? tool.name : tool.type))).toEqual([
    'computer',
    'ask_user',
    'give_up',
    'texts',
    'navigate',
    'go_back',
  ]);
});

test('FL22: the next picture answers each call of the last turn, and nothing is stored with the provider', async () => {
  const { decide, ...wire } = await scene([{ actions: [clickExport] }, { call: 'texts', args: {} }], [{ text: 'It is exported.' }]);
  const first = await decide();
  expect(typesOf(wire, 0)).toEqual(['system message', 'user message', 'user message']);
  const second = await decide({ turn: { reply: first.decision.turn!, approved: false } });
  expect(wire.server.refused).toEqual([]);
  expect(typesOf(wire, 1)).toEqual([
    'system message',
    'user message',
    'reasoning',
    'computer_call',
    'function_call',
    'computer_call_output',
    'function_call_output',
    'user message',
  ]);
  // The picture is sent once.
  expect(JSON.stringify(wire.server.requests[1]!.body).match(/data:image/g)).toHaveLength(1);
  expect(second.decision).toMatchObject({ status: 'FINISH', result: 'It is exported.', actions: [] });
});

test('FL22: pending safety checks hold the first action, and are acknowledged only where a person approved', async () => {
  const checks = [{ id: 'sc_1', code: 'malicious_instructions', message: 'The page asks for <b>this</b>.' }];
  const { server, decide } = await scene([{ actions: [clickExport, clickExport], checks }], [{ text: 'no' }], [{ text: 'yes' }]);
  const { decision } = await decide();
  expect(decision.actions.map(({ status, checks: asked }) => ({ status, asked }))).toEqual([
    { status: 'CONFIRM', asked: checks },
    { status: 'CONTINUE', asked: undefined },
  ]);
  await decide({ turn: { reply: decision.turn!, approved: false } });
  expect(server.requests[1]!.body.input.map(({ type }) => type)).toEqual(['message', 'message', 'message']);
  await decide({ turn: { reply: decision.turn!, approved: true } });
  expect(server.requests[2]!.body.input.map(acknowledging).filter(Boolean)).toEqual([checks]);
  expect(server.refused).toEqual([]);
});

const check = { id: 'sc_1', code: 'sensitive_domain', message: 'This is a bank.' };
test.each<[string, unknown, readonly unknown[]]>([
  ['without an id', [check, { code: 'other' }], [check, unreadable()]],
  ['with a number for its id', [{ ...check, id: 7 }], [{ ...check, id: '7' }]],
  ['beside no list', check, [check]],
  ['of another shape', ['stop'], [unreadable()]],
])('FL22: a safety check %s is asked about, too', async (_how, pending, asked) => {
  const output = [{ type: 'computer_call', call_id: 'c', pending_safety_checks: pending, actions: [clickExport] }];
  expect(turnOf(parseOutput(JSON.stringify(output))!).checks).toEqual(asked);
});

function unreadable() {
  return { id: '', message: 'a safety check that cannot be read' };
}

test('FL22: where a checked call does nothing that could be held, a person is asked in words', async () => {
  const { decide } = await scene([{ actions: [{ type: 'screenshot' }], checks: [check] }]);
  expect((await decide()).decision).toMatchObject({
    status: 'PENDING',
    questions: [expect.stringContaining('sensitive_domain: This is a bank.')],
    actions: [],
  });
});

test.each([
  ['an object for a list', { actions: { type: 'screenshot' } }],
  ['none', {}],
  ['an empty list', { actions: [] }],
])('FL22: a call with %s for its actions is refused, and is not the end', (_what, call) => {
  const output = [{ type: 'computer_call', call_id: 'c', ...call }];
  expect(turnOf(parseOutput(JSON.stringify(output))!).items).toEqual([expect.objectContaining({ type: 'refused' })]);
  const beside = [{ type: 'computer_call', call_id: 'c', ...call, action: { type: 'wait' } }];
  if ('actions' in call && Array.isArray(call.actions))
    expect(turnOf(parseOutput(JSON.stringify(beside))!).items).toEqual([{ type: 'wait' }]);
});

test('FL22: a turn does fifty actions at most, and a picture of each control is made once', async () => {
  const { decide, artifacts } = await scene([{ actions: Array.from({ length: 1_500 }, () => ({ ...clickExport, x: 225, y: 160 })) }]);
  let made = 0;
  const put = artifacts.put.bind(artifacts);
  artifacts.put = async (...given) => {
    if (given[1] === 'image/webp') made += 1;
    return put(...given);
  };
  const { actions } = (await decide()).decision;
  expect(actions).toHaveLength(51);
  expect(actions[0]?.activation?.facts?.picture).toBeDefined();
  expect(actions[49]?.activation?.facts?.picture).toBe(actions[0]?.activation?.facts?.picture);
  expect(made).toBe(1);
  expect(actions[50]?.run).toMatchObject({ kind: 'invalid', message: expect.stringContaining('50 actions at most') });
});

test('FL22: what is refused ends its batch, and tells the model why', async () => {
  const { decide } = await scene([
    { actions: [clickExport, { type: 'click', button: 'left', x: 900, y: 10 }, clickExport] },
    { actions: [{ type: 'pinch' }] },
  ]);
  const { actions } = (await decide()).decision;
  expect(actions.map(({ run }) => run)).toEqual([
    expect.objectContaining({ kind: 'device' }),
    { kind: 'invalid', code: 'not-supported', message: 'click: 900,10 is outside the picture of 640 × 400 px.' },
  ]);
});

test.each([
  [[{ actions: [{ type: 'pinch', x: 1 }] }], { run: { kind: 'invalid', message: expect.stringContaining('"pinch" is no action') } }],
  [[{ actions: [{ type: 'click', x: 'left' }] }], { run: { kind: 'invalid', message: expect.stringContaining('"click" is no action') } }],
  [
    [{ actions: [{ type: 'click', button: 'left', x: 60, y: 55, keys: 'CTRL' }] }],
    { run: { kind: 'invalid', message: expect.stringContaining('"click" is no action') } },
  ],
  [[{ actions: [null] }], { run: { kind: 'invalid', message: expect.stringContaining('is no action') } }],
  [[{ call: 'rm', args: {} }], { run: { kind: 'invalid', message: expect.stringContaining('There is no function "rm"') } }],
] as const)('FL22: an item of another shape (%#) is told to the model', async (said, action) => {
  const { decide } = await scene(said);
  expect((await decide()).decision).toMatchObject({ status: 'CONTINUE', actions: [action] });
});

test.each([
  [[{ call: 'ask_user', args: { text: 'Which one?' } }], { status: 'PENDING', questions: ['Which one?'], actions: [] }],
  [[{ call: 'give_up', args: { text: 'It is gone.' } }], { status: 'FAIL', comment: 'It is gone.', actions: [] }],
  [
    [{ call: 'navigate', args: { url: 'http://shop.test/a' } }],
    { status: 'CONTINUE', actions: [{ run: { action: { type: 'navigate', url: 'http://shop.test/a' } } }] },
  ],
  [[{ text: 'Done: 4.90' }], { status: 'FINISH', result: 'Done: 4.90' }],
] as const)('FL22: words beside the tool (%#) have their own status', async (said, expected) => {
  const { decide } = await scene(said);
  expect((await decide()).decision).toMatchObject(expected);
});

test.each(['hunter22', 'hun+ter(22)%'])(
  'FL22, HE44: a typed password (%s) is sealed, and masked in what is stored and sent back',
  async (password) => {
    const actions = [
      { type: 'click', button: 'left', x: 60, y: 155 },
      { type: 'type', text: password },
    ];
    const pin = [{ actions }, { text: `I type ${password}.` }];
    const { server, artifacts, decide } = await scene(pin, [{ text: 'done' }]);
    const { decision } = await decide();
    expect(JSON.stringify(decision)).not.toContain(password);
    expect(JSON.stringify(await artifacts.getJson(decision.turn!))).not.toContain(password);
    await decide({ turn: { reply: decision.turn!, approved: false } });
    expect(JSON.stringify(server.requests[1]!.body)).not.toContain(password);
  },
);

test('FL22: a secret goes into the field that was clicked right before it', async () => {
  const secret = { type: 'type', text: '{{secret:SHOP}}' } as const;
  const { decide } = await scene([{ actions: [{ type: 'click', button: 'left', x: 60, y: 155 }, secret] }], [{ actions: [secret] }]);
  expect((await decide()).decision.actions[1]).toMatchObject({
    function: 'set_edit_text',
    target: { name: 'PIN' },
    run: { action: { type: 'set-text', text: '{{secret:SHOP}}' } },
  });
  expect((await decide()).decision.actions).toMatchObject([
    { run: { kind: 'invalid', message: expect.stringContaining('click the field') } },
  ]);
});

test.each([
  ['something was scrolled since', [{ type: 'scroll', x: 60, y: 155, scroll_x: 0, scroll_y: 10 }]],
  ['a key was pressed since', [{ type: 'keypress', keys: ['TAB'] }]],
  ['a button was clicked', [clickExport]],
])('FL22: a secret is typed nowhere when %s', async (_what, between) => {
  const secret = { type: 'type', text: '{{secret:SHOP}}' };
  const { decide } = await scene([{ actions: [{ type: 'click', button: 'left', x: 60, y: 155 }, ...between, secret] }]);
  expect((await decide()).decision.actions.at(-1)).toMatchObject({ run: { kind: 'invalid', code: 'not-supported' } });
});

test('FL22, RP30: such a turn is not decided again, and that is said', async () => {
  const { artifacts, decide } = await scene([{ actions: [clickExport] }]);
  const { decision } = await decide();
  expect(await decideAgain({ kind: 'app', input: appInput(), decision }, { artifacts, takesImages: () => true, lexicon })).toMatchObject({
    recorded: 'a turn of a computer tool',
    now: 'such turns are not decided again',
  });
});

test('FL22: one action a step where lists are off', async () => {
  const { decide } = await scene([{ actions: [clickExport, clickExport] }]);
  expect((await decide({ actionSequence: false })).decision.actions).toHaveLength(1);
});

test.each([
  ['without action or text is no answer', [], 'model-invalid-reply', 'neither an action nor a text'],
  ['that refuses is a refusal', [{ refusal: 'I would rather not.' }], 'model-refused', 'I would rather not.'],
] as const)('FL22: a turn %s', async (_which, said, code, message) => {
  const { decide } = await scene(said);
  const error: unknown = await decide().catch((caught: unknown) => caught);
  expect(error).toMatchObject({ code, message: expect.stringContaining(message), options: { retryable: false, usage: { modelCalls: 1 } } });
});

test.each([
  [400, 'model-request-rejected', 'without it set model.computer to none'],
  [404, 'model-request-rejected', 'without it set model.computer to none'],
  [401, 'model-request-rejected', 'Check OPENAI_API_KEY'],
  [429, 'model-rate-limited', 'rate limited'],
  [500, 'model-unavailable', 'answered 500'],
] as const)('FL22: a server that answers %i fails as any model does, with a way out', async (status, code, message) => {
  const server = await startModelServer(fails(status));
  failing.push(server);
  const { decide } = await scene();
  const error: unknown = await decide({}, server.url).catch((caught: unknown) => caught);
  expect(error).toMatchObject({ code, message: expect.stringContaining(message) });
});

test('FL22: doctor shows the tool, and the configuration has none by default', () => {
  const { model } = loadConfig({ OPENAI_BASE_URL: 'http://model.test/v1', STEADYHAND_COMPUTER_TOOL: 'openai' }, tmpdir());
  expect(checkModel({ model })[0]?.detail).toContain('computer tool of openai');
  expect(configSchema.parse({}).model.computer).toBe('none');
});
