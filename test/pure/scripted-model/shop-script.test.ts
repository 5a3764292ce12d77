import { createScriptedModel } from '../../../examples/scripted-model/server.mjs';
import { shopScript } from '../../../examples/scripted-model/shop-script.mjs';
import { z } from 'zod';
import type { DecideAppInput, DecideHostInput } from '../../../src/domain/agent/decision.js';
import { emptyBlackboard } from '../../../src/domain/agent/memory.js';
import { type AppReply, appReplySchema, type HostReply, hostReplySchema } from '../../../src/domain/agent/replies.schema.js';
import { labelControls } from '../../../src/domain/ui/control-list.js';
import type { Control } from '../../../src/domain/ui/control.js';
import type { Application } from '../../../src/domain/ui/observation.js';
import { observationText } from '../../../src/domain/ui/observation-text.js';
import { appSystemPrompt, appUserPrompt } from '../../../src/prompts/app-agent.js';
import { hostSystemPrompt, hostUserPrompt } from '../../../src/prompts/host-agent.js';

const shop: Application = { id: 'tab-1', name: 'Fern & Fold', url: 'http://127.0.0.1:5000/', running: true, current: true };
const ref = `sha256:${'0'.repeat(64)}` as const;

describe('the scripted AppAgent', () => {
  const search = control('searchbox', 'Search');
  const find = control('button', 'Find');
  const name = control('textbox', 'Full name', 'Ada Lovelace');
  const chosen = control('combobox', 'Delivery day', 'Friday');
  const order = control('button', 'Place order');

  test.each([
    ['types the query into the search box', [search, find], 'set_edit_text', 'Search'],
    ['presses the button beside a typed query', [{ ...search, value: 'blue notebook' }, find], 'click_input', 'Find'],
    [
      'opens the notebook it has found',
      [{ ...search, value: 'blue notebook' }, heading('Results for “blue notebook”'), control('link', 'Blue notebook')],
      'click_input',
      'Blue notebook',
    ],
    [
      'asks for two',
      [search, heading('Blue notebook'), control('spinbutton', 'Quantity', '1'), control('button', 'Add to cart')],
      'set_edit_text',
      'Quantity',
    ],
    [
      'puts two into the cart',
      [search, control('spinbutton', 'Quantity', '2'), control('button', 'Add to cart')],
      'click_input',
      'Add to cart',
    ],
    ['goes to the checkout', [search, heading('Your cart'), control('link', 'Checkout')], 'click_input', 'Checkout'],
    [
      'fills in the name',
      [search, { ...name, value: '' }, control('combobox', 'Delivery day', 'Choose a day'), order],
      'set_edit_text',
      'Full name',
    ],
  ])('%s', async (_, controls, action, target) => {
    const reply = await askApp(controls);
    expect(reply).toMatchObject({ Status: 'CONTINUE', Function: action, ControlText: target });
    expect(labelOf(controls, target)).toBe(reply.ControlLabel);
  });

  test('EV38: has a person sign in, at the screen', async () => {
    const reply = await askApp([control('textbox', 'Password'), control('textbox', 'Code from your phone'), control('button', 'Sign in')]);
    expect(reply).toMatchObject({ Status: 'PENDING', NeedsHands: true, Function: '', Questions: [expect.stringContaining('sign in')] });
  });

  test('asks for the delivery day, which the request leaves open', async () => {
    const reply = await askApp([search, name, control('combobox', 'Delivery day', 'Choose a day'), order]);
    expect(reply).toMatchObject({ Status: 'PENDING', Function: '', Questions: [expect.stringContaining('Thursday, Friday or Saturday')] });
  });

  test.each([
    ['On Friday, please', 'Friday'],
    ['sat', 'Saturday'],
  ])('takes the day from the answer %j', async (answer, day) => {
    const blackboard = { ...emptyBlackboard, questions: [{ question: 'Which day?', answer }] };
    const reply = await askApp([search, name, control('combobox', 'Delivery day', 'Choose a day'), order], { blackboard });
    expect(reply).toMatchObject({ Function: 'select_option', Args: { values: [day] }, ControlText: 'Delivery day' });
  });

  test('asks again when the answer names no delivery day', async () => {
    const blackboard = { ...emptyBlackboard, questions: [{ question: 'Which day?', answer: 'tomorrow' }] };
    expect(await askApp([name, control('combobox', 'Delivery day', 'Choose a day'), order], { blackboard })).toMatchObject({
      Status: 'PENDING',
    });
  });

  test('asks for approval of the order', async () => {
    expect(await askApp([search, name, chosen, order])).toMatchObject({
      Status: 'CONFIRM',
      Function: 'click_input',
      ControlText: 'Place order',
    });
  });

  test.each([
    ['a note', { notes: [{ type: 'unknown-outcome', text: 'The outcome of click_input "Place order" is unknown.' }] }],
    ['the last step', { memory: [step(8, 'unknown: it may or may not have happened; it is not repeated, look at the screen')] }],
  ] as const)('waits and looks instead of ordering again when %s says that the outcome is unknown', async (_, facts) => {
    expect(await askApp([search, name, chosen, order], facts)).toMatchObject({ Function: 'wait', Status: 'CONTINUE' });
  });

  test('asks a person again when the order was not sent', async () => {
    const memory = [step(8, 'unknown: it may or may not have happened'), step(9, 'done')];
    expect(await askApp([search, name, chosen, order], { memory })).toMatchObject({ Status: 'CONFIRM' });
  });

  test('finishes with the number of the order', async () => {
    expect(await askApp([search, heading('Order #1 confirmed')])).toMatchObject({
      Status: 'FINISH',
      Function: '',
      Result: expect.stringContaining('Order #1 confirmed'),
    });
  });

  test('observes again on an unknown page', async () => {
    expect(await askApp([])).toMatchObject({ Status: 'SCREENSHOT', Function: 'wait' });
  });

  test('answers the same prompt the same way', async () => {
    expect(await askApp([search, find])).toEqual(await askApp([search, find]));
  });
});

