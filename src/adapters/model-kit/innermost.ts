import { isNativeError } from 'node:util/types';

/** Code or message of the last cause: `fetch failed` says nothing, its cause does. */
export function innermost(error: unknown): string {
  if (!isNativeError(error)) return String(error);
  if (isNativeError(error.cause)) return innermost(error.cause);
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message;
}
