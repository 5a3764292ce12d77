// One request to a server that a user named.
//
// fetch-1. A redirect is an answer like any other: following it would send the prompt and the key elsewhere.
// fetch-2. The body is read whole, up to eight megabytes.
// fetch-3. The caller's signal is the only limit of time once a connection stands, which has undici's ten seconds. Node's own `fetch` gives up after five minutes without headers.
// fetch-4. Every status comes once, and as it is.
// fetch-5. HTTP_PROXY, HTTPS_PROXY and NO_PROXY say whether a proxy stands between, on every version of Node. To this machine there is none, or a local model server would be asked for elsewhere.

import { Agent, DecoratorHandler, EnvHttpProxyAgent, fetch, type Dispatcher, type Response as Answered } from 'undici';
import { SteadyhandError } from '../../domain/errors/errors.js';

export class AnswerTooLargeError extends SteadyhandError {
  readonly code = 'answer-too-large';
  override readonly name = 'AnswerTooLargeError';
}

/** The connection broke before the end of the body. */
export class AnswerCutError extends SteadyhandError {
  readonly code = 'answer-cut';
  override readonly name = 'AnswerCutError';
}

/** What came is no answer of HTTP. */
export class AnswerOddError extends SteadyhandError {
  readonly code = 'answer-odd';
  override readonly name = 'AnswerOddError';
}

/** Bytes of a body, decompressed: far more than any reply that can be used. */
const largestAnswer = 8 * 1024 * 1024;

const patient = { headersTimeout: 0, bodyTimeout: 0 };
const proxyVariables = ['HTTP_PROXY', 'HTTPS_PROXY', 'http_proxy', 'https_proxy'];
const thisMachine = /^(?:(?:.*\.)?localhost\.?|127(?:\.\d+){3}|0\.0\.0\.0|\[::1?\]|\[::ffff:7f[\da-f:]+\])$/;

export async function limitedFetch(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
  const request = new Request(input, init);
  const { signal } = init;
  const isDirect = thisMachine.test(new URL(request.url).hostname) || !proxyVariables.some((name) => process.env[name]);
  try {
    return await answerTo(request, { signal, isDirect });
  } catch (error) {
    if (signal?.aborted || error instanceof SteadyhandError) throw error;
    if (isNoHttp(error)) throw new AnswerOddError(`it cannot be read (${causeText(error)}).`, { cause: error });
    if (isDirect) throw error;
    throw new Error(`${causeText(error)}; HTTP_PROXY or HTTPS_PROXY is set`);
  }
}

interface Sending {
  readonly signal: AbortSignal | null | undefined;
  readonly isDirect: boolean;
}

async function answerTo(request: Request, { signal, isDirect }: Sending): Promise<Response> {
  // The next request comes seconds later, when an idle connection would be closed.
  const [httpProxy, httpsProxy] = [proxyIn('http_proxy'), proxyIn('https_proxy')];
  const dispatcher = isDirect ? new Agent(patient) : new EnvHttpProxyAgent({ ...patient, proxyTunnel: false, httpProxy, httpsProxy });
  try {
    const { url, method } = request;
    const body = (await request.text()) || null;
    const seen: SeenStatus = {};
    const plain = dispatcher.compose((dispatch) => (options, handler) => dispatch(options, new PlainStatus(handler, seen)));
    const answer = await fetch(url, { method, body, headers: [...request.headers], signal, redirect: 'manual', dispatcher: plain });
    const { status = answer.status } = seen;
    const { headers } = answer;
    if (status < 200 || status > 599) throw new AnswerOddError(`its status is ${status}.`);
    return new Response(await bodyOf(answer), { status, headers: [...headers] });
  } finally {
    await dispatcher.destroy();
  }
}

/** Some leave out what it speaks, as curl takes it. */
function proxyIn(variable: string): string | undefined {
  const proxy = process.env[variable] || process.env[variable.toUpperCase()];
  return proxy === undefined || proxy.includes('://') ? proxy : `http://${proxy}`;
}

interface SeenStatus {
  status?: number;
}

const decorator: Dispatcher.DispatchHandler = DecoratorHandler.prototype;
type Start = Parameters<NonNullable<Dispatcher.DispatchHandler['onResponseStart']>>;

/** fetch-4. `fetch` sends a request again on 421, and makes a network error of 407: it is shown another status. */
class PlainStatus extends DecoratorHandler {
  readonly #seen: SeenStatus;

  constructor(inner: Dispatcher.DispatchHandler, seen: SeenStatus) {
    super(inner);
    this.#seen = seen;
  }

  onResponseStart(...[controller, status, ...more]: Start): void {
    // An interim one: the answer comes after it.
    if (status < 200) return;
    this.#seen.status = status;
    decorator.onResponseStart?.call(this, controller, status === 407 || status === 421 ? 400 : status, ...more);
  }
}

async function bodyOf({ status, body }: Answered): Promise<Uint8Array<ArrayBuffer> | null> {
  const isBodyless = status === 204 || status === 205 || status === 304;
  if (body === null || isBodyless) return null;
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop early ends the connection.
  try {
    for await (const chunk of body) {
      size += chunk.byteLength;
      if (size > largestAnswer) throw new AnswerTooLargeError(`The answer has more than ${largestAnswer / 1024 / 1024} MB.`);
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof AnswerTooLargeError || (error instanceof Error && ['AbortError', 'TimeoutError'].includes(error.name)))
      throw error;
    throw new AnswerCutError(`Its answer broke off after ${size} bytes (${causeText(error)}).`, { cause: error });
  }
  return Buffer.concat(chunks);
}

function isNoHttp(error: unknown): boolean {
  return error instanceof Error && (error.name === 'HTTPParserError' || isNoHttp(error.cause));
}

/** Code of the system or message of the last cause: `fetch failed` says nothing, its cause does. */
export function causeText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause instanceof Error) return causeText(error.cause);
  return 'code' in error && typeof error.code === 'string' && !error.code.startsWith('UND_ERR') ? error.code : error.message;
}
