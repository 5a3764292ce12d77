// Five providers in one server, each by its own API as its reference describes it: `/<how>/<provider>/…`. They answer with the statement, as a call where a function is offered.
import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import { recordOf } from '../../../src/domain/checks/read-stored.js';
import { startJsonServer } from '../json-server.js';

export const providers = ['openai', 'azure', 'anthropic', 'gemini', 'ollama'] as const;
export type Provider = (typeof providers)[number];
export const hows = ['well', 'wrong-key', 'limited', 'busy', 'too-long'] as const;
export type How = (typeof hows)[number];

export interface Providers {
  /** Whose API was asked, and what for. */
  readonly asked: readonly { readonly path: string; readonly body: Data }[];
  url(how: How, provider: Provider): string;
  close(): Promise<void>;
}

type Data = Readonly<Record<string, unknown>>;
type Answered = readonly [status: number, json: object, headers?: Readonly<Record<string, string>>];

export async function startProviders(statement: object): Promise<Providers> {
  const asked: { path: string; body: Data }[] = [];
  const server = await startJsonServer((request: IncomingMessage, text) => {
    const [, how, provider, ...rest] = new URL(request.url ?? '', 'http://x').pathname.split('/');
    const body = recordOf(JSON.parse(text || '{}')) ?? {};
    const path = rest.join('/');
    asked.push({ path: `${provider}/${path}`, body });
    const api = apis[z.enum(providers).parse(provider)];
    const failing = z.enum(hows).parse(how);
    return failing === 'well' ? [200, api.answer(statement, body, path)] : api.fail(failing);
  });
  return { asked, url: (how, provider) => `${server.url}/${how}/${provider}${apis[provider].base}`, close: server.close };
}

interface Api {
  /** Of the address that LiteLLM is told. */
  readonly base: string;
  answer(statement: object, body: Data, path: string): object;
  fail(how: Exclude<How, 'well'>): Answered;
}

const nameOf = (tool: unknown): unknown => {
  const { name, function: called, functionDeclarations, function_declarations: others } = recordOf(tool) ?? {};
  const [declared] = [functionDeclarations ?? others].flat();
  return name ?? recordOf(called ?? declared)?.['name'];
};

/** Of the function that it may call. */
function offered({ tools }: Data): unknown {
  return Array.isArray(tools) && tools.length > 0 ? nameOf(tools[0]) : undefined;
}

function openAiFailure(how: Exclude<How, 'well'>): Answered {
  const error = (message: string, code: string | null, type = 'invalid_request_error'): object => ({
    error: { message, type, param: null, code },
  });
  switch (how) {
    case 'wrong-key':
      return [401, error('That key is wrong.', 'invalid_api_key')];
    case 'limited':
      return [429, error('Too many requests.', 'rate_limit_exceeded', 'requests'), { 'retry-after': '7' }];
    case 'busy':
      return [503, error('All are busy.', null, 'server_error')];
    case 'too-long':
      return [400, error("This model's maximum context length is 8192 tokens.", 'context_length_exceeded')];
  }
}

const openAi: Api = {
  base: '/v1',
  answer(statement, body, path) {
    const name = offered(body);
    const text = JSON.stringify(statement);
    if (path.endsWith('responses')) {
      const said =
        name === undefined
          ? {
              id: 'msg_1',
              type: 'message',
              status: 'completed',
              role: 'assistant',
              content: [{ type: 'output_text', text, annotations: [] }],
            }
          : { id: 'fc_1', type: 'function_call', status: 'completed', call_id: 'call_1', name, arguments: text };
      return {
        ...{ id: 'resp_1', object: 'response', created_at: 1, status: 'completed', model: body['model'], output: [said], error: null },
        ...{ incomplete_details: null, parallel_tool_calls: true, tool_choice: 'auto', tools: [] },
        usage: {
          input_tokens: 1_000,
          input_tokens_details: { cached_tokens: 0 },
          output_tokens: 100,
          output_tokens_details: { reasoning_tokens: 0 },
          total_tokens: 1_100,
        },
      };
    }
    const message =
      name === undefined
        ? { role: 'assistant', content: text, refusal: null }
        : { role: 'assistant', content: null, tool_calls: [{ id: 'call_1', type: 'function', function: { name, arguments: text } }] };
    return {
      ...{ id: 'chatcmpl-1', object: 'chat.completion', created: 1, model: body['model'] ?? 'gpt' },
      choices: [{ index: 0, message, finish_reason: name === undefined ? 'stop' : 'tool_calls' }],
      usage: { prompt_tokens: 1_000, completion_tokens: 100, total_tokens: 1_100 },
    };
  },
  fail: openAiFailure,
};

