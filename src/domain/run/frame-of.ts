import { recordOf, textOf } from '../checks/read-stored.js';

/** The frame of a run that an activity works for, as its input names it: whose records it writes, or whose models it asks. By default the lowest, which has the run's own id. */
export function frameOf(input: unknown, run: string): string {
  const given = recordOf(input);
  const named = [recordOf(given?.['record'])?.['agent'], recordOf(given?.['place'])?.['id'], given?.['run']].map(textOf);
  return named.find((name) => name.startsWith(`${run}/`)) ?? run;
}
