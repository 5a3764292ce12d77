// Where on the recorded screens the parts of a run's result stood, so that a flow reads them there again.
//
// readings-1. Only what looks like data is read: what has digits, addresses, what stands in quotes, and texts of the screen, said word for word, that
//     the request does not have, numbers and dates in whatever form. The words of the result stay as they were.
// readings-2. What is read is found by what does not change with it: its words without digits, or its row, its label, an id.
// readings-3. What a run is given is known without reading, but for a number or date that the screen has with the same word beside it as the result:
//     that it is the one that was given may be chance. So may be that the request has a number of one or two digits.
import { findTarget } from '../anchors/find-target.js';
import { makeTarget } from '../anchors/make-target.js';
import type { Target } from '../anchors/anchors.schema.js';
import { sightOf, type Sighted } from '../anchors/locators.js';
import { stem } from '../explorer/signature.js';
import { plain } from '../flow/find-text.js';
import type { Control } from '../ui/control.js';
import { placesOf } from '../text/word-boundaries.js';
import { formIn, textBetween } from '../text/data-forms.js';
import { dataIn, says, type DataPart } from './values.js';
import { textOf, valueOf, wishedTexts } from './screens.js';
import type { StoryScreen } from './story.js';

export interface Reading {
  /** Of the result. */
  readonly at: number;
  readonly said: string;
  /** As the screen has it. */
  readonly text: string;
  /** Which of the screens it stands on. */
  readonly screen: number;
  readonly target: Target;
  readonly before: string;
  readonly after: string;
  /** What to call it: its label. */
  readonly label: string;
}

interface Readings {
  readonly read: readonly Reading[];
  /** Parts that are on no screen, or that nothing there tells. */
  readonly unbound: readonly DataPart[];
}

/** `isGiven`: what of the result is a value that a run is given, so that it is known without reading. */
export function readingsOf(
  result: string,
  screens: readonly StoryScreen[],
  said: readonly string[],
  isGiven: (part: DataPart) => boolean,
): Readings {
  const isNew = ({ text }: DataPart): boolean => !says(said[0] ?? '', text);
  const data = dataIn(result).filter((part) => isNew(part) || (/\p{N}/u.test(part.text) && (isGiven(part) || part.text.length < 3)));
  const parts = [...data, ...textsIn(result, screens.at(-1), said, data)].sort((one, other) => one.at - other.at);
  const found = parts.map((part) => {
    const words = wordsAround(result, part.at, part.text);
    return { part, reading: bind(part, screens, said, { words, isPlace: isGiven(part) ? isRead : undefined }) };
  });
  return {
    read: found.flatMap(({ reading }) => reading ?? []),
    unbound: found.flatMap(({ reading, part }) => (reading || isGiven(part) || !data.includes(part) || !isNew(part) ? [] : [part])),
  };
}

/** The data of the result that the request does not have. */
export function newIn(result: string, [request = '']: readonly string[]): readonly DataPart[] {
  return dataIn(result).filter(({ text }) => !says(request, text));
}

/** Whole labelled texts of the last screen. */
function textsIn(
  result: string,
  screen: StoryScreen | undefined,
  said: readonly string[],
  taken: readonly DataPart[],
): readonly DataPart[] {
  const parts: DataPart[] = [];
  for (const { control, beside } of sightOf(screen?.controls ?? [])) {
    const text = control.name.trim();
    if (!control.visible || control.interactive || beside === undefined || text.length < 3 || text.endsWith(':')) continue;
    if (said.some((one) => says(one, text))) continue;
    const at = placesOf(result, text)[0];
    const isFree =
      at !== undefined && [...taken, ...parts].every((part) => part.at + part.text.length <= at || at + text.length <= part.at);
    if (isFree && result[at + text.length] !== ':') parts.push({ at, text, type: 'text' });
  }
  return parts;
}

/** Where that text is only written, on one of the screens. */
export function placeToRead(text: string, screens: readonly StoryScreen[], said: readonly string[]): Reading | undefined {
  return bind({ at: 0, text, type: 'text' }, screens, said, { words: {}, isPlace: ({ control }) => !control.interactive });
}

/** The last screens first. */
function bind(
  part: DataPart,
  screens: readonly StoryScreen[],
  said: readonly string[],
  { words, isPlace = () => true }: { readonly words: Around; readonly isPlace?: ((place: Place) => boolean) | undefined },
): Reading | undefined {
  for (const [screen, { controls }] of [...screens.entries()].reverse()) {
    const sight = sightOf(controls);
    const places = sight
      .flatMap((sighted) => {
        const place = sighted.control.visible ? placeOn(sighted, part, words) : undefined;
        return place && isPlace(place) ? [place] : [];
      })
      .sort((one, other) => rankOf(one) - rankOf(other));
    for (const { own, text, isAlike: _, ...sighted } of places) {
      const target = readableTarget(controls, sighted, said, text);
      const between = around(own, text);
      if (target && textBetween(own, between.before, between.after) === text)
        return { at: part.at, said: part.text, text, screen, target, ...between, label: labelOf(sighted, own, text) };
    }
  }
  return undefined;
}

