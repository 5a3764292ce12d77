// Services on the net, as their documentation and reports of their users describe them (November 2026). None was asked.
import type { Dialect } from './dialect.js';

const openAi: Dialect = {
  name: 'OpenAI',
  message: ({ text = null, args }) => ({
    content: text,
    refusal: null,
    annotations: [],
    ...calls(args, { id: 'call_abc', type: 'function' }),
  }),
  // A call that was forced ends with `stop`.
  finish: { call: 'stop' },
  choice: { logprobs: null },
  completion: { system_fingerprint: 'fp_1', service_tier: 'default' },
  usage: { prompt_tokens_details: { cached_tokens: 0, audio_tokens: 0 }, completion_tokens_details: { reasoning_tokens: 0 } },
  failures: [
    { kind: 'key', status: 401, body: error('Incorrect API key.', { code: 'invalid_api_key' }), says: 'Incorrect API key.' },
    { kind: 'model', status: 404, body: error('No such model.', { code: 'model_not_found' }), says: 'No such model.' },
    {
      kind: 'long',
      status: 400,
      body: error('Too long: 140000 of 128000.', { code: 'context_length_exceeded', param: 'messages' }),
      says: 'Too long',
    },
    { kind: 'format', status: 400, body: error('Not with this model.', { param: 'response_format' }), says: 'Not with this model.' },
    {
      kind: 'quota',
      status: 429,
      body: error('Quota used up.', { code: 'insufficient_quota', type: 'insufficient_quota' }),
      says: 'Quota used up.',
    },
    {
      ...{ kind: 'rate', status: 429, body: error('Slow down.', { code: 'rate_limit_exceeded', type: 'requests' }), says: 'Slow down.' },
      headers: { 'retry-after': '2', 'retry-after-ms': '1250', 'x-ratelimit-reset-requests': '1.25s' },
      waits: 1_250,
    },
    { kind: 'busy', status: 503, body: error('Overloaded.', { type: 'server_error' }), says: 'Overloaded.' },
  ],
};

const filters = { hate: { filtered: false, severity: 'safe' }, violence: { filtered: false, severity: 'safe' } };
const azure: Dialect = {
  name: 'Azure OpenAI',
  message: openAi.message,
  finish: { call: 'stop' },
  choice: { content_filter_results: filters, logprobs: null },
  completion: { prompt_filter_results: [{ prompt_index: 0, content_filter_results: filters }], system_fingerprint: null },
  stream: { first: { model: '', choices: [], prompt_filter_results: [{ prompt_index: 0, content_filter_results: filters }] } },
  failures: [
    { kind: 'key', status: 401, body: { error: { code: '401', message: 'Wrong key or endpoint.' } }, says: 'Wrong key or endpoint.' },
    {
      kind: 'model',
      status: 404,
      body: { error: { code: 'DeploymentNotFound', message: 'No such deployment.' } },
      says: 'No such deployment.',
    },
    { kind: 'address', status: 404, body: { error: { code: '404', message: 'Resource not found' } }, says: 'Resource not found' },
    { kind: 'format', status: 400, body: { error: { code: 'BadRequest', message: 'Not in this api version.' } }, says: 'api version' },
    {
      ...{ kind: 'filter', status: 400, says: 'The prompt was filtered.' },
      body: error('The prompt was filtered.', {
        ...{ code: 'content_filter', param: 'prompt', status: 400, type: null },
        innererror: { code: 'ResponsibleAIPolicyViolation', content_filter_result: { jailbreak: { filtered: true, detected: true } } },
      }),
    },
    {
      ...{ kind: 'filter', status: 200, says: 'content filter' },
      body: { choices: [{ index: 0, finish_reason: 'content_filter', message: { role: 'assistant' }, content_filter_results: filters }] },
    },
    {
      ...{ kind: 'rate', status: 429, body: { error: { code: '429', message: 'Over the token rate.' } }, says: 'Over the token rate.' },
      headers: { 'retry-after': '6' },
      waits: 6_000,
    },
    { kind: 'busy', status: 500, body: error('Internal.', { code: 'InternalServerError', type: null }), says: 'Internal.' },
  ],
};

