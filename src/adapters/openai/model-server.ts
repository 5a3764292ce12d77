// The server of OpenAI's APIs, or one that resembles it: one prompt there, one turn back, or a `ModelError`.

import OpenAI from 'openai';
import { ModelError } from '../../ports/model.js';
import { packageTimeoutMs, askServer, withoutVariable, type Turn } from '../model-kit/server-answer.js';
import { adviceOnRedirects, type Advice, type ServerContext } from '../model-kit/server-failures.js';
import { keysOf, serverPlace, serverSecrets, splitAddress } from '../model-kit/server-address.js';
import { fetchWith } from '../model-kit/server-reports.js';
import { structuredOutputs, type StructuredOutput, type Prompt } from '../model-kit/prompt.js';
import { modelApis, type ModelApi, type Wire } from './wire.js';
import type { Prices } from '../../domain/budget/prices.js';
import type { Usage } from '../../domain/budget/usage.js';
import { providerOf, type CalledModel } from '../../domain/telemetry/chat-span.js';
import { chatCompletions } from './chat-completions.js';
import { responses } from './responses.js';

interface FailureContext extends ServerContext {
  readonly api: ModelApi;
  readonly structuredOutput: StructuredOutput;
  /** Asked by the computer tool, which needs neither of them. */
  readonly byTool?: boolean;
}

type Say = (context: FailureContext) => string;
const checkKey: Say = ({ keys }) => `Check ${keys}.`;
const otherApi: Say = ({ api }) => `model.api is ${api}; where the server or the model has only the other, set ${others(modelApis, api)}.`;
const noTool: Say = ({ model }) =>
  `Check whether ${model} has OpenAI's computer tool on this server; without it set model.computer to none.`;
const address: Say = (context) =>
  `Check STEADYHAND_MODEL and OPENAI_BASE_URL (it usually ends in /v1). ${(context.byTool ? noTool : otherApi)(context)}`;
const support: Say = (context) => (context.byTool ? noTool : otherWays)(context);
const otherWays: Say = ({ api, structuredOutput }) =>
  `Check the model name and what this server supports: model.structuredOutput is ${structuredOutput}, and may be ${others(structuredOutputs, structuredOutput)}; ` +
  `model.api is ${api}, and may be ${others(modelApis, api)}; model.images may be false.`;
const advice: Advice<FailureContext> = {
  ...adviceOnRedirects('OPENAI_BASE_URL'),
  400: support,
  401: checkKey,
  403: ({ keys }) => `Check what ${keys} may use: project, region, model.`,
  404: address,
  405: address,
  413: () => 'The prompt is too large for this server: lower imageMaxSide, or use a model with a larger context.',
  422: support,
};

function others<T extends string>(all: readonly T[], current: T): string {
  const rest = all.filter((each) => each !== current);
  return [rest.slice(0, -1).join(', '), ...rest.slice(-1)].filter(Boolean).join(' or ');
}

interface ModelServerOptions {
  readonly apiKey: string | undefined;
  /** Default: OpenAI's. A self-hosted server needs no key. */
  readonly baseUrl: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly api: ModelApi;
  readonly prices: Prices;
  readonly timeoutMs: number;
}

export interface ModelServer {
  /** Where questions go, for spans. */
  readonly place: Omit<CalledModel, 'model'>;
  /** What no message may carry. */
  readonly secrets: readonly string[];
  /** Throws where nothing can be sent. */
  connect(): OpenAI;
  /** `spent`: what the failure of this turn reports besides its own. */
  ask(prompt: Prompt, options: Asking): Promise<Turn>;
}

/** `wire`: of the computer tool, in place of the configured API's. */
interface Asking {
  readonly signal: AbortSignal;
  readonly spent: Usage;
  readonly wire?: Wire;
}

const openAiUrl = 'https://api.openai.com/v1';
const wires = { 'chat-completions': chatCompletions, responses } as const satisfies Record<ModelApi, Wire>;

export function createModelServer({ apiKey, baseUrl, headers, api, prices, timeoutMs }: ModelServerOptions): ModelServer {
  const { address, query } = splitAddress(baseUrl ?? openAiUrl);
  const secrets = serverSecrets({ apiKey, baseUrl, headers });
  const keys = keysOf({ apiKey, headers }, ['OPENAI_API_KEY', 'model.headers']);
  const server = { baseUrl: address, variable: 'OPENAI_BASE_URL', secrets, keys, api, timeoutMs };
  let client: OpenAI | undefined;

  function connect(): OpenAI {
    if (!apiKey && baseUrl === undefined) {
      throw new ModelError(
        'model-not-configured',
        'OPENAI_API_KEY is not set. Set it, or set OPENAI_BASE_URL to a server that needs none.',
        { retryable: false },
      );
    }
    client ??= withoutVariable('OPENAI_CUSTOM_HEADERS', () => {
      const ours = baseUrl === undefined ? {} : { organization: null, project: null };
      return new OpenAI({
        ...{ apiKey: apiKey || 'none', baseURL: address, maxRetries: 0, timeout: packageTimeoutMs(timeoutMs), fetch: fetchWith(query) },
        ...{ ...ours, logLevel: 'off' },
        defaultHeaders: { ...(apiKey ? {} : { authorization: null }), ...headers },
      });
    });
    return client;
  }

  async function ask(prompt: Prompt, { signal, spent, wire: tool }: Asking): Promise<Turn> {
    const wire = tool ?? wires[api];
    const { model, structuredOutput } = prompt;
    const context = { ...server, model, structuredOutput, usage: spent, byTool: tool !== undefined };
    return askServer({ prompt, wire, prices, context, advice, signal }, (options) => wire.send(connect(), prompt, options));
  }

  const place = serverPlace(address);
  return { secrets, connect, ask, place: { provider: providerOf(place.address ?? ''), ...place } };
}
