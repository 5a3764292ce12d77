// FL22 over the wire: a turn of Anthropic's computer use tool becomes a decision of an AppAgent, and the next picture answers it. The server checks requests by the published types.
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { decideAsApp, type Decided } from '../../../src/activities/agent/build-question.js';
import { createAnthropicComputerTool } from '../../../src/adapters/anthropic/computer-tool.js';
import { outputOf, turnOf, type ComputerToolType } from '../../../src/adapters/anthropic/computer-items.js';
import { createMemoryArtifactStore } from '../../../src/adapters/memory/artifact-store.js';
import { createSharpImages } from '../../../src/adapters/sharp/sharp-images.js';
import { checkModel } from '../../../src/cli/doctor/model.js';
import { configuredModel } from '../../../src/client/configured-model.js';
import { loadConfig } from '../../../src/config/config.js';
import type { AppDecision, DecideAppInput } from '../../../src/domain/agent/decision.js';
import type { ModelError } from '../../../src/ports/model.js';
import { confidentialValues } from '../../../src/worker/confidential-values.js';
import { appInput, control, labelled, observation } from '../../support/decide-inputs.js';
import { lexicon } from '../../support/lexicon.js';
import { startMessagesServer, type MessagesServer, type SaidBlock, type SaidMessage } from '../../support/messages-server.js';
import { fails, startModelServer, type ModelAnswer, type ModelServer } from '../../support/model-server.js';
import { picture } from '../../support/picture.js';
import { typedTexts } from '../../support/typed-texts.js';

const started: MessagesServer[] = [];
const failing: ModelServer[] = [];
afterEach(async () => {
  await Promise.all([...started.splice(0), ...failing.splice(0)].map((server) => server.close()));
});

const box = (x: number, y: number) => ({ bounds: { x, y, width: 100, height: 40 } });
const screen = labelled(
  control('button', 'Export', box(100, 100)),
  control('textbox', 'Name', box(100, 200)),
  control('password', 'PIN', { ...box(100, 300), masked: true }),
);
const key = 'sk-ant-zeisig-0123';

interface Given {
  readonly tool?: ComputerToolType;
  readonly size?: readonly [number, number];
  readonly imageMaxSide?: number;
}

async function scene(
  turns: readonly (readonly SaidBlock[] | SaidMessage)[],
  { tool, size = [1_280, 800], imageMaxSide = 640 }: Given = {},
) {
  let served = 0;
  const server = await startMessagesServer(() => turns[served++] ?? [], key);
  started.push(server);
  const artifacts = createMemoryArtifactStore();
  const images = createSharpImages();
  const toolAt = (baseUrl: string, apiKey: string | undefined = key) =>
    createAnthropicComputerTool({
      ...{ apiKey, baseUrl, tool: tool ?? 'computer_toolset_20260801', prices: { 'claude-x': { input: 10, output: 100, cachedInput: 1 } } },
      ...{ timeoutMs: 10_000, modelFor: (override?: string) => override ?? 'claude-x', artifacts, images, imageMaxSide },
    });
  const seen = observation({
    screenshot: await artifacts.put(await picture(...size), 'image/png'),
    controls: await artifacts.putJson(screen),
  });
  const decide = (more: Partial<DecideAppInput> = {}, computer = toolAt(server.url)): Promise<Decided<AppDecision>> =>
    decideAsApp(appInput({ observation: seen, actionSequence: true, ...more }), {
      ask: () => Promise.reject(new Error('it is not asked so')),
      computer: (question) => computer.next({ ...question, signal: AbortSignal.timeout(10_000) }),
      takesImages: () => true,
      artifacts,
      images,
      typed: typedTexts,
      lexicon,
    });
  const failureOf = (...args: Parameters<typeof decide>): Promise<unknown> => decide(...args).catch((caught: unknown) => caught);
  return { server, artifacts, toolAt, decide, failureOf };
}

const bare = { STEADYHAND_COMPUTER_TOOL: 'anthropic', STEADYHAND_MODEL: 'claude-x' };
const clickExport: SaidBlock = { does: 'left_click', input: { coordinate: [60, 55] } };
const clickPin: SaidBlock = { does: 'left_click', input: { coordinate: [60, 155] } };

