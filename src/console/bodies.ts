// What pages may send.
import { z } from 'zod';
import { SteadyhandError } from '../domain/errors/errors.js';
import type { Problem } from '../domain/report/console.js';

const text = z.string().min(1).max(20_000);
const requestId = z.string().min(1).max(300);

export const sessionBody = z.strictObject({ token: z.string().max(500) });

export const answerBody = z.strictObject({
  asker: z.string().min(1).max(1_000),
  requestId,
  answer: z.union([z.array(z.string().max(20_000)).max(100), z.strictObject({ optionId: z.string() })]),
});

export const confirmBody = z.strictObject({
  asker: z.string().min(1).max(1_000),
  requestId,
  approved: z.boolean(),
  note: z.string().max(5_000).optional(),
  remember: z.strictObject({ for: z.literal('run'), until: z.string().max(100).optional() }).optional(),
});

export const takeOverBody = z.strictObject({ reason: z.string().max(2_000).optional() });

/** ms: how old the picture may be, at most; not less than a fifth of a second. */
export const lookBody = z.strictObject({ maxAgeMs: z.number().int().min(200).max(10_000) });

/** What may be done is said by the domain (`parseAct`). `id`: of this one thing, however often it arrives. */
export const actBody = z.strictObject({ id: z.uuid(), action: z.unknown() });

export const handBackBody = z.strictObject({ note: z.string().max(2_000).optional() });

export const furtherBody = z.strictObject({ text });

/** Variables by name, as texts of a form or as JSON. */
export const flowStartBody = z.strictObject({ variables: z.record(z.string(), z.json()), url: z.string().max(2_000).optional() });

export const healsBody = z.strictObject({
  decision: z.enum(['accept', 'reject']),
  heals: z.array(z.string().min(1).max(100)).min(1).max(200),
});

/** The input of a run is checked by the client, which knows its form. */
export const startBody = z.discriminatedUnion('engine', [
  z.strictObject({ engine: z.enum(['agent', 'flow', 'explorer']), input: z.record(z.string(), z.json()) }),
  z.strictObject({ engine: z.literal('procedure'), workflow: text, variables: z.record(z.string(), z.json()).optional() }),
]);

// Errors as a page is told them: the client's code and sentence, and the status that fits.

const statuses: Readonly<Record<string, number>> = {
  'invalid-input': 400,
  'run-not-found': 404,
  'flow-not-found': 404,
  'flow-conflict': 409,
  'library-unavailable': 503,
  'run-exists': 409,
  'run-ended': 409,
  'not-asked': 409,
  'not-held': 409,
  refused: 409,
  'no-worker': 503,
  'server-unreachable': 503,
  'server-refused': 503,
};

interface Told {
  readonly status: number;
  readonly error: Problem;
}

export function refusalOfError(error: unknown): Told {
  if (error instanceof SteadyhandError) {
    const { code, message } = error;
    return { status: statuses[code] ?? (code.startsWith('config') ? 400 : 500), error: { code, message } };
  }
  if (error instanceof z.ZodError) {
    const [issue] = error.issues;
    return {
      status: 400,
      error: { code: 'invalid-input', message: `${issue?.path.join('.') || 'The body'}: ${issue?.message ?? 'wrong'}.` },
    };
  }
  const { statusCode, message } = error as { readonly statusCode?: unknown; readonly message?: unknown };
  if (typeof statusCode === 'number' && statusCode < 500)
    return { status: statusCode, error: { code: 'invalid-input', message: String(message) } };
  return { status: 500, error: { code: 'failed', message: 'The console failed; its process says why.' } };
}
