// Servers that people run themselves, as their documentation, their source and reports of their users describe them (November 2026). None was asked.
import { calls, error, flat } from './clouds.js';
import type { Dialect } from './dialect.js';

const ollama: Dialect = {
  name: 'Ollama',
  // It knows no `tool_choice`: whether a function is called is up to the model.
  ignores: ['tool-call'],
  message: ({ text = '', args }) => ({
    ...{ content: text, reasoning: 'The sky {"colour": "grey"}? No.' },
    ...calls(args, { id: 'call_1', index: 0, type: 'function' }),
  }),
  completion: { system_fingerprint: 'fp_ollama' },
  stream: { wholeCalls: true },
  failures: [
    { kind: 'key', status: 401, body: { error: 'unauthorized' }, says: 'unauthorized' },
    { kind: 'model', status: 404, body: error('model "x" not found', { type: 'not_found_error' }), says: 'model "x" not found' },
    { kind: 'address', status: 404, body: '404 page not found', says: '404 page not found' },
    { kind: 'format', status: 400, body: error('x does not support tools'), says: 'does not support tools' },
    { kind: 'busy', status: 503, body: error('server busy', { type: 'api_error' }), says: 'server busy' },
    { kind: 'busy', status: 500, body: error('the runner of the model has stopped', { type: 'api_error' }), says: 'runner' },
  ],
};

const vllm: Dialect = {
  name: 'vLLM',
  message: ({ text = '', args }) => ({
    ...{
      content: text,
      reasoning: null,
      reasoning_content: 'The sky {"colour": "grey"}? No.',
      refusal: null,
      annotations: null,
      audio: null,
    },
    function_call: null,
    tool_calls: [],
    ...calls(args, { id: 'chatcmpl-tool-1', type: 'function' }),
  }),
  // A call by name ends with `stop` in most of its versions.
  finish: { call: 'stop' },
  choice: { logprobs: null, stop_reason: null, token_ids: null },
  completion: { service_tier: null, system_fingerprint: null, prompt_logprobs: null, prompt_token_ids: null, kv_transfer_params: null },
  usage: { prompt_tokens_details: null },
  failures: [
    { kind: 'key', status: 401, body: { error: 'Unauthorized' }, says: 'Unauthorized' },
    { kind: 'model', status: 404, body: error('x does not exist.', { type: 'NotFoundError', code: 404 }), says: 'x does not exist.' },
    { kind: 'address', status: 404, body: { detail: 'Not Found' }, says: 'Not Found' },
    {
      kind: 'long',
      status: 400,
      body: error('maximum context length is 8192', { type: 'BadRequestError', code: 400 }),
      says: 'maximum context',
    },
    {
      kind: 'long',
      status: 400,
      body: flat('maximum context length is 8192', { type: 'BadRequestError', code: 400 }),
      says: 'length is 8192',
    },
    { kind: 'format', status: 400, body: error('no grammar for it', { type: 'BadRequestError', code: 400 }), says: 'no grammar' },
    { kind: 'busy', status: 500, body: error('The engine is dead.', { type: 'InternalServerError', code: 500 }), says: 'engine' },
  ],
};

const lmStudio: Dialect = {
  name: 'LM Studio',
  refuses: {
    'json-object': {
      ...{ kind: 'format', status: 400, says: "must be 'json_schema' or 'text'" },
      body: { error: "'response_format.type' must be 'json_schema' or 'text'" },
    },
    // It takes a word, not a function's name.
    'tool-call': {
      ...{ kind: 'format', status: 400, says: "'tool_choice' must be a string" },
      body: { error: "'tool_choice' must be a string: none, auto, required" },
    },
  },
  message: ({ text = '', args }) => ({
    ...{ content: text, reasoning_content: 'The sky {"colour": "grey"}? No.', tool_calls: [] },
    ...calls(args, { id: '365174485', type: 'function' }),
  }),
  choice: { logprobs: null },
  completion: { stats: {}, system_fingerprint: 'served-model' },
  failures: [
    { kind: 'model', status: 404, body: error('x is not loaded.', { param: 'model', code: 'model_not_found' }), says: 'x is not loaded.' },
    { kind: 'address', status: 200, body: { error: 'Unexpected endpoint or method. (POST /x)' }, says: 'Unexpected endpoint' },
    { kind: 'long', status: 400, body: { error: 'The prompt has more tokens than the context length.' }, says: 'context length' },
    {
      ...{ kind: 'long', status: 200, says: 'than the context holds', headers: { 'content-type': 'text/event-stream' } },
      body: `event: error\ndata: ${JSON.stringify({ error: { message: 'The prompt has more tokens than the context holds.' } })}\n\n`,
    },
  ],
};

const llamaCpp: Dialect = {
  name: "llama.cpp's server",
  message: ({ text = null, args }) => ({
    ...{ content: text, reasoning_content: 'The sky {"colour": "grey"}? No.' },
    ...calls(args, { id: '', type: 'function' }),
  }),
  completion: { system_fingerprint: 'b6000', timings: { prompt_n: 1_000, prompt_ms: 90.1, predicted_n: 100, cache_n: 0 } },
  stream: { usage: (usage) => ({ choices: [], usage, timings: {} }) },
  failures: [
    { kind: 'key', status: 401, body: coded(401, 'Invalid API Key', 'authentication_error'), says: 'Invalid API Key' },
    { kind: 'address', status: 404, body: coded(404, 'File Not Found', 'not_found_error'), says: 'File Not Found' },
    {
      ...{ kind: 'long', status: 400, says: 'context size' },
      body: coded(400, 'the request exceeds the context size', 'exceed_context_size_error', { n_prompt_tokens: 9_000, n_ctx: 8_192 }),
    },
    { kind: 'format', status: 400, body: coded(400, 'the schema cannot be converted', 'invalid_request_error'), says: 'schema' },
    { kind: 'busy', status: 503, body: coded(503, 'Loading model', 'unavailable_error'), says: 'Loading model' },
  ],
};

export const ownMachines: readonly Dialect[] = [ollama, vllm, lmStudio, llamaCpp];

function coded(code: number, message: string, type: string, more: object = {}): object {
  return { error: { code, message, type, ...more } };
}
