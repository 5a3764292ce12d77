// Whether people named a control that was to be pressed: its name stands in what they said, and can be nothing but a name there.
//
// pressed-1. It stands in quotes; or it is spelt as the control spells it, with a capital that neither the beginning of a sentence nor the habit of the text
//     explains, or with a digit beside a letter; or it stands behind a definite article. `save the file` says what is to be done, and names no button "Save".
// pressed-2. A name that several controls have, or that was guessed, is none. What is dragged is named where both its ends are: how far it goes
//     depends on what is moved.
import type { Target } from '../anchors/anchors.schema.js';
import { lowerCase, spaced } from '../library/request-pattern.js';
import { placesOf } from '../text/words.js';
import type { ActInput } from './drafts.js';

/** Of what was pressed, the targets whose name another one may take. */
export function namedTargets({ deed, target }: ActInput, said: readonly string[]): readonly Target[] {
  if (!target || (deed.type !== 'Click' && deed.type !== 'Drag')) return [];
  const targets = (deed.type === 'Drag' ? [target, deed.to] : [target]) as readonly Target[];
  return targets.every((each) => canBeNamed(each) && isNamed(said, each.name ?? '')) ? targets : [];
}

/** The name of what was pressed, where it stands in what people said and may be no name there. */
export function nameInDoubt({ deed, target }: ActInput, said: readonly string[]): string | undefined {
  const { name = '' } = target ?? {};
  if (!target || deed.type !== 'Click' || !canBeNamed(target as Target) || isNamed(said, name)) return undefined;
  return said.some((text) => mentions(text, name).length > 0) ? name : undefined;
}

/** pressed-2. */
function canBeNamed({ role, name = '', guessed, place }: Target): boolean {
  return /\p{L}/u.test(name) && !name.includes('{{') && guessed !== true && isPressed({ role }) && (place?.of ?? 1) === 1;
}

/** Its name is what it is for: that of a field says what is to be filled in. */
export function isPressed({ role }: Pick<Target, 'role'>): boolean {
  return !filledIn.has(role);
}

const filledIn: ReadonlySet<string> = new Set([
  ...['textbox', 'searchbox', 'password', 'spinbutton', 'combobox', 'listbox', 'date', 'file', 'slider', 'color'],
]);

/** pressed-1. */
export function isNamed(said: readonly string[], name: string): boolean {
  return said.some((text) => mentions(text, name).some((mention) => isQuoted(mention) || isSpelt(mention, name) || isDefinite(mention)));
}

interface Mention {
  readonly before: string;
  readonly words: string;
  readonly after: string;
}

function mentions(said: string, name: string): readonly Mention[] {
  const [text, wanted] = [spaced(said), lowerCase(spaced(name))];
  return placesOf(lowerCase(text), wanted).map((at) => ({
    before: text.slice(0, at),
    words: text.slice(at, at + wanted.length),
    after: text.slice(at + wanted.length),
  }));
}

function isQuoted({ before, after }: Mention): boolean {
  return /["'“”„‟«»‹›‘‚「『]$/u.test(before) && /^[.,]?["'”“’‘»«›‹」』]/u.test(after);
}

const sentenceBegins = /(?:^|[.!?…:;。！？\n][\])"'”’»]*|[-*•–—])\s*["'“„«(]*$/u;

function isSpelt(mention: Mention, name: string): boolean {
  const { before, words } = mention;
  if (words !== spaced(name)) return false;
  if (/\p{N}/u.test(words) && /\p{L}/u.test(words)) return true;
  return /\p{Lu}/u.test(words) && !sentenceBegins.test(before) && !isCapitalised(mention);
}

/** `Save The File As Draft`: its capitals say nothing. */
function isCapitalised({ before, after }: Mention): boolean {
  const text = `${before} ${after}`;
  const words = [...text.matchAll(/[\p{L}][\p{L}\p{M}\p{N}_]*/gu)]
    .filter(({ index }) => !sentenceBegins.test(text.slice(0, index)))
    .map(([word]) => word);
  return words.length > 2 && 2 * words.filter((word) => /^\p{Lu}/u.test(word)).length > words.length;
}

const definite = /(?<![\p{L}\p{M}\p{N}])(?:(?:the|der|die|das|den|dem|le|la|les|el|los|las|il|lo|gli|het) |l['’])$/iu;

function isDefinite({ before }: Mention): boolean {
  return definite.test(before);
}
