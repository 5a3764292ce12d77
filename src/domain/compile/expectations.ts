// What tells the screen after an action beyond its form: that it is the one of the thing that was acted on.
import { doingOf } from '../action/actions.js';
import type { ExpectedScreen, Target } from '../anchors/anchors.schema.js';
import { isChecked } from '../anchors/find-target.js';
import { sightOf } from '../anchors/locators.js';
import { structureToken } from '../explorer/signature.js';
import { plain } from '../flow/find-text.js';
import { isField } from '../guard/screen.js';
import type { ActInput } from './drafts.js';
import { isCheckable, type Control } from '../ui/control.js';
import { mask } from '../ui/mask.js';
import { placesOf } from '../text/word-boundaries.js';
import { says, withReferences, type Value } from './values.js';
import { placeOf, textOf, valueOf } from './screens.js';
import { isDeed, type StoryScreen, type StoryStep } from './story.js';

/** `keys`: the name and the row of what was clicked. Of these, what another screen then shows as a text of its own, where it was not. */
export function arrivals(keys: readonly string[], before: StoryScreen, after: StoryScreen): readonly string[] {
  if (placeOf(before) === placeOf(after)) return [];
  const was = new Set(before.controls.map((control) => `${structureToken(control)}\n${plain(control.name)}`));
  const isNew = (control: Control): boolean => !was.has(`${structureToken(control)}\n${plain(control.name)}`);
  return keys.filter(
    (key) =>
      plain(key).length > 2 &&
      after.controls.some((control) => control.visible && !control.interactive && plain(control.name) === plain(key) && isNew(control)),
  );
}

/** Whole texts of the screen that the result says, digits aside, and that were not there at first; and the values that both have. */
export function factsOf(result: string, first: StoryScreen, last: StoryScreen, values: readonly Value[]): readonly string[] {
  const was = new Set(first.controls.map(({ name }) => plain(name)));
  const own = sightOf(last.controls).flatMap(({ control: { visible, interactive, name, role }, beside }) => {
    const isTold = visible && !interactive && (beside === undefined || role === 'heading') && !name.includes(mask);
    return isTold && name.trim().length > 2 && !/\p{N}/u.test(name) && !was.has(plain(name)) && placesOf(result, name.trim()).length > 0
      ? [name.trim()]
      : [];
  });
  const given = values.filter(
    ({ text }) => text.length > 2 && says(result, text) && last.controls.some((control) => isShown(control, text)),
  );
  return [...new Set([...own, ...given.map(({ text }) => text)])].slice(0, mostFacts);
}

const mostFacts = 5;

/** What a run wrote, chose or pressed. */
export function writtenIn(steps: readonly StoryStep[]): readonly string[] {
  return steps.filter(isDeed).flatMap(({ action }) => {
    const doing = doingOf(action);
    if (doing?.does === 'write') return [doing.text];
    if (doing?.does === 'press') return 'control' in doing.at ? [doing.at.control.name] : [];
    return doing?.does === 'choose' ? doing.values : [];
  });
}

/** What people had asked for and nobody had to do: the run went on because of it. */
export interface Relied {
  readonly control: Control;
  readonly wanted: Pick<Target, 'checked' | 'value'>;
}

/** Values that stood in fields already, and boxes and choices that were checked. `written`: what the run wrote, chose or pressed anywhere. */
export function reliedOn({ controls }: StoryScreen, said: readonly string[], written: readonly string[]): readonly Relied[] {
  const own = new Set(written.map(plain));
  // A list of several choices has all of them, in an order of its own.
  const isOwn = (text: string): boolean => own.has(plain(text)) || text.split(/[,;\n]/).every((part) => own.has(plain(part)));
  const isAsked = (text: string): boolean => text.length > 2 && !isOwn(text) && said.some((one) => says(one, text));
  return controls
    .filter(({ visible }) => visible)
    .flatMap((control): readonly Relied[] => {
      const value = isField(control) ? valueOf(control).trim() : '';
      if (isAsked(value)) return [{ control, wanted: { value } }];
      return isCheckable(control) && isChecked(control) && isAsked(control.name.trim()) ? [{ control, wanted: { checked: true } }] : [];
    });
}

function isShown(control: Control, text: string): boolean {
  return control.visible && !isField(control) && placesOf(plain(textOf(control)), plain(text)).length > 0;
}

/** With the values as references; facts that would change with a value tell nothing. */
export function withValues(screen: NonNullable<ActInput['screen']>, values: readonly Value[]): ExpectedScreen {
  const { title, place, headings = [], controls = [], structure = [], texts = [] } = screen;
  const words = values.filter(({ text }) => text.length > 2).map(({ text }) => plain(text));
  const isStill = (fact: string): boolean =>
    !fact.includes('{{') && words.every((word) => placesOf(plain(fact), word.replace(/\p{N}+/gu, '#')).length === 0);
  return {
    headings: headings.filter(isStill),
    controls: controls.filter(isStill),
    structure,
    texts: texts.map((text) => withReferences(text, values, true)),
    title: title === undefined || title.includes('{{') ? undefined : withReferences(title, values, true),
    place: place === undefined || !isStillPlace(place, words) ? undefined : place,
  };
}

function isStillPlace(place: string, words: readonly string[]): boolean {
  const segments = place.split('/').map((segment) => plain(decoded(segment).replace(/[-_+]/g, ' ')));
  return words.every((word) => !segments.some((segment) => placesOf(segment, word.replace(/[-_+]/g, ' ')).length > 0));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
