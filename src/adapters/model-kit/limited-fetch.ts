// What a server may answer with: no redirect, which would send the prompt and the key elsewhere, and no more than eight megabytes.

import { SteadyhandError } from '../../domain/errors/errors.js';
import { isNativeError } from 'node:util/types';

export class AnswerTooLargeError extends SteadyhandError {
  readonly code = 'answer-too-large';
  override readonly name = 'AnswerTooLargeError';
}

/** The connection broke before the end of the body. */
export class AnswerCutError extends SteadyhandError {
  readonly code = 'answer-cut';
  override readonly name = 'AnswerCutError';
}

/** Bytes of a body, decompressed: far more than any reply that can be used. */
const largestAnswer = 8 * 1024 * 1024;

/** `fetch` that reads the whole body, within the limit. A redirect is an answer like any other. */
export async function limitedFetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, { ...init, redirect: 'manual' });
  const { status, statusText, headers } = response;
  return new Response(await bodyOf(response), { status, statusText, headers });
}

async function bodyOf({ status, body }: Response): Promise<Uint8Array<ArrayBuffer> | null> {
  const isBodyless = status === 204 || status === 304;
  if (body === null || isBodyless) return null;
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop early ends the connection.
  try {
    for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
      size += chunk.byteLength;
      if (size > largestAnswer) throw new AnswerTooLargeError(`The answer has more than ${largestAnswer / 1024 / 1024} MB.`);
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof AnswerTooLargeError || (isNativeError(error) && ['AbortError', 'TimeoutError'].includes(error.name))) throw error;
    throw new AnswerCutError(`Its answer broke off after ${size} bytes (${causeText(error)}).`, { cause: error });
  }
  return Buffer.concat(chunks);
}

/** Code or message of the last cause: `fetch failed` says nothing, its cause does. */
export function causeText(error: unknown): string {
  if (!isNativeError(error)) return String(error);
  if (isNativeError(error.cause)) return causeText(error.cause);
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message;
}
