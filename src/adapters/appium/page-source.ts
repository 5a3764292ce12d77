// Controls from Appium's page sources: UiAutomator2, raw uiautomator dumps, XCUITest, mac2, Windows, Appium's fake driver
// (docs/design/devices.md §2).
//
// source-1. The same screen gives the same controls, whatever the order of attributes; both of Android's dialects give the same structure.
// source-2. What does not belong to the application is left out: status bar, keyboard.
// source-3. The value of a password field is reported as `•••`, and its text is in no other control's name.
// source-4. A control is visible only where a pointer would hit it: within what clips it, not under what was drawn later.

import type { Control } from '../../domain/ui/control.js';
import { areaOf, commonOf, type Bounds } from '../../domain/ui/geometry.js';
import { aimAmong, type Aim, type Layer } from '../../domain/ui/layers.js';
import { PageSourceError, parseXml, type XmlNode } from './xml-tree.js';
import { sourceFormats } from './platforms.js';
import { widgetOf, type Dialect, type SourceOf, type Widget } from './platform.js';
import { seenText } from '../../domain/text/visible-text.js';
import { mask } from '../../domain/ui/mask.js';

const longestName = 80;
/** What is read of a name before it is cut: in a part of a secret no secret would be found. */
const longestText = 2_000;
/** The last drawn; no real screen has as many. */
const mostObstacles = 500;

export interface PlacedControl {
  /** `id` is an XPath into that source. */
  readonly control: Control;
  /** Whether its application shows it, wherever it is. */
  readonly isShown: boolean;
  /** The texts in it that no other control tells. */
  readonly words: string;
  readonly aim: Aim<Obstacle>;
}

/** What a touch may end at instead of the control behind it. */
interface Obstacle extends Layer {
  /** As errors call it. */
  readonly what: string;
}

/** In reading order. Throws `PageSourceError`. */
export function readSource(source: string, of: SourceOf): readonly PlacedControl[] {
  const root = parseXml(source);
  const dialect = dialectOf(root, of);
  const top = read(root, dialect, '');
  const into: Gathered = { found: [], obstacles: [], idsSeen: new Map() };
  enter(top, { path: '', muted: false, order: [], view: screenOf(top) }, into);
  const obstacles = into.obstacles.slice(-mostObstacles);
  return into.found.map(({ control, order, shown, isShown, words }) => {
    // What is only read is seen through whatever takes touches.
    const aim = aimAmong({ order, shown }, control.interactive ? obstacles : obstacles.filter(({ modal }) => modal));
    return { control: { ...control, visible: isShown && aim.status === 'ready' }, isShown, words, aim };
  });
}

function dialectOf(root: XmlNode, of: SourceOf): Dialect {
  const format = sourceFormats.find(({ isRoot }) => isRoot(root));
  if (format) return format.dialectOf(of);
  const { tag, children } = root;
  throw new PageSourceError(`it begins with <${tag.slice(0, 60)}> and has ${children.length} elements in it, which is not a known dialect`);
}

/** An element with its descendants. */
interface Part {
  readonly widget: Widget;
  readonly xpath: string;
  readonly parts: readonly Part[];
  /** Texts inside it, except those of actionable elements. */
  readonly words: string;
  /** The same without the element's own text. */
  readonly inside: string;
  readonly holdsInteractive: boolean;
}

function read(node: XmlNode, dialect: Dialect, xpath: string): Part {
  const widget = widgetOf(dialect(node));
  const here = xpath === '' ? '/*' : xpath;
  const parts = widget.foreign === 'whole' ? [] : node.children.map((child, index) => read(child, dialect, `${here}/*[${index + 1}]`));
  const plain = parts.filter((part) => !part.widget.interactive && part.widget.foreign === 'no');
  const inside = joined(plain.map((part) => part.words));
  const words = joined([widget.visible ? widget.text : '', inside]);
  return {
    widget,
    xpath: here,
    parts,
    words,
    inside,
    holdsInteractive: parts.some((part) => part.widget.interactive || part.holdsInteractive),
  };
}

interface Place {
  readonly path: string;
  /** Inside an element that is named by its texts. */
  readonly muted: boolean;
  /** As a layer's. */
  readonly order: readonly number[];
  /** What the elements around it leave of the screen. */
  readonly view: Bounds;
}

interface Gathered {
  readonly found: (Layer & Omit<PlacedControl, 'aim'>)[];
  readonly obstacles: Obstacle[];
  readonly idsSeen: Map<string, number>;
}

