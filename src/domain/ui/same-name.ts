import { mask } from './mask.js';

/** Whether a control that was told under one name may read so now: digits may have changed (a countdown, a counter), words may not; `•••` stands for a masked text, and `…` at the end for what was cut. */
export function mayRead(told: string, now: string): boolean {
  const words = (text: string): string => text.replace(/[\d\s.,:]+/g, ' ').trim();
  const whole = words(now);
  const isCut = told.endsWith('…');
  const parts = (isCut ? told.slice(0, -1) : told).split(mask).map(words);
  let at = 0;
  for (const [index, part] of parts.entries()) {
    const found = whole.indexOf(part, at);
    if (found < 0 || (index === 0 && found > 0)) return false;
    at = found + part.length;
  }
  const last = parts.at(-1) ?? '';
  return isCut || (parts.length === 1 ? at === whole.length : whole.endsWith(last));
}
