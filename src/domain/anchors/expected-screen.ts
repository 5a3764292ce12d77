// The screen on which a recorded action ran, told so that it is known again, and whether another look shows it.
//
// screen-1. Four facts tell a screen: its place (path of the address, or application), what heads it, what can be done on it, and its structure as the explorer has
//     it. Two must agree: an application moves, is restyled, gets another title; it does not do all at once.
//     At another place only what is headed the same is the same: another article has the same form.
// screen-2. What lies over it that did not then (a dialog, a banner in front) makes another screen.
//     But a dialog that was there before a flow did anything asks nothing about what it does: where all that is needed can be reached, it is left aside. One that
//     came since may be the question whether to do it.
// screen-3. Texts that must be there count beside all others: they say of which thing a page is that has the same form for each.
// screen-4. Rows do not count, nor what surrounds the content: another list is the same screen.
import { addressOf, headingsOf } from '../explorer/screen-names.js';
import { hashedStructure, isAlike, isLayered, isSurrounding, signatureOf, stem } from '../explorer/signature.js';
import { plain } from '../flow/find-text.js';
import { digestOf } from '../ui/digest.js';
import { isDialog } from '../guard/screen.js';
import { type Control, createAncestors } from '../ui/control.js';
import { formIn, isSameOfNumbers } from '../text/data-forms.js';
import { placesOf } from '../text/word-boundaries.js';
import type { ExpectedScreen } from './anchors.schema.js';
import { isAlone } from './rows.js';
import { sightOf } from './locators.js';

/** Of one look. */
export interface SeenNow {
  /** Of an application without addresses, its name. */
  readonly app: string;
  readonly url?: string | undefined;
  readonly title: string;
  readonly controls: readonly Control[];
}

export type ScreenMatch =
  | { readonly isSame: true }
  /** `lacks`: it is that screen, but about something else. */
  | { readonly isSame: false; readonly because: string; readonly lacks?: string };

const mostControls = 24;
const mostTokens = 60;
const enough = 0.5;
/** `/#/` is the page itself. */
const emptyRoute = /#!?\/$/;

export function expectedScreen(seen: SeenNow, texts: readonly string[] = []): ExpectedScreen {
  const { place, headings, controls, structure } = factsOf(seen);
  return {
    place: place === '' ? undefined : place,
    title: seen.title,
    headings: [...headings],
    controls: controls.slice(0, mostControls),
    structure: structure.slice(0, mostTokens),
    texts: [...texts],
  };
}

/** Without a word about the screen, any is the same. */
export function matchScreen(expected: ExpectedScreen, seen: SeenNow): ScreenMatch {
  const now = factsOf(seen);
  const differs = (because: string) => ({ isSame: false, because }) as const;
  if (isLayered(now.structure) && !isLayered(expected.structure)) return differs(`something lies over it${layerName(seen)}`);
  if (isElsewhere(expected, now, seen.title)) return differs(`it is ${screenText(seen)}`);
  const facts = [
    expected.place === undefined ? undefined : expected.place === now.place,
    expected.title === undefined && expected.headings.length === 0 ? undefined : isHeadedAlike(expected, now.headings, seen.title),
    expected.controls.length === 0 ? undefined : shareOf(expected.controls, new Set(now.controls)) >= enough,
    expected.structure.length === 0 ? undefined : isAlike(expected.structure, now.structure),
  ];
  const known = facts.filter((fact) => fact !== undefined);
  const agreeing = known.filter(Boolean).length;
  if (agreeing < Math.min(2, known.length)) return differs(`it is ${screenText(seen)}`);
  const missing = expected.texts.find((text) => !shows(seen.controls, text));
  return missing === undefined ? { isSame: true } : { ...differs(`"${missing}" is not on it`), lacks: missing };
}