describe('the scripted HostAgent', () => {
  test('assigns the request to the application in front', async () => {
    const reply = await askHost({});
    expect(reply).toMatchObject({
      Status: 'ASSIGN',
      ControlLabel: '1',
      ControlText: 'Fern & Fold',
      CurrentSubtask: 'Order two blue notebooks for Ada Lovelace, in the shop',
    });
  });

  test.each([
    ['FINISH', 'FINISH'],
    ['FAIL', 'FAIL'],
  ] as const)('after a subtask that ended %s it ends %s with its result', async (status, expected) => {
    const reply = await askHost({
      previousSubtasks: [{ subtask: 'Order', application: 'Fern & Fold', status, result: 'Order #1 confirmed' }],
    });
    expect(reply).toMatchObject({ Status: expected, Result: 'Order #1 confirmed' });
  });
});

describe('the server', () => {
  const { handle, requests } = createScriptedModel({ script: () => ({ greeting: 'hello' }) });
  const response_format = {
    type: 'json_schema',
    json_schema: { name: 'x', schema: z.toJSONSchema(z.object({ greeting: z.string(), more: z.array(z.string()) })) },
  };
  const content = [
    { type: 'text', text: 'Say hello' },
    { type: 'image_url', image_url: { url: 'data:image/png;base64,' } },
  ];

  test('answers as the OpenAI API does, with usage, and remembers the requests', async () => {
    const response = await post(handle, '/v1/chat/completions', { model: 'any', messages: [{ role: 'user', content }], response_format });
    expect(await response.json()).toMatchObject({
      object: 'chat.completion',
      model: 'any',
      choices: [{ message: { role: 'assistant', content: '{"greeting":"hello","more":[]}' }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 88, total_tokens: expect.any(Number) },
    });
    expect(requests()).toEqual([{ text: 'Say hello', images: 1, fields: ['greeting', 'more'], reply: { greeting: 'hello', more: [] } }]);
  });

  test("refuses unsupported requests, with the API's error format", async () => {
    const response = await post(handle, '/v1/chat/completions', { model: 'any', messages: [], stream: true, response_format });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { type: 'invalid_request_error' } });
    expect((await post(handle, '/v1/embeddings', {})).status).toBe(404);
  });
});

function control(role: string, text: string, value?: string): Control {
  const bounds = { x: 0, y: 0, width: 100, height: 20 };
  return {
    id: text,
    role,
    name: text,
    ...(value === undefined ? {} : { value }),
    bounds,
    enabled: true,
    visible: true,
    interactive: true,
    path: text,
    source: 'tree',
  };
}

function heading(text: string): Control {
  return { ...control('heading', text), interactive: false };
}

function step(number: number, result: string): DecideAppInput['memory'][number] {
  return { step: number, thought: '', action: 'click_input "Place order" [5]', result, status: 'CONTINUE', comment: '' };
}

function labelled(controls: readonly Control[]) {
  return labelControls(controls, { roles: controls.map(({ role }) => role) }).controls;
}

function labelOf(controls: readonly Control[], name: string): string | undefined {
  return labelled(controls).find((candidate) => candidate.name === name && candidate.label !== undefined)?.label;
}

const base = {
  record: { run: 'r', agent: 'a', step: 1 } as unknown as DecideAppInput['record'],
  request: 'Order two blue notebooks for Ada Lovelace.',
  plan: [],
  memory: [],
  previousSubtasks: [],
  blackboard: emptyBlackboard,
  observation: { generation: 1, screenshot: ref, controls: ref, application: shop, title: 'Shop', controlCount: 3, fingerprint: 'f' },
  notes: [],
} as const;

async function askApp(controls: readonly Control[], facts: Partial<DecideAppInput> = {}): Promise<AppReply> {
  const input: DecideAppInput = {
    ...base,
    subtask: 'Order two blue notebooks',
    hostMessage: [],
    actionSequence: false,
    pictures: 'never',
    ...facts,
  };
  const user = appUserPrompt({ input, screen: observationText(labelled(controls)), images: false });
  return ask(appReplySchema, [appSystemPrompt({ actionSequence: false, browser: true }), user]);
}

async function askHost(facts: Partial<DecideHostInput>): Promise<HostReply> {
  return ask(hostReplySchema, [hostSystemPrompt(), hostUserPrompt({ ...base, applications: [shop], ...facts })]);
}

async function ask<T>(schema: z.ZodType<T>, [system, user]: readonly [string, string]): Promise<T> {
  const { handle } = createScriptedModel({ script: shopScript });
  const messages = [
    { role: 'system', content: system },
    { role: 'user', content: user },
  ];
  const response = await post(handle, '/v1/chat/completions', {
    model: 'x',
    messages,
    response_format: { type: 'json_schema', json_schema: { name: 'reply', schema: z.toJSONSchema(schema, { io: 'output' }) } },
  });
  const { choices } = (await response.json()) as { readonly choices: readonly [{ readonly message: { readonly content: string } }] };
  return schema.parse(JSON.parse(choices[0].message.content));
}

function post(handle: (request: Request) => Promise<Response>, path: string, body: unknown): Promise<Response> {
  return handle(new Request(`http://model${path}`, { method: 'POST', body: JSON.stringify(body) }));
}