const anthropicFailures = {
  'wrong-key': [401, 'authentication_error', 'invalid x-api-key'],
  limited: [429, 'rate_limit_error', 'Too many tokens.'],
  busy: [529, 'overloaded_error', 'Overloaded'],
  'too-long': [400, 'invalid_request_error', 'prompt is too long: 212345 tokens > 200000 maximum'],
} as const;
const anthropic: Api = {
  base: '',
  answer(statement, body) {
    const name = offered(body);
    return {
      ...{ id: 'msg_1', type: 'message', role: 'assistant', model: body['model'], stop_sequence: null },
      stop_reason: name === undefined ? 'end_turn' : 'tool_use',
      content: [
        name === undefined
          ? { type: 'text', text: JSON.stringify(statement) }
          : { type: 'tool_use', id: 'toolu_1', name, input: statement },
      ],
      usage: { input_tokens: 1_000, output_tokens: 100, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 },
    };
  },
  fail(how) {
    const [status, type, message] = anthropicFailures[how];
    return [status, { type: 'error', error: { type, message } }, how === 'limited' ? { 'retry-after': '7' } : undefined];
  },
};

const geminiFailures = {
  'wrong-key': [400, 'INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.'],
  limited: [429, 'RESOURCE_EXHAUSTED', 'You exceeded your current quota.'],
  busy: [503, 'UNAVAILABLE', 'The model is overloaded.'],
  'too-long': [400, 'INVALID_ARGUMENT', 'The input token count exceeds the maximum number of tokens allowed.'],
} as const;
const gemini: Api = {
  base: '',
  answer(statement, body) {
    const name = offered(body);
    const part = name === undefined ? { text: JSON.stringify(statement) } : { functionCall: { name, args: statement } };
    return {
      candidates: [{ content: { role: 'model', parts: [part] }, finishReason: 'STOP', index: 0 }],
      usageMetadata: { promptTokenCount: 1_000, candidatesTokenCount: 100, totalTokenCount: 1_100 },
      modelVersion: 'gemini',
    };
  },
  fail(how) {
    const [code, status, message] = geminiFailures[how];
    const details = how === 'limited' ? [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '7s' }] : [];
    return [code, { error: { code, message, status, details } }];
  },
};

const ollamaFailures = {
  'wrong-key': [401, 'unauthorized'],
  limited: [429, 'too many requests'],
  busy: [503, 'server busy, please try again'],
  'too-long': [400, 'the input exceeds the context length'],
} as const;
const ollama: Api = {
  base: '',
  answer(statement, body, path) {
    if (path.endsWith('show')) return { template: '', capabilities: ['completion', 'tools'], details: {}, model_info: {} };
    const name = offered(body);
    const message =
      name === undefined
        ? { role: 'assistant', content: JSON.stringify(statement) }
        : { role: 'assistant', content: '', tool_calls: [{ function: { name, arguments: statement } }] };
    return {
      ...{ model: body['model'], created_at: '2026-11-30T00:00:00Z', message, done: true, done_reason: 'stop' },
      ...{ total_duration: 1, prompt_eval_count: 1_000, eval_count: 100 },
    };
  },
  fail(how) {
    const [status, error] = ollamaFailures[how];
    return [status, { error }];
  },
};

const apis = { openai: openAi, azure: { ...openAi, base: '' }, anthropic, gemini, ollama } as const satisfies Record<Provider, Api>;