test.each([
  ['computer_toolset_20260801', undefined],
  ['computer_20251124', 'computer-use-2025-11-24'],
  ['computer_20250124', 'computer-use-2025-01-24'],
] as const)('FL22: a batch of %s becomes actions at the places of the screen, and the next picture answers it', async (tool, beta) => {
  const turn: readonly SaidBlock[] = [
    { thinks: 'I see the button.' },
    { text: 'I export it.' },
    { does: 'screenshot' },
    clickExport,
    { does: 'key', input: { text: 'ctrl+a' } },
    { does: 'wait', input: { duration: 3 } },
    { call: 'texts', args: {} },
  ];
  const { server, decide } = await scene([turn, [{ text: 'It is exported.' }]], { tool });
  const { decision, warnings } = await decide();
  expect(decision).toMatchObject({
    status: 'CONTINUE',
    thought: 'I export it.',
    model: 'claude-x',
    // 200 plain, 500 read from the cache, 300 put into it.
    usage: { inputTokens: 1_000, outputTokens: 50, modelCalls: 1, pictures: { count: 1, tokens: 23 * 15 } },
    actions: [
      {
        function: 'click_on_coordinates',
        target: { label: '1', name: 'Export' },
        // The picture was sent at half the size.
        run: { action: { type: 'click', target: { point: { x: 60 / 640, y: 55 / 400 }, unit: 'fraction' } } },
        activation: { presses: [{ name: 'Export' }] },
      },
      { function: 'keyboard_input', run: { action: { type: 'press-keys', keys: '^a' } } },
      { function: 'wait', run: { kind: 'wait', seconds: 3 } },
      { function: 'texts' },
    ],
  });
  expect(decision.usage.costUsd).toBeCloseTo((200 * 10 + 500 * 1 + 300 * 12.5 + 50 * 100) / 1_000_000);
  expect(warnings).toEqual([]);
  const second = await decide({ turn: { reply: decision.turn!, approved: false } });
  expect(server.refused).toEqual([]);
  expect(second.decision).toMatchObject({ status: 'FINISH', result: 'It is exported.', actions: [] });
  expect(server.requests.map(({ headers }) => headers['anthropic-beta'])).toEqual([beta, beta]);
  const types = server.requests.map(({ body }) => body.messages.map(({ role, content }) => [role, ...content.map(({ type }) => type)]));
  expect(types).toEqual([
    [['user', 'text', 'text', 'image']],
    [
      ['user', 'text'],
      ['assistant', 'text', 'tool_use', 'tool_use', 'tool_use', 'tool_use', 'tool_use'],
      ['user', 'tool_result', 'tool_result', 'tool_result', 'tool_result', 'tool_result', 'text'],
    ],
  ]);
});

test('FL22: what is never done is not offered', async () => {
  const { server, decide } = await scene([[{ text: 'done' }]]);
  await decide();
  const { tools } = server.requests[0]!.body;
  expect(tools[0]).toEqual({
    type: 'computer_toolset_20260801',
    configs: Object.fromEntries(['hold_key', 'cursor_position', 'zoom', 'triple_click'].map((name) => [name, { enabled: false }])),
  });
  expect(tools.slice(1).map((tool) => 'name' in tool && tool.name)).toEqual(['ask_user', 'give_up', 'texts', 'navigate', 'go_back']);
});

test.each([
  [[1_280, 800], 640, { width: 640, height: 400 }],
  // Within the limits of the provider, whatever the setting says.
  [[1_280, 1_024], 1_280, { width: 1_225, height: 980 }],
  [[3_840, 2_160], 8_192, { width: 1_456, height: 819 }],
  [[800, 2_000], 1_280, { width: 512, height: 1_280 }],
] as const)('FL22: a screen of %j is sent so that it is taken as it is, and points go back to it', async (size, imageMaxSide, sent) => {
  const [x, y] = [sent.width - 1, sent.height - 1];
  const { server, decide } = await scene(
    [[{ does: 'left_click', input: { coordinate: [x, y] } }], [{ does: 'left_click', input: { coordinate: [sent.width, y] } }]],
    { tool: 'computer_20251124', size, imageMaxSide },
  );
  expect((await decide()).decision.actions).toMatchObject([
    { run: { action: { target: { point: { x: x / sent.width, y: y / sent.height }, unit: 'fraction' } } } },
  ]);
  expect(server.requests[0]?.picture).toEqual(sent);
  expect((await decide()).decision.actions).toMatchObject([
    { run: { kind: 'invalid', message: `click: ${sent.width},${y} is outside the picture of ${sent.width} × ${sent.height} px.` } },
  ]);
});

