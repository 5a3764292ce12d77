import type { ArtifactRef } from '../ui/observation.js';

/** What was read on the screen about an action that a person is asked about: by the product, not by what a model says of it. */
export interface Facts {
  /** Title and address of the page, or the application's name. */
  readonly page: string;
  /** What the action would press, as the screen calls it. */
  readonly controls: readonly string[];
  /** Texts of its row, form or dialog. */
  readonly beside: readonly string[];
  /** What stands in the fields there: `Card = 4111`. */
  readonly values: readonly string[];
  /** Texts with amounts of money among all these. */
  readonly amounts: readonly string[];
  /** The screen with the target in a frame. */
  readonly picture?: ArtifactRef;
}

/** One line each, for people. */
export function factLines({ page, controls, beside, values, amounts }: Facts): readonly string[] {
  const line = (what: string, texts: readonly string[]): readonly string[] => (texts.length === 0 ? [] : [`${what}: ${texts.join(' · ')}`]);
  return [
    ...line('page', page === '' ? [] : [page]),
    ...line('presses', controls),
    ...line('beside it', beside),
    ...line('fields', values),
    ...line('amounts', amounts),
  ];
}
