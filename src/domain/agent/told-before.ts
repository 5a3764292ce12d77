// Whether a prompt may tell long texts by their beginnings, because the one before told this page.
import type { Observation } from '../ui/observation.js';

/** Steps after which a page is told in full again. */
const fullEvery = 5;

type Shown = Pick<Observation, 'title' | 'application'>;

/** `step`: of the prompt, from 1. */
export function isToldBefore(told: Shown, now: Shown, step: number): boolean {
  return (step - 1) % fullEvery !== 0 && !isAnotherPage(told, now);
}

export function isAnotherPage({ title, application }: Shown, now: Shown): boolean {
  return title !== now.title || application.url !== now.application.url;
}
