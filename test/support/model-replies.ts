// One turn of a model in the form of each API, by the types that the `openai` package has from OpenAI's published schema; counts of tokens are whatever a test wants.
import type { ChatCompletion } from 'openai/resources/chat/completions';
import type { Response, ResponseOutputItem, ResponseOutputRefusal, ResponseOutputText } from 'openai/resources/responses/responses';

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

type Counted<T extends { readonly usage?: unknown }> = Omit<T, 'usage'> & { readonly usage?: unknown };

interface Asked {
  readonly path: string;
  readonly tools: readonly { readonly name?: string; readonly function?: { readonly name: string } }[] | undefined;
}

export function written(reply: Reply, { path, tools }: Asked): unknown {
  const [tool] = reply.calls && reply.refusal === null ? (tools ?? []) : [];
  return path.endsWith('/responses') ? response(reply, tool?.name) : completion(reply, tool?.function?.name);
}

function completion({ text, finish, usage, refusal, model }: Reply, called: string | undefined): Counted<ChatCompletion> {
  const role = 'assistant' as const;
  const message =
    called === undefined
      ? { role, content: text, refusal }
      : {
          role,
          content: null,
          refusal,
          tool_calls: [{ id: 'call_1', type: 'function' as const, function: { name: called, arguments: text } }],
        };
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1,
    model,
    choices: [{ index: 0, message, finish_reason: finish, logprobs: null }],
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

function response({ text, finish, usage, refusal, model }: Reply, called: string | undefined): Counted<Omit<Response, 'output_text'>> {
  const reason = whyIncomplete[finish];
  const part: ResponseOutputText | ResponseOutputRefusal =
    refusal === null ? { type: 'output_text', text, annotations: [] } : { type: 'refusal', refusal };
  const said: ResponseOutputItem =
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
    instructions: null,
    metadata: {},
    parallel_tool_calls: true,
    temperature: 1,
    tool_choice: 'auto',
    tools: [],
    top_p: 1,
    output: [{ id: 'rs_1', type: 'reasoning', summary: [] }, ...(text === '' && refusal === null ? [] : [said])],
    usage: usage && {
      input_tokens: usage.input,
      output_tokens: usage.output,
      input_tokens_details: { cached_tokens: usage.cached ?? 0 },
      output_tokens_details: { reasoning_tokens: 0 },
    },
  };
}