function enter(part: Part, place: Place, into: Gathered): void {
  const { widget, parts, holdsInteractive } = part;
  const { bounds, clips, interactive } = widget;
  const shown = commonOf(place.view, bounds);
  noteObstacle(part, { order: place.order, shown }, into);
  if (widget.foreign === 'whole') return;
  const control = controlOf(part, place);
  if (control) into.found.push({ control, order: place.order, shown, isShown: widget.visible, words: part.words });
  const muted = place.muted || (interactive && !holdsInteractive);
  const view = clips && areaOf(bounds) > 0 ? shown : place.view;
  const ranks = ranksOf(parts);
  const counts = new Map<string, number>();
  parts.forEach((inner, index) => {
    const { className, stableId } = inner.widget;
    const count = (counts.get(className) ?? 0) + 1;
    counts.set(className, count);
    const path = stableId === undefined ? `${place.path}/${className}[${count}]` : pathOfId(className, stableId, into);
    enter(inner, { path, muted, order: [...place.order, ranks[index] ?? index], view }, into);
  });
}

/** Dialogs of phones are modal, those of other applications as well. */
const modal = new Set(['dialog', 'alertdialog']);

/** Mere layouts let touches through; an element of another application may take them, as a keyboard does. */
function noteObstacle({ widget, words }: Part, { order, shown }: Layer, { obstacles }: Gathered): void {
  const { role, interactive, foreign, visible, isStacked, name, className } = widget;
  const isModal = role !== undefined && modal.has(role);
  if (!visible || !isStacked || !(interactive || isModal || foreign === 'whole')) return;
  const said = seenText(name || words);
  const what = `${role ?? className}${said === '' ? '' : ` "${said}"`}`;
  obstacles.push({ order, shown, what, modal: isModal ? true : undefined });
}

/** Of siblings, in the order in which they are drawn. */
function ranksOf(parts: readonly Part[]): readonly number[] {
  const drawn = parts.map(({ widget }, index) => [widget.drawn ?? index, index] as const);
  const sorted = drawn.toSorted(([one, first], [other, second]) => one - other || first - second);
  const ranks: number[] = [];
  sorted.forEach(([, index], rank) => (ranks[index] = rank));
  return ranks;
}

function controlOf({ widget, xpath, words, inside }: Part, { path, muted }: Place): Control | undefined {
  const { role, interactive, foreign, name, masked, states, bounds, enabled } = widget;
  if (role === undefined || foreign !== 'no' || (!interactive && (muted || (role === 'img' && name === '')))) return undefined;
  // A closed list shows its selected option.
  const value = widget.value ?? (role === 'combobox' && name !== '' && inside !== '' ? inside : undefined);
  return {
    id: xpath,
    role,
    name: seenText(name || (interactive ? words : '')),
    value: value === undefined ? undefined : masked ? mask : value,
    states: states.length > 0 ? states : undefined,
    bounds,
    enabled,
    visible: widget.visible,
    interactive,
    path,
    source: 'tree',
    masked: masked || undefined,
  };
}

/** An id restarts the path, so that wrappers around the element do not matter. Rows of a list share theirs. */
function pathOfId(className: string, id: string, { idsSeen }: Gathered): string {
  const path = `${className}#${id}`;
  const count = (idsSeen.get(path) ?? 0) + 1;
  idsSeen.set(path, count);
  return count === 1 ? path : `${path}[${count}]`;
}

/** Bounds of the root, or of all its descendants: a status bar may come first. */
function screenOf({ widget: { bounds }, parts }: Part): Bounds {
  if (bounds.width > 0 && bounds.height > 0) return bounds;
  const inside = parts.map(screenOf);
  const [x, y] = [Math.min(0, ...inside.map((part) => part.x)), Math.min(0, ...inside.map((part) => part.y))];
  const right = Math.max(0, ...inside.map((part) => part.x + part.width));
  const bottom = Math.max(0, ...inside.map((part) => part.y + part.height));
  return { x, y, width: right - x, height: bottom - y };
}

/** As it is told, when its secrets have been masked. */
export function cut(control: Control): Control {
  return { ...control, name: control.name.slice(0, longestName) };
}

function joined(texts: readonly string[]): string {
  return texts
    .filter((text) => text !== '')
    .join(' ')
    .slice(0, longestText);
}