const at = (x: number, y: number) => ({ coordinate: [x, y] });
const point = (x: number, y: number) => ({ point: { x: x / 640, y: y / 400 }, unit: 'fraction' });
const does = (name: string, input: object = {}): SaidBlock => ({ does: name, input });
const acts = (action: object) => ({ run: { action } });
const refuses = (message: string) => ({ run: { kind: 'invalid', code: 'not-supported', message: expect.stringContaining(message) } });

test.each<readonly [string, readonly SaidBlock[], readonly object[]]>([
  ['right click', [does('right_click', at(60, 55))], [acts({ type: 'click', button: 'right', clickCount: 1 })]],
  ['middle click', [does('middle_click', at(60, 55))], [acts({ type: 'click', button: 'middle', clickCount: 1 })]],
  ['double click', [does('double_click', at(60, 55))], [acts({ type: 'click', button: 'left', clickCount: 2 })]],
  ['triple click', [does('triple_click', at(60, 55))], [refuses('There is no triple click')]],
  ['click with a key held', [does('left_click', { ...at(60, 55), text: 'ctrl+shift' })], [refuses('while ctrl+shift is held')]],
  ['click with no key', [does('left_click', { ...at(60, 55), text: '' })], [acts({ type: 'click' })]],
  ['click with keys of another shape', [does('left_click', { ...at(60, 55), text: ['ctrl'] })], [refuses('"left_click" is no action')]],
  ['click nowhere', [does('left_click')], [refuses('where the pointer is cannot be told')]],
  ['click at half a place', [does('left_click', { coordinate: [60] })], [refuses('"left_click" is no action')]],
  ['click at a text', [does('left_click', { coordinate: '60,55' })], [refuses('"left_click" is no action')]],
  [
    'click where the pointer was moved',
    [does('mouse_move', at(60, 55)), does('left_click')],
    [acts({ type: 'hover', target: point(60, 55) }), acts({ type: 'click', target: point(60, 55) })],
  ],
  ['move', [does('mouse_move', at(60, 55))], [acts({ type: 'hover', target: point(60, 55) })]],
  [
    'drag',
    [does('left_click_drag', { start_coordinate: [10, 10], coordinate: [60, 55] })],
    [acts({ type: 'drag', from: point(10, 10), to: point(60, 55) })],
  ],
  ['drag from nowhere', [does('left_click_drag', at(60, 55))], [refuses('where the pointer is cannot be told')]],
  [
    'press, moves and release',
    [
      does('mouse_move', at(10, 10)),
      does('left_mouse_down'),
      does('mouse_move', at(30, 30)),
      does('mouse_move', at(60, 55)),
      does('left_mouse_up'),
    ],
    [acts({ type: 'hover' }), acts({ type: 'drag', from: point(10, 10), to: point(60, 55), via: [point(30, 30)] })],
  ],
  [
    'press and release',
    [does('mouse_move', at(60, 55)), does('left_mouse_down'), does('left_mouse_up')],
    [acts({ type: 'hover' }), acts({ type: 'click', target: point(60, 55) })],
  ],
  [
    'press that stays',
    [does('mouse_move', at(60, 55)), does('left_mouse_down')],
    [acts({ type: 'hover' }), refuses('left_mouse_up in the same turn')],
  ],
  [
    'press with something between',
    [does('mouse_move', at(60, 55)), does('left_mouse_down'), does('type', { text: 'a' }), does('left_mouse_up')],
    [acts({ type: 'hover' }), refuses('left_mouse_up in the same turn')],
  ],
  [
    'press with a function between',
    [does('mouse_move', at(60, 55)), does('left_mouse_down'), { call: 'go_back', args: {} }, does('left_mouse_up')],
    [acts({ type: 'hover' }), refuses('left_mouse_up in the same turn')],
  ],
  ['release of nothing', [does('left_mouse_up')], [refuses('Nothing is pressed')]],
  [
    'scroll down',
    [does('scroll', { ...at(60, 55), scroll_direction: 'down', scroll_amount: 3 })],
    [acts({ type: 'scroll', deltaX: 0, deltaY: 300 })],
  ],
  ['scroll up', [does('scroll', { ...at(60, 55), scroll_direction: 'up', scroll_amount: 2 })], [acts({ deltaX: 0, deltaY: -200 })]],
  ['scroll left', [does('scroll', { ...at(60, 55), scroll_direction: 'left', scroll_amount: 1 })], [acts({ deltaX: -100, deltaY: 0 })]],
  ['scroll right', [does('scroll', { ...at(60, 55), scroll_direction: 'right', scroll_amount: 1 })], [acts({ deltaX: 100, deltaY: 0 })]],
  ['scroll backwards', [does('scroll', { ...at(60, 55), scroll_direction: 'up', scroll_amount: -2 })], [refuses('"scroll" is no action')]],
  ['key, three times', [does('key', { text: 'Down', repeat: 3 })], [acts({ type: 'press-keys', keys: '{DOWN}{DOWN}{DOWN}' })]],
  ['key with a plus', [does('key', { text: 'ctrl++' })], [acts({ keys: '^{+}' })]],
  ['plus', [does('key', { text: '+' })], [acts({ keys: '{+}' })]],
  ['blank', [does('key', { text: ' ' })], [acts({ keys: ' ' })]],
  ['unknown key', [does('key', { text: 'XF86Launch1' })], [refuses('is not a key that is known here')]],
  ['text', [does('type', { text: 'a (50%)' })], [acts({ type: 'press-keys', keys: 'a {(}50{%}{)}' })]],
  ['held key', [does('hold_key', { text: 'a', duration: 2 })], [refuses('A key is not held')]],
  ['place of the pointer', [does('cursor_position')], [refuses('cannot be told')]],
  ['zoom', [does('zoom', { region: [0, 0, 10, 10] })], [refuses('no closer picture')]],
  ['unknown action', [does('pinch')], [refuses('"pinch" is no action')]],
  ['name of every object', [does('constructor')], [refuses('"constructor" is no action')]],
  ['refused one', [does('zoom', { region: [0, 0, 10, 10] }), clickExport], [refuses('no closer picture')]],
])('FL22: a %s is done exactly or refused, and ends the batch', async (_what, turn, expected) => {
  for (const tool of ['computer_toolset_20260801', 'computer_20250124'] as const) {
    const { decide } = await scene([turn], { tool });
    const { actions } = (await decide()).decision;
    expect(actions).toMatchObject(expected);
    expect(actions).toHaveLength(expected.length);
  }
});

