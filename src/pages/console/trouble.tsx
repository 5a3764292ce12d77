import type { Problem } from '../../domain/report/console.js';

/** Why what is shown may be old; it is read again by itself. */
export function Trouble({ error }: { readonly error: Problem | undefined }) {
  return error ? (
    <p class="trouble" role="alert">
      {error.message}
    </p>
  ) : null;
}
