// One turn of a model in the form of each API, as OpenAI's reference describes them.

export interface Reply {
  readonly text: string;
  readonly finish: 'stop' | 'length' | 'content_filter';
  /** Null: the server reports none. Whatever stands in it is sent. */
  readonly usage: { readonly input?: unknown; readonly output?: unknown; readonly cached?: unknown } | null;
  readonly refusal: string | null;
  readonly model: string;
  /** Whether it calls a function that it is offered; else it answers with content. */
  readonly calls: boolean;
}

interface Asked {
  readonly path: string;
  readonly tools: readonly Readonly<Record<string, unknown>>[] | undefined;
}

export function written(reply: Reply, { path, tools }: Asked): unknown {
  const [tool] = reply.calls && reply.refusal === null ? (tools ?? []) : [];
  return path.endsWith('/responses')
    ? response(reply, tool?.['name'])
    : completion(reply, (tool?.['function'] as { name?: unknown })?.name);
}

function completion({ text, finish, usage, refusal, model }: Reply, called: unknown): unknown {
  const call = { id: 'call_1', type: 'function', function: { name: called, arguments: text } };
  const message =
    called === undefined
      ? { role: 'assistant', content: text, refusal }
      : { role: 'assistant', content: null, refusal, tool_calls: [call] };
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1,
    model,
    choices: [{ index: 0, message, finish_reason: finish }],
    ...(usage && {
      usage: {
        prompt_tokens: usage.input,
        completion_tokens: usage.output,
        ...(usage.cached === undefined ? {} : { prompt_tokens_details: { cached_tokens: usage.cached } }),
      },
    }),
  };
}

const whyIncomplete = { stop: undefined, length: 'max_output_tokens', content_filter: 'content_filter' } as const;

function response({ text, finish, usage, refusal, model }: Reply, called: unknown): unknown {
  const reason = whyIncomplete[finish];
  const part = refusal === null ? { type: 'output_text', text, annotations: [] } : { type: 'refusal', refusal };
  const said =
    called === undefined
      ? { id: 'msg_1', type: 'message', status: 'completed', role: 'assistant', content: [part] }
      : { id: 'fc_1', type: 'function_call', status: 'completed', call_id: 'call_1', name: called, arguments: text };
  return {
    id: 'resp_1',
    object: 'response',
    created_at: 1,
    model,
    status: reason === undefined ? 'completed' : 'incomplete',
    error: null,
    incomplete_details: reason === undefined ? null : { reason },
    output: [{ id: 'rs_1', type: 'reasoning', summary: [] }, ...(text === '' && refusal === null ? [] : [said])],
    usage: usage && {
      input_tokens: usage.input,
      output_tokens: usage.output,
      input_tokens_details: { cached_tokens: usage.cached ?? 0 },
      output_tokens_details: { reasoning_tokens: 0 },
    },
  };
}
