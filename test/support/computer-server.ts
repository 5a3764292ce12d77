// A local server that speaks OpenAI's Responses API with the `computer` tool: requests are checked by schemas written from the published types of the `openai`
// package (resources/responses/responses.d.ts), and by what the guide says of calls and their outputs. A wrong request is answered with 400, as there.
import { z } from 'zod';
import type { Size } from '../../src/domain/ui/geometry.js';
import { pngSize } from '../../src/domain/ui/png.js';
import { startJsonServer } from './json-server.js';

const point = { x: z.int(), y: z.int() };
const keys = z.array(z.string()).nullish();
const action = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('click'), button: z.enum(['left', 'right', 'wheel', 'back', 'forward']), ...point, keys }),
  z.strictObject({ type: z.literal('double_click'), ...point, keys: z.array(z.string()).nullable() }),
  z.strictObject({ type: z.literal('drag'), path: z.array(z.strictObject(point)), keys }),
  z.strictObject({ type: z.literal('keypress'), keys: z.array(z.string()) }),
  z.strictObject({ type: z.literal('move'), ...point, keys }),
  z.strictObject({ type: z.literal('screenshot') }),
  z.strictObject({ type: z.literal('scroll'), scroll_x: z.int(), scroll_y: z.int(), ...point, keys }),
  z.strictObject({ type: z.literal('type'), text: z.string() }),
  z.strictObject({ type: z.literal('wait') }),
]);
export type WireAction = z.input<typeof action>;

const check = z.strictObject({ id: z.string(), code: z.string().nullish(), message: z.string().nullish() });
export type WireCheck = z.input<typeof check>;
const status = z.enum(['in_progress', 'completed', 'incomplete']);
const dataUrl = z.string().regex(/^data:image\/png;base64,[A-Za-z0-9+/]+=*$/);

/** What a response may hold, and a request may send back. */
const output = [
  z.strictObject({ type: z.literal('reasoning'), id: z.string(), summary: z.array(z.unknown()), encrypted_content: z.string() }),
  z.strictObject({
    type: z.literal('computer_call'),
    id: z.string(),
    call_id: z.string(),
    status,
    pending_safety_checks: z.array(check),
    actions: z.array(action).optional(),
    action: action.optional(),
  }),
  z.strictObject({
    type: z.literal('function_call'),
    id: z.string(),
    call_id: z.string(),
    name: z.string(),
    arguments: z.string(),
    status,
  }),
  z.strictObject({
    type: z.literal('message'),
    id: z.string(),
    role: z.literal('assistant'),
    status,
    content: z.array(z.strictObject({ type: z.literal('output_text'), text: z.string(), annotations: z.array(z.unknown()) })),
  }),
] as const;

const inputItem = z.union([
  ...output,
  z.strictObject({
    type: z.literal('message'),
    role: z.enum(['system', 'user']),
    content: z.union([
      z.string(),
      z.array(
        z.discriminatedUnion('type', [
          z.strictObject({ type: z.literal('input_text'), text: z.string() }),
          z.strictObject({ type: z.literal('input_image'), image_url: dataUrl, detail: z.enum(['low', 'high', 'auto', 'original']) }),
        ]),
      ),
    ]),
  }),
  z.strictObject({
    type: z.literal('computer_call_output'),
    call_id: z.string(),
    output: z.strictObject({ type: z.literal('computer_screenshot'), image_url: dataUrl }),
    acknowledged_safety_checks: z.array(check).optional(),
  }),
  z.strictObject({ type: z.literal('function_call_output'), call_id: z.string(), output: z.string() }),
]);
export type InputItem = z.infer<typeof inputItem>;

const requestSchema = z.strictObject({
  model: z.string().min(1),
  store: z.literal(false),
  include: z.array(z.literal('reasoning.encrypted_content')),
  tools: z.array(
    z.discriminatedUnion('type', [
      z.strictObject({ type: z.literal('computer') }),
      z.strictObject({
        type: z.literal('function'),
        name: z.string(),
        description: z.string(),
        strict: z.literal(true),
        parameters: z.strictObject({
          type: z.literal('object'),
          properties: z.record(z.string(), z.unknown()),
          required: z.array(z.string()),
          additionalProperties: z.literal(false),
        }),
      }),
    ]),
  ),
  input: z.array(inputItem),
});
export type ComputerRequest = z.infer<typeof requestSchema>;

/** One output of a response: its ids are filled in. */
export type Said =
  | { readonly actions: readonly unknown[]; readonly checks?: readonly WireCheck[] }
  | { readonly call: string; readonly args: object }
  | { readonly text: string }
  | { readonly refusal: string };

export interface AskedByTool {
  readonly body: ComputerRequest;
  /** All texts of the request. */
  readonly text: string;
  /** Of the picture, px. */
  readonly picture: Size;
}

