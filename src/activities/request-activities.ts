import { randomBytes } from 'node:crypto';
import type { Asked } from '../domain/human/asked.js';
import { secretBytes, secretOf } from '../domain/human/request-id.js';
import type { Notifier } from '../ports/notifier.js';

/** The secret alone where nobody is to be told, as before there was anybody to tell. */
export type Drawn = string | { readonly secret: string; /** How many are to be told (EV25). */ readonly tell: number };

export function createRequestActivities({ notifier }: { readonly notifier: Pick<Notifier, 'targets'> }) {
  return {
    /** What nobody can guess of a request's id (LK32). Retryable. `_asked` stands in history for whoever reads it (domain/human/asked.ts). */
    async drawRequestSecret(_asked?: Asked): Promise<Drawn> {
      const secret = secretOf(randomBytes(secretBytes));
      return notifier.targets === 0 ? secret : { secret, tell: notifier.targets };
    },
  };
}
