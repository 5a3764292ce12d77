// The pseudonym of an application that must not be named (docs/design/explorer.md §6).
import { createHash } from 'node:crypto';

const bytes = 8;
const pseudonym = /^sensitive:[0-9a-f]{16}$/;

export function isPseudonym(app: string): boolean {
  return pseudonym.test(app);
}

/**
 * The same for the same application, so that its runs share a map. A guessed name can be checked against it: it hides the name from readers, not
 * from somebody who is looking for it.
 */
export function pseudonymOf(app: string): string {
  if (isPseudonym(app)) return app;
  return `sensitive:${createHash('sha256')
    .update(app)
    .digest('hex')
    .slice(0, 2 * bytes)}`;
}
