// Who answers: models, their servers, their computer tools.
import { z } from 'zod';
import { modelRoles } from '../ports/model.js';
import { addressWithoutLogin } from './web-address.schema.js';

const text = z.string().min(1);
const dollars = z.number().min(0);

const anthropicSchema = z
  .strictObject({
    apiKey: text.optional(),
    /** A server that speaks its Messages API; without /v1. */
    baseUrl: addressWithoutLogin('set ANTHROPIC_API_KEY').optional(),
    /** Which of its computer tools the model has. */
    tool: z.enum(['computer_toolset_20260801', 'computer_20251124', 'computer_20250124']).default('computer_toolset_20260801'),
  })
  .readonly()
  .prefault({});

export const modelSchema = z
  .strictObject({
    apiKey: text.optional(),
    /** Any server that speaks the OpenAI API. */
    baseUrl: addressWithoutLogin('set OPENAI_API_KEY').optional(),
    /** For every role without its own. There is no built-in default. */
    default: text.optional(),
    roles: z.partialRecord(z.enum(modelRoles), text).readonly().default({}),
    /** Whether prompts include screenshots, or for which roles. */
    images: z.union([z.boolean(), z.array(z.enum(modelRoles)).readonly()]).default(true),
    imageDetail: z.enum(['low', 'high', 'auto']).default('high'),
    /** px; larger screenshots are scaled down. */
    imageMaxSide: z.int().min(64).max(8_192).default(1_280),
    /** `responses`: for models that OpenAI offers there only, or better there. */
    api: z.enum(['chat-completions', 'responses']).default('chat-completions'),
    /** Whose computer tool AppAgents act by: OpenAI's over the Responses API at the same address, Anthropic's as `anthropic` says. `none`: they answer in JSON, by labels. */
    computer: z.enum(['none', 'openai', 'anthropic']).default('none'),
    anthropic: anthropicSchema,
    /** `json-schema`, `tool-call`: strict, by the provider. `json-object`, `text`: for servers that support neither. The reply is checked in any case. */
    structuredOutput: z.enum(['json-schema', 'tool-call', 'json-object', 'text']).default('json-schema'),
    timeoutMs: z.int().min(1).default(120_000),
    /** US dollars per million tokens, by model name; overrides the built-in table. */
    prices: z
      .record(text, z.strictObject({ input: dollars, output: dollars, cachedInput: dollars.optional() }).readonly())
      .readonly()
      .default({}),
  })
  .readonly();