interface Place extends Sighted {
  /** What is read of it. */
  readonly own: string;
  /** What stands for the part there. */
  readonly text: string;
  /** The same word is beside it. */
  readonly isAlike: boolean;
}

/** Where the same word is beside it first, then whole texts before parts of one, then what is only read before what is pressed. */
function rankOf({ control, own, text, isAlike }: Place): number {
  return Number(!isAlike) * 4 + Number(own.trim() !== text) * 2 + Number(control.interactive);
}

/** readings-3. */
function isRead({ control, isAlike }: Place): boolean {
  return isAlike && !control.interactive;
}

/** Word for word, and not as the beginning of another number. */
function isIn(own: string, wanted: string): boolean {
  return placesOf(own, wanted).some((at) => !/^[.,]\p{N}/u.test(own.slice(at + wanted.length)) && !/\p{N}[.,]$/u.test(own.slice(0, at)));
}

/** If the part stands in it: word for word, or a number or date as the screen writes it. */
function placeOn(sighted: Sighted, { text: wanted }: DataPart, words: Around): Place | undefined {
  const own = textOf(sighted.control);
  const form = isIn(own, wanted) ? wanted : formIn(own, wanted);
  if (form === undefined) return undefined;
  const text = form === wanted ? form : withCurrency(own, form, wanted);
  const there = wordsAround(own, placesOf(own, text)[0] ?? 0, text);
  const before = there.before ?? /[\p{L}\p{M}]{2,}(?=\P{L}*$)/u.exec(sighted.beside ?? '')?.[0];
  const isAlike = (before !== undefined && before === words.before) || (there.after !== undefined && there.after === words.after);
  return { ...sighted, own, text, isAlike };
}

interface Around {
  readonly before?: string | undefined;
  readonly after?: string | undefined;
}

/** The words right beside a part. */
function wordsAround(whole: string, at: number, text: string): Around {
  const folded = (words: RegExpExecArray | null): string | undefined => words?.[1]?.toLowerCase();
  return {
    before: folded(/([\p{L}\p{M}]{2,})[^\p{L}\p{N}]*$/u.exec(whole.slice(0, at))),
    after: folded(/^[^\p{L}\p{N}]*([\p{L}\p{M}]{2,})/u.exec(whole.slice(at + text.length))),
  };
}

/** With its sign, where the part has one. */
function withCurrency(own: string, form: string, text: string): string {
  if (!/\p{Sc}/u.test(text)) return form;
  const at = own.indexOf(form);
  const [before = ''] = /\p{Sc} ?$/u.exec(own.slice(0, at)) ?? [];
  const [after = ''] = /^ ?\p{Sc}/u.exec(own.slice(at + form.length)) ?? [];
  return `${before}${form}${after}`;
}

/** readings-2. */
function readableTarget(controls: readonly Control[], { control }: Sighted, said: readonly string[], text: string): Target | undefined {
  const { target } = makeTarget(controls, control, { rowTexts: wishedTexts(controls, said) });
  const isInValue = placesOf(valueOf(control), text).length > 0;
  const rest = control.name.replace(text, '');
  const row = (target.row ?? []).filter((own) => placesOf(own, text).length === 0);
  const rowless = row.length === 0 ? without(target, 'row') : { ...target, row };
  const candidates: readonly Target[] = isInValue
    ? [rowless]
    : [
        ...(/\p{N}/u.test(text) && /\p{L}/u.test(rest) && stem(control.name) !== stem(rest) ? [{ ...rowless, digits_vary: true }] : []),
        { ...without(without(rowless, 'name'), 'place'), guessed: true },
      ];
  return candidates.find((candidate) => {
    const found = findTarget(candidate, controls);
    return 'control' in found && found.control === control && isStill(candidate, text);
  });
}

/** Nothing by which it is found changes with it. */
function isStill({ name, digits_vary: digitsVary, section, beside, row }: Target, text: string): boolean {
  const others = [...(digitsVary ? [] : [name]), section, beside, ...(row ?? [])];
  return others.every((own) => own === undefined || placesOf(plain(own), plain(text)).length === 0);
}

function without<K extends keyof Target>(target: Target, key: K): Target {
  const { [key]: _, ...rest } = target;
  return rest as Target;
}

const longestAround = 40;

/** What stands beside it in its text, as far as that has no data itself. */
function around(own: string, text: string): Pick<Reading, 'before' | 'after'> {
  const at = placesOf(own, text)[0] ?? 0;
  const before = /[^\p{N}]*$/u.exec(own.slice(0, at))?.[0] ?? '';
  const after = /^[^\p{N}]*/u.exec(own.slice(at + text.length))?.[0] ?? '';
  return { before: before.slice(-longestAround), after: after.slice(0, longestAround) };
}

function labelOf({ beside, control, section }: Sighted, own: string, text: string): string {
  const words = own
    .replace(text, ' ')
    .replace(/[^\p{L}\s]+/gu, ' ')
    .trim();
  return (
    [words, beside ?? '', valueOf(control) === own ? control.name : '', section ?? '']
      .map((each) => each.trim())
      .find((each) => each !== '') ?? 'value'
  );
}