const gemini: Dialect = {
  name: 'Gemini',
  message: ({ text, args }) => ({
    ...(text === undefined ? {} : { content: text }),
    ...calls(args, { id: '', type: 'function', extra_content: { google: { thought_signature: 'c2ln' } } }),
  }),
  completion: { id: undefined },
  stream: { wholeCalls: true },
  failures: [
    {
      kind: 'key',
      status: 400,
      body: google(400, 'API key not valid.', 'INVALID_ARGUMENT', { reason: 'API_KEY_INVALID' }),
      says: 'API key not valid.',
    },
    { kind: 'model', status: 404, body: google(404, 'models/x is not found.', 'NOT_FOUND'), says: 'models/x is not found.' },
    { kind: 'long', status: 400, body: google(400, 'The token count exceeds the maximum.', 'INVALID_ARGUMENT'), says: 'token count' },
    { kind: 'format', status: 400, body: google(400, 'Unknown name in the schema.', 'INVALID_ARGUMENT'), says: 'Unknown name' },
    {
      ...{ kind: 'rate', status: 429, says: 'Exceeded your quota.', waits: 38_000 },
      body: google(429, 'Exceeded your quota.', 'RESOURCE_EXHAUSTED', {
        '@type': 'type.googleapis.com/google.rpc.RetryInfo',
        retryDelay: '38s',
      }),
    },
    { kind: 'busy', status: 503, body: google(503, 'The model is overloaded.', 'UNAVAILABLE'), says: 'overloaded' },
  ],
};

const deepSeek: Dialect = {
  name: 'DeepSeek',
  refuses: {
    'json-schema': {
      ...{ kind: 'format', status: 400, says: 'This response_format is unavailable.' },
      body: error('This response_format is unavailable.', { code: 'invalid_request_error' }),
    },
  },
  message: ({ text = '', args }) => ({
    ...{ content: text, reasoning_content: 'The sky {"colour": "grey"}? No.' },
    ...calls(args, { id: 'call_0_1', index: 0, type: 'function' }),
  }),
  choice: { logprobs: null },
  completion: { system_fingerprint: 'fp_ds' },
  usage: { prompt_cache_hit_tokens: 0, prompt_cache_miss_tokens: 1_000, completion_tokens_details: { reasoning_tokens: 60 } },
  // It sends empty lines while a request waits for its turn, and comments where it streams.
  before: '\n\n\n',
  stream: { comments: ': keep-alive\n\n: keep-alive\n\n', usage: (usage) => ({ choices: [], usage }) },
  failures: [
    { kind: 'key', status: 401, body: error('Authentication fails.', { type: 'authentication_error' }), says: 'Authentication fails.' },
    { kind: 'model', status: 400, body: error('Model does not exist.', { code: 'invalid_request_error' }), says: 'Model does not exist.' },
    { kind: 'long', status: 400, body: error('The maximum context length is 131072 tokens.'), says: 'maximum context length' },
    { kind: 'quota', status: 402, body: error('Insufficient balance.', { type: 'unknown_error' }), says: 'Insufficient balance.' },
    { kind: 'format', status: 422, body: 'Failed to read the body: unknown variant', says: 'unknown variant' },
    { kind: 'rate', status: 429, body: error('Rate limit reached.'), says: 'Rate limit reached.' },
    {
      ...{ kind: 'busy', status: 200, says: 'insufficient_system_resource' },
      body: {
        choices: [{ index: 0, finish_reason: 'insufficient_system_resource', message: { role: 'assistant', content: '{"colour": "bl' } }],
      },
    },
    { kind: 'busy', status: 503, body: error('Service is too busy.', { type: 'service_unavailable_error' }), says: 'too busy' },
  ],
};

