import { fillIn } from '../../domain/effect/effect-check.js';
import type { Json } from '../../domain/run/json.js';
import { EffectCheckError } from '../../ports/effect-reader.js';
import { limitedFetch } from '../model-kit/limited-fetch.js';

export interface HttpCheck {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

export async function readByHttp(
  { url, headers = {} }: HttpCheck,
  values: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<Json> {
  const address = fillIn(url, values, encodeURIComponent);
  if (stepsIn(address) !== stepsIn(fillIn(url, values, () => 'x')))
    throw new EffectCheckError(`what is filled into ${url} would lead elsewhere: ${JSON.stringify(values).slice(0, 200)}`);
  const response = await limitedFetch(address, { headers: { accept: 'application/json', ...headers }, signal });
  if (!response.ok) throw new EffectCheckError(`${new URL(address).origin} answers ${response.status} ${response.statusText}`.trim());
  const body = await response.text();
  try {
    return JSON.parse(body) as Json;
  } catch (error) {
    throw new EffectCheckError(`${new URL(address).origin} does not answer with JSON`, { cause: error });
  }
}

/** `.` and `..` are steps of a path as it is sent, however they came about: encoding leaves them. */
function stepsIn(address: string): number {
  return new URL(address).pathname.split('/').length;
}
