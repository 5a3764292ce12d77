// Errors as a page is told them: the client's code and sentence, and the status that fits.
import { z } from 'zod';
import { SteadyhandError } from '../domain/errors/errors.js';
import type { Problem } from '../domain/report/console.js';

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

export interface Told {
  readonly status: number;
  readonly error: Problem;
}

export function toldOf(error: unknown): Told {
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
