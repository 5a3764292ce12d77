import { randomBytes } from 'node:crypto';
import type { Asked } from '../domain/human/asked.js';
import { secretBytes, secretOf } from '../domain/human/request-id.js';
import type { Notifier } from '../ports/notifier.js';

/** `tell`: how many are to be told that something is asked. */
export interface Drawn {
  readonly secret: string;
  readonly tell: number;
}

export function createRequestActivities({ notifier }: { readonly notifier: Pick<Notifier, 'targets'> }) {
  return {
    /** What nobody can guess of a request's id. Retryable. `_asked` stands in history for whoever reads it (domain/human/asked.ts). */
    async drawRequestSecret(_asked?: Asked): Promise<Drawn> {
      return { secret: secretOf(randomBytes(secretBytes)), tell: notifier.targets };
    },
  };
}
