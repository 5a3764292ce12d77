// What tells screens of one title apart (screen-names.ts), taken from what is seen of them. It is stored, so it holds no more than a title does: no query, no ids.
import { isBlank } from '../text/blank.js';
import { oneLine } from '../flow/one-line.js';
import { plain } from '../flow/find-text.js';
import { grouped } from '../collections.js';
import type { Control } from '../ui/control.js';
import { contains } from '../ui/geometry.js';
import { isId } from './address.js';
import { isSurrounding, stem } from './signature.js';

const mostHeadings = 3;
const longestHeading = 80;
const longestAddress = 200;

/** At most three: the name of a dialog and what is in it, then what heads the content, then what heads the page around it; higher levels first. */
export function headingsOf(controls: readonly Control[]): readonly string[] {
  const seen = controls.filter(({ visible, name }) => visible && !isBlank(name));
  const dialog = seen.findLast(({ role }) => role === 'dialog' || role === 'alertdialog');
  const rankOf = (control: Control): number => {
    if (dialog && contains(dialog.bounds, control.bounds)) return 0;
    return (isSurrounding(control) ? 10 : 0) + levelOf(control);
  };
  const ranked = seen
    .filter(({ role }) => role === 'heading')
    .map((control) => ({ name: control.name, rank: rankOf(control) }))
    .sort((one, other) => one.rank - other.rank);
  const texts = [...(dialog ? [dialog.name] : []), ...ranked.map(({ name }) => name)].map((text) => oneLine(text, longestHeading));
  return firstOfEach(texts, plain);
}

/** Of an element in a page; 2 where only its role says that it is a heading. */
function levelOf({ path }: Pick<Control, 'path'>): number {
  const levels = [...path.matchAll(/(?:^|[/>:])h([1-6])(?=[[#/]|$)/g)];
  return Number(levels.at(-1)?.[1] ?? 2);
}

/** `/orders/:id/edit`, `/#/orders`: the path and the route in the fragment, without origin and query, ids left out. Empty: none. */
export function addressOf(url: string): string {
  if (!URL.canParse(url)) return '';
  const { pathname, hash } = new URL(url);
  if (!pathname.startsWith('/')) return '';
  const [route = ''] = /^#!?\/[^?&=]*/.exec(hash) ?? [];
  const segment = (text: string): string => (isId(text) ? ':id' : text);
  return (pathname + route).split('/').map(segment).join('/').slice(0, longestAddress);
}

export interface ScreenFacts {
  readonly headings: readonly string[];
  readonly address: string;
}

/** What holds of a screen whatever its content: headings that most of its variants have, digits aside, and the address that most have. */
export function lastingFacts(variants: readonly ScreenFacts[]): ScreenFacts {
  const known = variants.filter(({ headings, address }) => headings.length > 0 || address !== '');
  const times = grouped(
    known.flatMap(({ headings }) => [...new Set(headings.map(stem))]),
    String,
  );
  const lasting = known.flatMap(({ headings }) => headings).filter((heading) => 2 * (times.get(stem(heading))?.length ?? 0) > known.length);
  const [address = ''] = [
    ...grouped(
      known.map((one) => one.address),
      String,
    ),
  ]
    .sort(([one, ones], [other, others]) => others.length - ones.length || one.length - other.length || (one < other ? -1 : 1))
    .map(([text]) => text);
  return { headings: firstOfEach(lasting, stem), address };
}

function firstOfEach(texts: readonly string[], alike: (text: string) => string): readonly string[] {
  return [...grouped(texts, alike).values()].flatMap(([first]) => first ?? []).slice(0, mostHeadings);
}
