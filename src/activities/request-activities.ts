import { randomBytes } from 'node:crypto';
import { secretBytes, secretOf } from '../domain/human/request-id.js';

export function createRequestActivities() {
  return {
    /** What nobody can guess of a request's id (LK32). Retryable. */
    async drawRequestSecret(): Promise<string> {
      return secretOf(randomBytes(secretBytes));
    },
  };
}