test.each([
  [[{ call: 'ask_user', args: { text: 'Which one?' } }], { status: 'PENDING', questions: ['Which one?'], actions: [] }],
  [[{ call: 'give_up', args: { text: 'It is gone.' } }], { status: 'FAIL', comment: 'It is gone.', actions: [] }],
  [
    [{ call: 'navigate', args: { url: 'http://shop.test/a' } }],
    { status: 'CONTINUE', actions: [{ run: { action: { type: 'navigate', url: 'http://shop.test/a' } } }] },
  ],
  // A function of ours that is called as an action of the tool is none.
  [[{ call: 'left_click', args: { coordinate: [1, 1] } }], { actions: [{ run: { message: expect.stringContaining('no function') } }] }],
  [[{ text: 'Done: 4.90' }], { status: 'FINISH', result: 'Done: 4.90' }],
] as const)('FL22: words beside the tool (%#) have their own status', async (said, expected) => {
  const { decide } = await scene([said]);
  expect((await decide()).decision).toMatchObject(expected);
});

test('FL22, HE44: a typed password is sealed, and masked in what is stored and sent back', async () => {
  const password = 'hun+ter(22)%';
  const { server, artifacts, decide } = await scene([
    [{ thinks: `It is ${password}.` }, clickPin, { does: 'type', input: { text: password } }, { text: `I type ${password}.` }],
    [{ text: 'done' }],
  ]);
  const { decision } = await decide();
  expect(JSON.stringify(decision)).not.toContain(password);
  expect(JSON.stringify(await artifacts.getJson(decision.turn!))).not.toContain(password);
  await decide({ turn: { reply: decision.turn!, approved: false } });
  expect(JSON.stringify(server.requests[1]!.body)).not.toContain(password);
  expect(server.refused).toEqual([]);
});

