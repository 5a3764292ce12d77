// A name for what has none, from what a person would go by: the words beside a field, an icon, a picture, a colour. It is a guess, and told as one.

import { drawingOf } from './drawn.js';
import { ofDocument, own, styleOf, tidy } from './dom.js';
import { frameOf } from './geometry.js';
import { contentOf } from './pressable.js';

const fields =
  'input:not([type=hidden]),select,textarea,[contenteditable=true],[role=combobox],[role=slider],[role=spinbutton],[role=switch]';
const longest = 80;
/** Elements around a field whose words may be its label: a wrapper or two, a cell, its row. */
const mostAround = 4;

/** Empty where nothing can be guessed. */
export function guessedName(element: HTMLElement): string {
  if (own.tag(element) === 'body') return nameOfFrame(element);
  const isField = own.matches(element, fields) || own.isEditable(element);
  return (
    (isField && wordsBeside(drawingOf(element) ?? element)) ||
    iconWords(element) ||
    pictureWords(element) ||
    lookOf(element) ||
    markWords(element) ||
    ''
  );
}

/** Of an editor that is a whole document: as its frame is titled, or what stands beside that. */
function nameOfFrame(body: Element): string {
  const frame = frameOf(own.document(body));
  const title = frame && (own.attribute(frame, 'title') ?? own.attribute(frame, 'aria-label') ?? '');
  return tidy(title ?? '', longest) || (frame ? wordsBeside(frame) : '') || tidy(ofDocument.title(own.document(body)), longest);
}

/** In the same row or cell: before a field, behind a box. */
function wordsBeside(field: Element): string {
  const isBox = own.matches(field, '[type=checkbox],[type=radio],[role=switch]');
  let at: Element = field;
  for (let around = 0; around < mostAround; around++) {
    const words = isBox ? wordsOn(at, own.next) || wordsOn(at, own.previous) : wordsOn(at, own.previous);
    if (words !== '') return words;
    const parent = own.parentElement(at);
    if (parent === null || own.matches(parent, 'tr,[role=row],form,body,fieldset') || own.queryAll(parent, fields).length > 1) return '';
    at = parent;
  }
  return '';
}

/** Up to the next field. */
function wordsOn(element: Element, way: (of: Node) => Node | null): string {
  for (let node = way(element); node !== null; node = way(node)) {
    const isElement = own.type(node) === Node.ELEMENT_NODE;
    // A field that an editor has taken the place of is there still, and not displayed; neither is a list that another one was drawn for told.
    if (isElement && (!own.isShown(node as Element) || own.matches(node as Element, 'select[aria-hidden=true]'))) continue;
    if (isElement && (own.matches(node as Element, fields) || own.query(node as Element, fields) !== null)) return '';
    const text = isElement ? contentOf(node as Element).text : own.type(node) === Node.TEXT_NODE ? (own.text(node) ?? '') : '';
    const words = tidy(text).replace(/\s*[:*]$/, '');
    if (/[\p{L}\p{N}]/u.test(words)) return words.length <= longest ? words : '';
  }
  return '';
}

const icon =
  /(?:^|\s)(?:fa|fas|far|fab|glyphicon|bi|mdi|ti|icon|ion|feather|ri|la|las|lni|octicon|codicon|lucide|tabler-icon|ui-icon|anticon|icofont|flaticon|oi|pi|k-i|dashicons)-([a-z][\w-]*)/gi;
/** Sizes and styles of icons. */
const unsaying = new Set(
  'fw lg sm xs xl md 1x 2x 3x 4x 5x spin pulse solid regular brands light outline outlined filled fill circle square o alt icon inverse stack border size'.split(
    ' ',
  ),
);
const mostParts = 6;

function iconWords(element: Element): string {
  for (const part of partsOf(element)) {
    const told = `${own.attribute(part, 'class') ?? ''} ${iconOf(own.attribute(part, 'data-icon') ?? own.attribute(part, 'data-lucide') ?? own.attribute(part, 'href') ?? '')}`;
    for (const [, words = ''] of told.matchAll(icon)) {
      const said = words
        .toLowerCase()
        .split(/[-_]/)
        .filter((word) => !unsaying.has(word));
      if (said.length > 0) return said.join(' ');
    }
  }
  return '';
}