export interface ComputerServer {
  readonly url: string;
  readonly requests: readonly AskedByTool[];
  /** Why requests were refused. */
  readonly refused: readonly string[];
  close(): Promise<void>;
}

export async function startComputerServer(
  script: (asked: AskedByTool) => readonly Said[] | Promise<readonly Said[]>,
): Promise<ComputerServer> {
  const requests: AskedByTool[] = [];
  const refused: string[] = [];
  let made = 0;
  const server = await startJsonServer(async ({ url }, body) => {
    if (url !== '/v1/responses') return [404, error(`there is no ${url ?? ''}`)];
    const parsed = requestSchema.safeParse(JSON.parse(body));
    const problem = parsed.success ? problemOf(parsed.data) : z.prettifyError(parsed.error);
    if (!parsed.success || problem !== undefined) {
      refused.push(problem ?? '');
      return [400, error(problem ?? '')];
    }
    const asked = { body: parsed.data, text: textOf(parsed.data), picture: sizeIn(body) };
    requests.push(asked);
    made += 1;
    const said = await script(asked);
    return [200, responseOf(parsed.data.model, `${made}`, said)];
  });
  return { ...server, url: `${server.url}/v1`, requests, refused };
}

function sizeIn(body: string): Size {
  const [, base64 = ''] = /data:image\/png;base64,([A-Za-z0-9+/=]+)/.exec(body) ?? [];
  const size = pngSize(Buffer.from(base64, 'base64'));
  if (!size) throw new Error('the request has no picture');
  return size;
}

function error(message: string): object {
  return { error: { message, type: 'invalid_request_error', param: null, code: null } };
}

/** Every call has one output, every output its call, and pending checks are acknowledged, all of them and no others. */
function problemOf({ input }: ComputerRequest): string | undefined {
  for (const [index, item] of input.entries()) {
    if (item.type === 'computer_call' || item.type === 'function_call') {
      const outputs = input
        .slice(index)
        .filter((each) => each.type === `${item.type}_output` && 'call_id' in each && each.call_id === item.call_id);
      if (outputs.length !== 1) return `No tool output found for ${item.type} ${item.call_id}.`;
    }
    if (item.type === 'computer_call_output' || item.type === 'function_call_output') {
      const call = input.find((each) => 'call_id' in each && each.call_id === item.call_id && !each.type.endsWith('_output'));
      if (!call) return `No tool call found for output ${item.call_id}.`;
      if (item.type !== 'computer_call_output' || call.type !== 'computer_call') continue;
      const [pending, acknowledged] = [call.pending_safety_checks, item.acknowledged_safety_checks ?? []].map((checks) => ids(checks));
      if (pending !== acknowledged) return `Safety checks ${pending} are pending, and ${acknowledged} acknowledged.`;
    }
  }
  return undefined;
}

function ids(checks: readonly { readonly id: string }[]): string {
  return checks
    .map(({ id }) => id)
    .sort()
    .join(', ');
}

function textOf({ input }: ComputerRequest): string {
  return input
    .flatMap((item) => {
      if (item.type !== 'message') return [];
      const parts: readonly unknown[] = typeof item.content === 'string' ? [{ text: item.content }] : item.content;
      return parts.map((part) => (part as { readonly text?: string }).text ?? '');
    })
    .join('\n\n');
}

function responseOf(model: string, id: string, said: readonly Said[]): object {
  return {
    id: `resp_${id}`,
    object: 'response',
    model,
    status: 'completed',
    error: null,
    incomplete_details: null,
    output: [
      { type: 'reasoning', id: `rs_${id}`, summary: [], encrypted_content: 'gAAAAB' },
      ...said.map((each, index) => outputOf(each, `${id}_${index}`)),
    ],
    usage: { input_tokens: 1_000, output_tokens: 50, input_tokens_details: { cached_tokens: 0 } },
  };
}

function outputOf(said: Said, id: string): object {
  if ('text' in said) {
    const content = [{ type: 'output_text', text: said.text, annotations: [] }];
    return { type: 'message', id: `msg_${id}`, role: 'assistant', status: 'completed', content };
  }
  if ('refusal' in said) {
    const content = [{ type: 'refusal', refusal: said.refusal }];
    return { type: 'message', id: `msg_${id}`, role: 'assistant', status: 'completed', content };
  }
  const call = { call_id: `call_${id}`, status: 'completed' };
  if ('call' in said) return { type: 'function_call', id: `fc_${id}`, ...call, name: said.call, arguments: JSON.stringify(said.args) };
  return { type: 'computer_call', id: `cu_${id}`, ...call, pending_safety_checks: said.checks ?? [], actions: said.actions };
}
