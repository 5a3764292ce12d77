// Who answers: models, their servers, their computer tools.
import { z } from 'zod';
import { modelRoles } from '../ports/model.js';
import { isHeaderName, isHeaderValue } from './headers.js';
import { serverAddress, textAs } from './web-address.schema.js';

const text = z.string().min(1);
/** A day: what timers hold, and what follows from it (domain/run/limits.ts). */
const longestCallMs = 86_400_000;
const dollars = z.number().min(0);

/** Pasted, it may end in a line break, which is none of it. */
const key = z
  .string()
  .trim()
  .min(1, { error: 'expected a key' })
  .refine(isHeaderValue, { error: 'expected a key without a line break or another character that no header can carry: copy it again' });

const headers = z
  .record(textAs(isHeaderName, 'expected the name of a header that a question can carry, such as x-api-key'), text)
  .readonly()
  .default({});

const anthropicSchema = z
  .strictObject({
    apiKey: key.optional().describe('For `model.computer: anthropic`. Not in the file.'),
    baseUrl: serverAddress('set ANTHROPIC_API_KEY').optional().describe("A server that speaks Anthropic's Messages API, without `/v1`."),
    headers: headers.describe('As `model.headers`, for this server.'),
    tool: z
      .enum(['computer_toolset_20260801', 'computer_20251124', 'computer_20250124'])
      .default('computer_toolset_20260801')
      .describe('Or `computer_20251124`, `computer_20250124`, for models that have only these.'),
  })
  .readonly()
  .prefault({});

export const modelSchema = z
  .strictObject({
    apiKey: key.optional().describe('Not in the file.'),
    baseUrl: serverAddress('set OPENAI_API_KEY')
      .optional()
      .describe("Any server with an OpenAI-compatible API, also with a query such as `?api-version=…`; by default OpenAI's."),
    headers: headers.describe(
      'Sent with each question, such as `{"api-key": "$AZURE_KEY"}`: `$NAME` is a variable of the worker. Without OPENAI_API_KEY no `Authorization` is sent.',
    ),
    default: text.optional().describe('The model for every role without its own. There is no built-in one.'),
    roles: z
      .partialRecord(z.enum(modelRoles), text)
      .readonly()
      .default({})
      .describe('`verify` judges finished rounds; `flow`: AI steps of flows, `vision`: their pictures; `explorer`: explorers.'),
    images: z
      .union([z.boolean(), z.array(z.enum(modelRoles)).readonly()])
      .default(true)
      .describe('Whether prompts carry screenshots; in the file also a list of roles.'),
    imageDetail: z.enum(['low', 'high', 'auto']).default('high').describe('`low`, `high` or `auto`.'),
    imageMaxSide: z.int().min(64).max(8_192).default(1_280).describe('px, 64 to 8192; larger screenshots are scaled down.'),
    api: z
      .enum(['chat-completions', 'responses'])
      .default('chat-completions')
      .describe('Or `responses`, for models that are offered there only. The provider is asked to store nothing.'),
    computer: z
      .enum(['none', 'openai', 'anthropic'])
      .default('none')
      .describe("`openai`, `anthropic`: AppAgents act [by that provider's computer tool](#by-a-computer-tool)."),
    anthropic: anthropicSchema,
    structuredOutput: z
      .enum(['json-schema', 'tool-call', 'json-object', 'text'])
      .default('json-schema')
      .describe(
        'Or `tool-call`, a strict function; `json-object` or `text` for servers that can do neither. The reply is checked in any case.',
      ),
    timeoutMs: z.int().min(1).max(longestCallMs).default(120_000).describe('ms a call, at most a day.'),
    prices: z
      .record(text, z.strictObject({ input: dollars, output: dollars, cachedInput: dollars.optional() }).readonly())
      .readonly()
      .default({})
      .describe(
        'US dollars per million tokens, before the built-in dated table: `{"name": {"input": 1, "output": 4, "cachedInput": 0.1}}`.',
      ),
  })
  .readonly();