test('FL22: a secret goes into the field that was clicked right before it', async () => {
  const secret: SaidBlock = { does: 'type', input: { text: '{{secret:SHOP}}' } };
  const { decide } = await scene([[clickPin, secret], [secret]]);
  expect((await decide()).decision.actions[1]).toMatchObject({ function: 'set_edit_text', target: { name: 'PIN' } });
  expect((await decide()).decision.actions).toMatchObject([refuses('click the field')]);
});

test.each([
  ['refuses', 'model-refused', 'cyber: It could harm.', { stop: 'refusal', details: { category: 'cyber', explanation: 'It could harm.' } }],
  ['refuses without a word', 'model-refused', 'no reason was given', { stop: 'refusal' }],
  ['is cut off', 'model-invalid-reply', 'it was cut off after 16384 tokens', { stop: 'max_tokens' }],
  ['fills its context', 'model-invalid-reply', 'its context is full', { stop: 'model_context_window_exceeded' }],
  ['pauses', 'model-invalid-reply', 'it paused its turn', { stop: 'pause_turn' }],
  ['is compacted', 'model-invalid-reply', 'its context was compacted', { stop: 'compaction' }],
] as const)('FL22: nothing of a turn that %s is done', async (_which, code, message, ending) => {
  const { failureOf } = await scene([{ blocks: [clickExport], ...ending }]);
  expect(await failureOf()).toMatchObject({
    code,
    message: expect.stringContaining(message),
    options: { retryable: false, usage: { inputTokens: 1_000, modelCalls: 1 } },
  });
});

test('FL22: a turn without action or text is no answer; one with a count that cannot be is estimated', async () => {
  const { failureOf, decide } = await scene([[{ text: ' ' }], { blocks: [clickExport], usage: { input_tokens: -5, output_tokens: 'x' } }]);
  expect(await failureOf()).toMatchObject({
    code: 'model-invalid-reply',
    message: expect.stringContaining('neither an action nor a text'),
  });
  const { warnings, decision } = await decide();
  expect(warnings).toEqual([expect.stringContaining('no usable count of tokens for claude-x')]);
  expect(decision.usage.inputTokens).toBeGreaterThan(345);
});

test.each([
  [400, 'model-request-rejected', 'model.anthropic.tool may be computer_20251124 or computer_20250124'],
  [401, 'model-request-rejected', 'Check ANTHROPIC_API_KEY.'],
  [402, 'model-rate-limited', 'Check plan and billing of ANTHROPIC_API_KEY.'],
  [403, 'model-request-rejected', 'what ANTHROPIC_API_KEY may use'],
  [404, 'model-request-rejected', 'it has no /v1'],
  [307, 'model-request-rejected', 'never done: set ANTHROPIC_BASE_URL'],
  [413, 'model-request-rejected', 'lower imageMaxSide'],
  [429, 'model-rate-limited', 'rate limited'],
  [500, 'model-unavailable', 'answered 500'],
  [529, 'model-unavailable', 'is overloaded (529)'],
] as const)('FL22: a server that answers %i fails as any model does, with a way out', async (status, code, message) => {
  const server = await startModelServer(fails(status));
  failing.push(server);
  const { failureOf, toolAt } = await scene([]);
  const retryable = status === 429 || status >= 500;
  expect(await failureOf({}, toolAt(server.url))).toMatchObject({
    code,
    message: expect.stringContaining(message),
    options: { retryable },
  });
});

