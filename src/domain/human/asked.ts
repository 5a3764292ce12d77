// What is asked, as the history of whoever asks keeps it: the details of a run are overwritten, and a request ends with its answer. So the run gives it to the
// activity that draws the id, which makes nothing of it.
import { recordOf, textOf, type Data } from '../checks/recorded-data.js';
import { requestIdOf } from './request-id.js';
import type { PendingRequest } from './requests.js';

export interface Asked {
  /** Of the requests of this run. */
  readonly number: number;
  /** The frame that asks; absent: the lowest. */
  readonly child?: string;
  /** Without what is known only afterwards: `requestId` and `askedAt` are empty. */
  readonly request: PendingRequest;
}

/** The request again, from the input and the result of that activity; undefined: nothing of the kind. `at`: when the id was drawn. */
export function requestAsked(input: unknown, drawn: unknown, at: string): Data | undefined {
  const asked = recordOf(input);
  const request = recordOf(asked?.['request']);
  const number = asked?.['number'];
  const secret = textOf(recordOf(drawn)?.['secret']);
  if (!request || typeof number !== 'number' || secret === '') return undefined;
  const kind = request['kind'] === 'question' ? 'question' : 'confirmation';
  return { ...request, requestId: requestIdOf({ child: textOf(asked?.['child']) || undefined, kind, number, secret }), askedAt: at };
}
