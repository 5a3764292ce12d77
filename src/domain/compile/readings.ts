// Where on the recorded screens the parts of a run's result stood, so that a flow reads them there again.
//
// readings-1. Only what looks like data is read: what has digits, addresses, what stands in quotes, and texts of the screen, said word for word, that
//     the request does not have. The rest of the result stays as it was.
// readings-2. What is read is found by what does not change with it: its words without digits, or its row, its label, an id.
import { findTarget } from '../anchors/find-target.js';
import { makeTarget } from '../anchors/make-target.js';
import type { Target } from '../anchors/anchors.schema.js';
import { textBetween } from '../anchors/text-between.js';
import { sightOf, type Sighted } from '../anchors/locators.js';
import { stem } from '../explorer/signature.js';
import { plain } from '../flow/find-text.js';
import type { Control } from '../ui/control.js';
import { placesOf } from '../text/word-boundaries.js';
import { dataIn, says, type DataPart } from './values.js';
import { textOf, valueOf, wishedTexts } from './screens.js';
import type { StoryScreen } from './story.js';

export interface Reading {
  /** Of the result. */
  readonly at: number;
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
  readonly unbound: readonly string[];
}

/** `isGiven`: it is a value that a run is given, so that it is known without reading. */
export function readingsOf(
  result: string,
  screens: readonly StoryScreen[],
  said: readonly string[],
  isGiven: (text: string) => boolean,
): Readings {
  const data = newIn(result, said).filter(({ text }) => !isGiven(text));
  const parts = [...data, ...textsIn(result, screens.at(-1), said, data)].sort((one, other) => one.at - other.at);
  const found = parts.map((part) => ({ part, reading: bind(part, screens, said) }));
  return {
    read: found.flatMap(({ reading }) => reading ?? []),
    unbound: found.filter(({ reading, part }) => !reading && data.includes(part)).map(({ part }) => part.text),
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
  return bind({ at: 0, text, type: 'text' }, screens, said, ({ interactive }) => !interactive);
}

/** The last screens first. */
function bind(
  part: DataPart,
  screens: readonly StoryScreen[],
  said: readonly string[],
  isPlace: (control: Control) => boolean = () => true,
): Reading | undefined {
  for (const [screen, { controls }] of [...screens.entries()].reverse()) {
    const sight = sightOf(controls);
    const places = sight
      .flatMap((sighted) => {
        const own = sighted.control.visible ? textOn(sighted.control, part.text) : undefined;
        return own === undefined || !isPlace(sighted.control) ? [] : [{ sighted, own }];
      })
      .sort((one, other) => rankOf(one, part) - rankOf(other, part));
    for (const { sighted, own } of places) {
      const target = readableTarget(controls, sighted, said, part);
      const between = around(own, part.text);
      if (target && textBetween(own, between.before, between.after) === part.text)
        return { at: part.at, text: part.text, screen, target, ...between, label: labelOf(sighted, own, part.text) };
    }
  }
  return undefined;
}

/** Whole texts before parts of one, what is only read before what is pressed. */
function rankOf({ sighted: { control }, own }: { readonly sighted: Sighted; readonly own: string }, { text }: DataPart): number {
  return Number(own.trim() !== text) * 2 + Number(control.interactive);
}

/** What is read of it, if the text stands in it. */
function textOn(control: Control, text: string): string | undefined {
  const own = textOf(control);
  return placesOf(own, text).length > 0 ? own : undefined;
}

/** readings-2. */
function readableTarget(
  controls: readonly Control[],
  { control }: Sighted,
  said: readonly string[],
  { text }: DataPart,
): Target | undefined {
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