describe('FL22: gateways answer as they like', () => {
  const said = {
    type: 'message',
    role: 'assistant',
    model: 'claude-y',
    content: [{ type: 'text', text: 'It is done.' }],
    stop_reason: 'end_turn',
  };
  const usage = { input_tokens: 1_000, output_tokens: 50 };
  const at = async (answer: ModelAnswer, apiKey: string | undefined = key) => {
    const server = await startModelServer(answer);
    failing.push(server);
    const { decide, failureOf, toolAt } = await scene([]);
    const tool = toolAt(server.url, apiKey);
    return { server, decide: () => decide({}, tool), failure: () => failureOf({}, tool) };
  };
  const stream = (...events: readonly object[]): ModelAnswer => ({
    headers: { 'content-type': 'text/event-stream' },
    body: events.map((event) => `event: ${(event as { type: string }).type}\ndata: ${JSON.stringify(event)}\n\n`).join(''),
  });
  const begins = { type: 'message_start', message: { ...said, content: [], usage: { ...usage, output_tokens: 1 } } };
  const block = (index: number, content: object, ...deltas: readonly object[]) => [
    { type: 'content_block_start', index, content_block: content },
    ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
    { type: 'content_block_stop', index },
  ];
  const ends = { type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { input_tokens: 0, output_tokens: 50 } };
  const call = { type: 'tool_use', id: 't1', name: 'left_click', toolset_name: 'computer', input: {} };

  test('a stream is read, though nobody asked for one', async () => {
    const { decide } = await at(
      stream(
        begins,
        ...block(0, { type: 'thinking', thinking: '' }, { type: 'thinking_delta', thinking: 'Hm.' }),
        { type: 'ping' },
        ...block(1, { type: 'text', text: '' }, { type: 'text_delta', text: 'I ex' }, { type: 'text_delta', text: 'port.' }),
        ...block(
          2,
          call,
          { type: 'input_json_delta', partial_json: '{"coordinate"' },
          { type: 'input_json_delta', partial_json: ':[60,55]}' },
        ),
        ends,
        { type: 'message_stop' },
      ),
    );
    expect((await decide()).decision).toMatchObject({
      ...{ thought: 'I export.', model: 'claude-y', usage: { inputTokens: 1_000, outputTokens: 50 } },
      actions: [{ function: 'click_on_coordinates', target: { label: '1' } }],
    });
  });

  test('so is one that holds all of it in one event', async () => {
    const message = { ...said, stop_reason: 'tool_use', content: [{ ...call, input: { coordinate: [60, 55] } }], usage };
    const { decide } = await at(stream({ type: 'message', message }));
    expect((await decide()).decision).toMatchObject({ actions: [{ function: 'click_on_coordinates', target: { label: '1' } }] });
  });

  test.each([
    [
      'that began with all of it and breaks off',
      [{ ...begins, message: { ...begins.message, stop_reason: null, content: [{ ...call, input: { coordinate: [60, 55] } }] } }],
      'its stream broke off',
    ],
    [
      'that breaks off',
      [begins, ...block(0, call, { type: 'input_json_delta', partial_json: '{"coordinate":[60,' })],
      'its stream broke off',
    ],
    [
      'with an error',
      [begins, { type: 'error', error: { type: 'overloaded_error', message: 'Busy.' } }, ends],
      'is overloaded (overloaded_error): Busy.',
    ],
  ])('a stream %s is none, and what it counted is paid', async (_, events, message) => {
    const { failure } = await at(stream(...events));
    expect(await failure()).toMatchObject({
      ...{ code: 'model-unavailable', message: expect.stringContaining(message) as unknown },
      options: { retryable: true, usage: { inputTokens: 1_000, modelCalls: 1 } },
    });
  });

  test('what a stream that breaks off had said is paid, though nothing is counted', async () => {
    const { failure } = await at(stream({ type: 'message_start' }, ...block(0, { type: 'text', text: 'x'.repeat(400) })));
    const { options } = (await failure()) as ModelError;
    expect(options.usage).toMatchObject({ modelCalls: 1 });
    expect(options.usage?.outputTokens).toBeGreaterThanOrEqual(100);
  });

  test.each([
    ['authentication_error', 'model-request-rejected', 'Check ANTHROPIC_API_KEY.', undefined],
    ['permission_error', 'model-request-rejected', 'what ANTHROPIC_API_KEY may use', undefined],
    ['billing_error', 'model-rate-limited', 'Check plan and billing of ANTHROPIC_API_KEY.', undefined],
    ['rate_limit_error', 'model-rate-limited', 'rate limited', 77_000],
    ['overloaded_error', 'model-unavailable', 'is overloaded', 77_000],
    ['api_error', 'model-unavailable', 'answered api_error', 77_000],
  ])('%s in an answer of 200 is %s', async (type, code, message, retryAfterMs) => {
    const { failure } = await at({ headers: { 'retry-after': '77' }, body: { type: 'error', error: { type, message: 'No.' } } });
    const options = { retryable: retryAfterMs !== undefined, usage: { modelCalls: 0 } };
    const error = (await failure()) as ModelError;
    expect(error).toMatchObject({ code, message: expect.stringContaining(message) as unknown, options });
    expect(error.options.retryAfterMs).toBe(retryAfterMs);
  });

  test('an empty answer that counts tokens is paid', async () => {
    const { failure } = await at({ body: { ...said, content: null, usage } });
    expect(await failure()).toMatchObject({
      code: 'model-unavailable',
      options: { usage: { inputTokens: 1_000, outputTokens: 50, modelCalls: 1 } },
    });
  });

  test.each([
    ['content as a text', { content: 'It is done.' }],
    ['END_TURN', { stop_reason: 'END_TURN' }],
    ['stop', { stop_reason: 'stop' }],
    ['no reason', { stop_reason: null }],
    ['an error that is none', { error: { code: 0, message: '' } }],
  ])('%s is understood', async (_, more) => {
    const { decide } = await at({ body: { ...said, usage, ...more } });
    expect((await decide()).decision).toMatchObject({ status: 'FINISH', result: 'It is done.' });
  });

  test('arguments as a text are understood', async () => {
    const { decide } = await at({ body: { ...said, usage, content: [{ ...call, input: '{"coordinate":[60,55]}' }] } });
    expect((await decide()).decision.actions).toMatchObject([{ function: 'click_on_coordinates', target: { label: '1' } }]);
  });

  test.each([
    ['length', 'model-invalid-reply', 'it stopped with length'],
    ['content_filter', 'model-refused', 'content filter'],
    ['error', 'model-unavailable', 'without a reply'],
  ])('a turn that stops with %s is %s', async (stop, code, message) => {
    const { failure } = await at({ body: { ...said, usage, stop_reason: stop } });
    expect(await failure()).toMatchObject({
      code,
      message: expect.stringContaining(message) as unknown,
      options: { usage: { modelCalls: 1 } },
    });
  });

  test('a credit that is used up is no matter of the tool', async () => {
    const message = 'Your credit balance is too low to access the Anthropic API.';
    const { failure } = await at({ status: 400, body: { type: 'error', error: { type: 'invalid_request_error', message } } });
    const error = (await failure()) as ModelError;
    expect(error).toMatchObject({ code: 'model-rate-limited', options: { retryable: false } });
    expect(error.message).toMatch(/credit for claude-x is used up.*Check plan and billing of ANTHROPIC_API_KEY\.$/);
  });

  test('without a key no Authorization is sent, and headers go along', async () => {
    const server = await startModelServer(fails(401));
    failing.push(server);
    const ports = { artifacts: createMemoryArtifactStore(), images: createSharpImages() };
    const folder = mkdtempSync(join(tmpdir(), 'steadyhand-headers-'));
    writeFileSync(join(folder, 'steadyhand.config.json'), JSON.stringify({ model: { anthropic: { headers: { 'x-gateway': '$GATE' } } } }));
    const config = loadConfig({ ...bare, ANTHROPIC_BASE_URL: server.url, GATE: 'gate-0123456789' }, folder);
    const { computer } = configuredModel(config, ports);
    const shot = await ports.artifacts.put(await picture(10, 10), 'image/png');
    const asked = { system: 's', task: 't', now: 'n', picture: shot, functions: [], signal: AbortSignal.timeout(5_000) };
    await expect(computer?.next(asked)).rejects.toThrow('Check model.anthropic.headers.');
    const [{ headers }] = server.requests as [ModelServer['requests'][number]];
    expect([headers.authorization, headers['x-api-key'], headers['x-gateway']]).toEqual([undefined, undefined, 'gate-0123456789']);
    expect(confidentialValues(config, {})).toContain('gate-0123456789');
  });
});