/** As a text of its own, or as words of a longer one, with numbers and dates as the page writes them. */
export function shows(controls: readonly Control[], text: string): boolean {
  const wanted = plain(text);
  return controls.some(
    ({ visible, name, value = '', masked }) =>
      visible && [name, masked ? '' : value].some((own) => placesOf(plain(own), wanted).length > 0 || formIn(own, text) !== undefined),
  );
}

/** For people: what is there. */
export function screenText({ app, url, title }: SeenNow): string {
  const at = url === undefined ? app : addressOf(url);
  return title === '' ? `'${at}'` : `"${title}" (${at})`;
}

/** A dialog in front. */
export interface InFront {
  /** What it says: another with other words is another. */
  readonly says: string;
  /** For people. */
  readonly name: string;
  /** Itself, and what is in it. */
  readonly controls: ReadonlySet<Control>;
}

/** screen-2: what may be left aside. Where the recorded screen has a dialog itself, nothing is: which one is meant, nobody knows. */
export function inFrontOf({ structure }: ExpectedScreen, controls: readonly Control[]): readonly InFront[] {
  if (isLayered(structure)) return [];
  const around = createAncestors(controls);
  return controls
    .filter((control) => control.visible && isDialog(control))
    .map((dialog) => {
      const inside = controls.filter(({ path }) => around(path).includes(dialog.path));
      const words = inside.filter(({ visible }) => visible).map(({ role, name }) => `${role} ${stem(name)}`);
      const name = [dialog, ...inside].find((each) => plain(each.name) !== '')?.name ?? dialog.role;
      return { says: digestOf(words.join('\n')), name, controls: new Set(inside) };
    });
}

interface Facts {
  readonly place: string;
  readonly headings: readonly string[];
  readonly controls: readonly string[];
  readonly structure: readonly string[];
}

function factsOf({ app, url, title, controls }: SeenNow): Facts {
  const signature = signatureOf({ app, url, title, headings: headingsOf(controls), controls });
  const lasting = sightOf(controls).filter(
    ({ control, name, rows }) => control.visible && control.interactive && name !== '' && !isSurrounding(control) && rows.every(isAlone),
  );
  return {
    place: (url !== undefined && addressOf(url).replace(emptyRoute, '')) || app,
    headings: headingsOf(controls).map(stem),
    controls: [...new Set(lasting.map(({ control, name }) => `${control.role} ${stem(name)}`))],
    // What an open menu says is among the controls.
    structure: hashedStructure(signature, digestOf)
      .filter((token) => !token.startsWith('~'))
      .sort(),
  };
}

/** screen-1: at another place, and under another main heading, or another title where there is none. */
function isElsewhere({ place, title = '', headings }: ExpectedScreen, now: Facts, titled: string): boolean {
  if (place === undefined || place === now.place) return false;
  return headings.length > 0 || now.headings.length > 0
    ? !isSameHead(headings[0], now.headings[0])
    : !isSameHead(stem(title), stem(titled));
}

/** By its title, its main heading, or half of all. */
function isHeadedAlike({ title = '', headings }: ExpectedScreen, now: readonly string[], titled: string): boolean {
  if (title !== '' && isSameHead(stem(title), stem(titled))) return true;
  if (headings.length > 0 && isSameHead(headings[0], now[0])) return true;
  return headings.length > 0 && shareOf(headings, new Set(now)) >= enough;
}

/** `# items` and `# item` are one. */
function isSameHead(one = '', other = ''): boolean {
  return one === other || isSameOfNumbers(one.replaceAll('#', '0'), other.replaceAll('#', '0'));
}

function shareOf(wanted: readonly string[], there: ReadonlySet<string>): number {
  return wanted.filter((each) => there.has(each)).length / wanted.length;
}

function layerName({ controls }: SeenNow): string {
  const layer = controls.findLast(({ role, visible }) => visible && (role === 'dialog' || role === 'alertdialog'));
  return layer === undefined || plain(layer.name) === '' ? '' : `: "${layer.name}"`;
}
