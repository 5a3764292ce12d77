// What a server says of a failure. Each has its own form; the packages read one, `{error: {code, message}}`, and lose the rest: so whatever came is put into that.
import { isRecord, recordOf } from '../../domain/checks/read-stored.js';
import { parseJson } from './json-reply.js';
import { limitedFetch } from './limited-fetch.js';

interface ServerFailure {
  readonly message: string;
  readonly code?: string | number;
  /** ms until it is to be asked again. */
  readonly againMs?: number;
}

/** `fetch`, for a package. Throws `AnswerTooLargeError`, `AnswerCutError`. */
export async function fetchAnswer(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const response = await limitedFetch(input, init);
  const { ok, status, statusText } = response;
  if (ok || response.body === null) return response;
  const { againMs, ...error } = failureIn(await response.text());
  const headers = new Headers({ ...Object.fromEntries(response.headers), 'content-type': 'application/json' });
  if (againMs !== undefined && !headers.has('retry-after')) headers.set('retry-after-ms', String(againMs));
  return new Response(JSON.stringify({ error }), { status, statusText, headers });
}

/** What is of no known form is shown as it came. */
export function failureIn(body: string): ServerFailure {
  const [first] = [parseJson(body)].flat();
  const report = recordOf(first);
  const [error] = [report?.['error'] ?? report?.['errors'] ?? report?.['detail'] ?? report].flat();
  const told = isRecord(error) ? error : {};
  const said = typeof error === 'string' ? error : (told['message'] ?? told['msg'] ?? report?.['message']);
  const code = told['code'] ?? told['type'] ?? told['status'];
  return {
    message: typeof said === 'string' && said.trim() !== '' ? said : body.trim() || '(nothing)',
    code: typeof code === 'string' || typeof code === 'number' ? code : undefined,
    againMs: retryInfoIn(told['details']),
  };
}

/** Google's way to say it: https://cloud.google.com/apis/design/errors (`google.rpc.RetryInfo`, a number of seconds and `s`). */
function retryInfoIn(details: unknown): number | undefined {
  const delays = [details].flat().map((each) => recordOf(each)?.['retryDelay']);
  const [seconds] = delays.flatMap((delay) => (typeof delay === 'string' ? (/^(\d{1,12}(?:\.\d+)?)s$/.exec(delay)?.[1] ?? []) : []));
  return seconds === undefined ? undefined : Math.ceil(Number(seconds) * 1_000);
}