test('FL22, LK20: a wrong key is told without it, and a missing one with the way out', async () => {
  const { server, failureOf, toolAt } = await scene([]);
  // The server quotes it.
  const wrong = (await failureOf({}, toolAt(server.url, 'sk-ant-wrong'))) as Error;
  expect(wrong).toMatchObject({
    code: 'model-request-rejected',
    message: expect.stringContaining('invalid key: Bearer ••• Check ANTHROPIC_API_KEY.'),
  });
  expect(wrong.message).not.toContain('sk-ant');
  const unreachable = await failureOf({}, toolAt('http://127.0.0.1:1'));
  expect(unreachable).toMatchObject({ code: 'model-unavailable', message: expect.stringContaining('Check ANTHROPIC_BASE_URL') });
});

const computerOf = (env: Readonly<Record<string, string>>) => {
  const ports = { artifacts: createMemoryArtifactStore(), images: createSharpImages() };
  return configuredModel(loadConfig(env, tmpdir()), ports).computer;
};

test('FL22: without a key it says so before anything is sent, and doctor does', async () => {
  const artifacts = createMemoryArtifactStore();
  const shot = await artifacts.put(await picture(10, 10), 'image/png');
  const asked = { system: 's', task: 't', now: 'n', picture: shot, functions: [], signal: AbortSignal.timeout(5_000) };
  await expect(computerOf(bare)?.next(asked)).rejects.toMatchObject({
    code: 'model-not-configured',
    message: expect.stringContaining('ANTHROPIC_API_KEY is not set'),
  });
  expect(checkModel(loadConfig(bare, tmpdir()))[1]).toMatchObject({ status: 'fail', detail: 'model.computer is anthropic, no key' });
  expect(checkModel(loadConfig({ ...bare, ANTHROPIC_API_KEY: 'k' }, tmpdir()))[1]).toMatchObject({
    status: 'ok',
    detail: 'the Anthropic API, key set, computer_toolset_20260801',
  });
});

