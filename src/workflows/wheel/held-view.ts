// Who has the wheel, for queries and for the details of a run.
import type { Hold, Wheel } from '../../domain/wheel/hold.js';
import type { HeldView } from '../messages.js';

export function heldView({ hold }: Wheel, key: string | undefined): HeldView | undefined {
  if (!hold) return undefined;
  const { by, reason, since, until, state, at } = hold;
  return { by, reason, since, until, parked: state === 'HELD', at, key };
}

/** Markdown. `run`: the workflow that takes `handBack`. */
export function heldText({ by, reason, since, until, state }: Hold, run: string): string {
  const why = reason === '' ? '' : `: ${reason}`;
  const stopped = state === 'HELD' ? '' : ' It stops after what it is at.';
  return [
    `**HELD** by ${by} since ${since}, until ${until} at the latest${why}.${stopped}`,
    '',
    'Hand it back with',
    '',
    '```',
    `temporal workflow update execute --workflow-id '${run}' --name handBack --input '{"note":"…"}'`,
    '```',
    '',
    `or, in the project's folder, \`npx steadyhand hand-back ${run}\`.`,
  ].join('\n');
}