/** `#trash` of a sprite. */
function iconOf(reference: string): string {
  const name = /^(?:[^#]*#)?(?:icon-)?([a-z][\w-]*)$/i.exec(reference)?.[1];
  return name === undefined ? '' : `icon-${name}`;
}

function partsOf(element: Element): readonly Element[] {
  return [element, ...[...own.queryAll(element, '*')].slice(0, mostParts)];
}

/** What a drawing is titled, also the group that it is a part of, and how a picture's file is called. A title speaks of what it stands in, not of what is around that. */
function pictureWords(element: Element): string {
  const group = own.closest(element, 'g:has(>title)');
  const title = own.query(element, 'svg>title,svg>desc,:scope>desc') ?? (group && own.query(group, ':scope>title'));
  if (title !== null) return tidy(own.text(title) ?? '', longest);
  const picture = own.tag(element) === 'img' || own.tag(element) === 'input' ? element : own.query(element, 'img');
  const file = /([^/?#]+)\.(?:png|jpe?g|gif|svg|webp|avif|ico)(?:[?#]|$)/i.exec(
    picture === null ? '' : (own.attribute(picture, 'src') ?? ''),
  )?.[1];
  return file === undefined || /\d{4}|[0-9a-f]{8}/i.test(file) ? '' : file.replace(/[-_.]+/g, ' ').trim();
}

/** Names of CSS, with their red, green and blue. */
const colours: readonly (readonly [string, number, number, number])[] = [
  ['black', 0, 0, 0],
  ['white', 255, 255, 255],
  ['grey', 128, 128, 128],
  ['red', 255, 0, 0],
  ['green', 0, 128, 0],
  ['lime', 0, 255, 0],
  ['blue', 0, 0, 255],
  ['yellow', 255, 255, 0],
  ['cyan', 0, 255, 255],
  ['magenta', 255, 0, 255],
  ['orange', 255, 165, 0],
  ['purple', 128, 0, 128],
  ['brown', 139, 69, 19],
  ['pink', 255, 192, 203],
  ['olive', 128, 128, 0],
  ['navy', 0, 0, 128],
  ['teal', 0, 128, 128],
];
/** px: a swatch is no larger. */
const largestSwatch = 90;

/** A swatch by its colour, a shape by its kind too. */
function lookOf(element: Element): string {
  const isShape = own.tag(element) !== 'svg' && (element as Partial<SVGElement>).ownerSVGElement instanceof Element;
  const { width, height } = own.box(element);
  if (width > largestSwatch || height > largestSwatch || own.tag(element) === 'input') return '';
  const { computed } = styleOf(element);
  const isPlain = own.tag(element) === 'button' && !/background/.test(own.attribute(element, 'style') ?? '');
  const colour = isPlain ? '' : colourOf(isShape ? computed.fill : computed.backgroundColor);
  if (isShape) return [colour, own.tag(element)].filter((word) => word !== '').join(' ');
  return colour;
}

function colourOf(css: string): string {
  const channels = /^rgba?\((\d+), (\d+), (\d+)(?:, ([\d.]+))?\)$/.exec(css);
  if (!channels || Number(channels[4] ?? 1) < 0.5) return '';
  const [red = 0, green = 0, blue = 0] = channels.slice(1, 4).map(Number);
  const here = seenAs(red, green, blue);
  const nearest = colours.reduce((best, each) => (unlike(here, each) < unlike(here, best) ? each : best));
  const hex = [red, green, blue].map((value) => value.toString(16).padStart(2, '0')).join('');
  return `${nearest[0]} #${hex}`;
}

interface Seen {
  readonly light: number;
  readonly chroma: number;
  /** Radians. */
  readonly hue: number;
}

/** In OKLab (Ottosson, 2020), where what is as far apart looks as different. */
function seenAs(red: number, green: number, blue: number): Seen {
  const [r = 0, g = 0, b = 0] = [red, green, blue].map((value) => (value <= 10 ? value / 3_295 : ((value / 255 + 0.055) / 1.055) ** 2.4));
  const long = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const middle = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const short = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const [across, along] = [
    1.9779984951 * long - 2.428592205 * middle + 0.4505937099 * short,
    0.0259040371 * long + 0.7827717662 * middle - 0.808675766 * short,
  ];
  return {
    light: 0.2104542553 * long + 0.793617785 * middle - 0.0040720468 * short,
    chroma: Math.hypot(across, along),
    hue: Math.atan2(along, across),
  };
}

/** Less is grey to the eye. */
const leastChroma = 0.03;

/** A pale green is green, and no grey: what has a hue is called by that first. */
function unlike(seen: Seen, [, red, green, blue]: (typeof colours)[number]): number {
  const named = seenAs(red, green, blue);
  if (seen.chroma < leastChroma !== named.chroma < leastChroma) return Infinity;
  const turn = Math.abs(seen.hue - named.hue);
  const hue = named.chroma < leastChroma ? 0 : Math.min(turn, 2 * Math.PI - turn);
  return (seen.light - named.light) ** 2 / 4 + (seen.chroma - named.chroma) ** 2 / 2 + hue ** 2 / 10;
}

const marks =
  /(?:^|[\s_-])(close|dismiss|plus|minus|add|remove|delete|trash|edit|prev|previous|next|up|down|left|right|play|pause|stop|search|menu|toggle|star|like|heart|share|reply|forward|send|save|download|upload|expand|collapse|refresh|settings|home|back)(?=$|[\s_-])/i;

/** The page's author called it so, for nobody to read. */
function markWords(element: Element): string {
  const said =
    `${own.attribute(element, 'class') ?? ''} ${own.id(element)} ${own.attribute(element, 'data-action') ?? ''} ${own.attribute(element, 'name') ?? ''}`.replace(
      /([a-z])([A-Z])/g,
      '$1-$2',
    );
  return marks.exec(said)?.[1]?.toLowerCase() ?? '';
}