test('FL22: the package is loaded by a question only', () => {
  const folder = fileURLToPath(new URL('../../../src/adapters/anthropic', import.meta.url));
  const lines = readdirSync(folder).flatMap((file) => readFileSync(join(folder, file), 'utf8').split('\n'));
  const imports = lines.filter((line) => line.includes("'@anthropic-ai/sdk"));
  expect(imports.length).toBeGreaterThan(2);
  expect(imports.filter((line) => !/^import type |^\} from |await import\(/.test(line))).toEqual([]);
});

test('FL10, FL22: spans tell its provider, address and model, whatever the other roles ask', () => {
  expect(computerOf({ ...bare, OPENAI_BASE_URL: 'http://other.test/v1', ANTHROPIC_API_KEY: 'k' })?.asks?.()).toEqual({
    provider: 'anthropic',
    address: 'api.anthropic.com',
    port: 443,
    model: 'claude-x',
  });
  expect(computerOf({ ...bare, STEADYHAND_COMPUTER_TOOL: 'none' })).toBeUndefined();
});

test.each<readonly [string, unknown]>([
  ['is cut off', '{"coordinate":[60,5'],
  ['has a comma too many', '{"coordinate":[60,55],}'],
  ['says a place twice', '{"coordinate":[60,55],"coordinate":[1,1]}'],
  ['is a list', [60, 55]],
  ['is missing', null],
])('FL22: a press whose input %s is refused, and not made where the pointer happens to be', (_how, input) => {
  const use = (name: string, given: unknown) => ({ type: 'tool_use', id: name, name, toolset_name: 'computer', input: given });
  const { items } = turnOf(outputOf([use('mouse_move', { coordinate: [300, 300] }), use('left_click', input)]) ?? []);
  expect(items.at(-1)).toMatchObject({ type: 'refused', because: expect.stringContaining('cannot be read') });
});