const mistral: Dialect = {
  name: 'Mistral',
  message: ({ text, args }) => ({
    content:
      text === undefined
        ? ''
        : [
            { type: 'thinking', thinking: [{ type: 'text', text: 'The sky {"colour": "grey"}? No.' }], closed: true },
            { type: 'text', text },
          ],
    ...calls(args, { id: 'D681PevKs', index: 0 }),
  }),
  usage: { num_cached_tokens: 0 },
  stream: { wholeCalls: true, usage: (usage) => ({ choices: [], usage }) },
  failures: [
    { kind: 'key', status: 401, body: { detail: 'Unauthorized' }, says: 'Unauthorized' },
    { kind: 'model', status: 400, body: flat('Invalid model: x', { type: 'invalid_model', code: '1500' }), says: 'Invalid model' },
    { kind: 'long', status: 400, body: flat('The prompt is too large for this model.', { code: '3051' }), says: 'too large' },
    {
      ...{ kind: 'format', status: 422, says: 'Extra inputs are not permitted' },
      body: flat({ detail: [{ type: 'extra_forbidden', loc: ['body', 'x'], msg: 'Extra inputs are not permitted' }] }),
    },
    {
      ...{ kind: 'rate', status: 429, says: 'Rate limit exceeded' },
      body: flat('Rate limit exceeded', { type: 'rate_limited', code: '1300', raw_status_code: 429 }),
    },
    { kind: 'busy', status: 503, body: flat('Capacity of the tier exceeded.', { code: '3505' }), says: 'Capacity' },
  ],
};

const openRouter: Dialect = {
  name: 'OpenRouter',
  message: ({ text = null, args }) => ({
    ...{ content: text, refusal: null, reasoning: 'The sky {"colour": "grey"}? No.' },
    reasoning_details: [{ type: 'reasoning.text', text: 'The sky {"colour": "grey"}? No.', format: 'unknown', index: 0 }],
    ...calls(args, { id: 'tool_0', index: 0, type: 'function' }),
  }),
  choice: { native_finish_reason: 'STOP', logprobs: null },
  completion: { id: 'gen-1', provider: 'Some provider' },
  usage: { cost: 0.0012, is_byok: false, prompt_tokens_details: { cached_tokens: 0 } },
  before: '\n         \n',
  stream: {
    comments: ': OPENROUTER PROCESSING\n\n',
    usage: (usage) => ({ choices: [{ index: 0, delta: { content: '' }, finish_reason: null }], usage }),
  },
  failures: [
    { kind: 'key', status: 401, body: { error: { message: 'User not found.', code: 401 } }, says: 'User not found.' },
    { kind: 'model', status: 400, body: { error: { message: 'x is no model.', code: 400 }, user_id: 'u' }, says: 'x is no model.' },
    { kind: 'format', status: 404, body: { error: { message: 'No endpoint takes these parameters.', code: 404 } }, says: 'No endpoint' },
    { kind: 'quota', status: 402, body: { error: { message: 'More credits are required.', code: 402 } }, says: 'credits' },
    {
      ...{ kind: 'filter', status: 403, says: 'Flagged by moderation.' },
      body: {
        error: {
          message: 'Flagged by moderation.',
          code: 403,
          metadata: { reasons: ['violence'], flagged_input: 'x', provider_name: 'P' },
        },
      },
    },
    {
      ...{ kind: 'rate', status: 429, says: 'Provider returned error' },
      body: { error: { message: 'Provider returned error', code: 429, metadata: { raw: 'limited upstream', provider_name: 'P' } } },
    },
    { kind: 'busy', status: 502, body: { error: { message: 'Provider is down.', code: 502 } }, says: 'Provider is down.' },
    { kind: 'busy', status: 200, body: { error: { message: 'Upstream idle.', code: 504 } }, says: 'Upstream idle.' },
    {
      ...{ kind: 'busy', status: 200, says: 'The provider hung up.', headers: { 'content-type': 'text/event-stream' } },
      body: `: OPENROUTER PROCESSING\n\ndata: ${JSON.stringify({
        error: { code: 'server_error', message: 'The provider hung up.' },
        choices: [{ index: 0, delta: { content: '' }, finish_reason: 'error' }],
      })}\n\n`,
    },
  ],
};

const groq: Dialect = {
  name: 'Groq',
  message: ({ text, args }) => ({
    ...(text === undefined ? {} : { content: text }),
    ...{ reasoning: 'The sky {"colour": "grey"}? No.' },
    ...calls(args, { id: 'fc_1', type: 'function' }),
  }),
  choice: { logprobs: null },
  completion: { system_fingerprint: 'fp_g', usage_breakdown: null, x_groq: { id: 'req_1', seed: 1 }, service_tier: 'on_demand' },
  usage: { queue_time: 0.05, prompt_time: 0.01, completion_time: 0.3, total_time: 0.36 },
  stream: { wholeCalls: true, usage: (usage) => ({ choices: [], x_groq: { id: 'req_1', usage }, usage }) },
  failures: [
    { kind: 'key', status: 401, body: error('Invalid API Key', { code: 'invalid_api_key' }), says: 'Invalid API Key' },
    { kind: 'model', status: 404, body: error('x does not exist.', { code: 'model_not_found' }), says: 'x does not exist.' },
    {
      kind: 'long',
      status: 413,
      body: error('Request too large: TPM limit.', { type: 'tokens', code: 'rate_limit_exceeded' }),
      says: 'too large',
    },
    { kind: 'format', status: 400, body: error('No json_schema with this model.'), says: 'No json_schema' },
    {
      ...{ kind: 'sampled', status: 400, says: 'Failed to generate JSON.' },
      body: error('Failed to generate JSON.', { code: 'json_validate_failed', failed_generation: '{"colour": ' }),
    },
    {
      ...{ kind: 'sampled', status: 400, says: 'Failed to call a function.' },
      body: error('Failed to call a function.', { code: 'tool_use_failed', failed_generation: '<function=colour>' }),
    },
    {
      ...{
        kind: 'rate',
        status: 429,
        body: error('Rate limit reached.', { type: 'tokens', code: 'rate_limit_exceeded' }),
        says: 'Rate limit',
      },
      headers: { 'retry-after': '7', 'x-ratelimit-reset-tokens': '7.66s' },
      waits: 7_000,
    },
    { kind: 'busy', status: 498, body: error('Flex capacity exceeded.', { code: 'capacity_exceeded' }), says: 'capacity' },
    { kind: 'busy', status: 503, body: error('Service unavailable.'), says: 'Service unavailable.' },
  ],
};

const anthropic: Dialect = {
  name: 'Anthropic, by the API of OpenAI',
  ignores: ['json-object'],
  message: ({ text = null, args }) => ({ content: text, ...calls(args, { id: 'toolu_1', type: 'function' }) }),
  failures: [
    { kind: 'key', status: 401, body: native('authentication_error', 'Invalid key.'), says: 'Invalid key.' },
    { kind: 'model', status: 404, body: native('not_found_error', 'model: x'), says: 'model: x' },
    {
      kind: 'long',
      status: 400,
      body: native('invalid_request_error', 'prompt is too long: 212345 of 200000'),
      says: 'prompt is too long',
    },
    { kind: 'long', status: 413, body: native('request_too_large', 'Request exceeds the maximum size'), says: 'maximum size' },
    { kind: 'format', status: 400, body: native('invalid_request_error', 'tools.0: bad schema'), says: 'bad schema' },
    { kind: 'quota', status: 402, body: native('billing_error', 'Check your billing.'), says: 'Check your billing.' },
    {
      ...{ kind: 'rate', status: 429, body: native('rate_limit_error', 'Over the limit of tokens.'), says: 'Over the limit' },
      headers: { 'retry-after': '11', 'anthropic-ratelimit-requests-remaining': '0' },
      waits: 11_000,
    },
    { kind: 'busy', status: 529, body: native('overloaded_error', 'Overloaded'), says: 'Overloaded' },
  ],
};

export const clouds: readonly Dialect[] = [openAi, azure, gemini, deepSeek, mistral, openRouter, groq, anthropic];

export function calls(args: string | undefined, call: object): object {
  return args === undefined ? {} : { tool_calls: [{ ...call, function: { name: 'colour', arguments: args } }] };
}

export function error(message: string, more: object = {}): object {
  return { error: { message, type: 'invalid_request_error', param: null, code: null, ...more } };
}

/** At the top, without `error`. */
export function flat(message: unknown, more: object = {}): object {
  return { object: 'error', message, type: 'invalid_request_error', param: null, code: null, ...more };
}

/** A list, also of one. */
function google(code: number, message: string, status: string, detail?: object): object {
  return [{ error: { code, message, status, ...(detail && { details: [detail] }) } }];
}

function native(type: string, message: string): object {
  return { type: 'error', error: { type, message }, request_id: 'req_1' };
}
