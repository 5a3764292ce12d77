// Controls from Appium's page sources: UiAutomator2, raw uiautomator dumps, XCUITest, mac2, Windows, Appium's fake driver
// (docs/design/devices.md §2).
//
// source-1. The same screen gives the same controls, whatever the order of attributes; both of Android's dialects give the same structure.
// source-2. What does not belong to the application is left out: status bar, keyboard.
// source-3. The value of a password field is reported as `•••`, and its text is in no other control's name.
import type { Control } from '../../domain/ui/control.js';
import type { Bounds } from '../../domain/ui/geometry.js';
import { sourceFormats } from './platforms.js';
import type { Dialect, SourceOf, Widget } from './widget.js';
import { PageSourceError, parseXml, type XmlNode } from './xml-tree.js';
import { mask } from '../../domain/ui/mask.js';

const longestName = 80;

/** In reading order; `id` is an XPath into that source. Throws `PageSourceError`. */
export function controlsOfSource(source: string, of: SourceOf): readonly Control[] {
  const root = parseXml(source);
  const dialect = dialectOf(root, of);
  const top = read(root, dialect, '');
  const controls: Control[] = [];
  const idsSeen = new Map<string, number>();
  enter(top, { path: '', muted: false }, { controls, idsSeen, screen: screenOf(top) });
  return controls;
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
  const widget = dialect.widgetOf(node);
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
}

interface Gathered {
  readonly controls: Control[];
  readonly idsSeen: Map<string, number>;
  readonly screen: Bounds;
}

function enter({ widget, xpath, parts, words, inside, holdsInteractive }: Part, { path, muted }: Place, into: Gathered): void {
  const { role, interactive, foreign, name } = widget;
  if (foreign === 'whole') return;
  const isTold = role !== undefined && foreign === 'no' && (interactive || (!muted && (role !== 'img' || name !== '')));
  if (isTold) {
    const { masked, states, bounds, enabled } = widget;
    // A closed list shows its selected option.
    const value = widget.value ?? (role === 'combobox' && name !== '' && inside !== '' ? inside : undefined);
    into.controls.push({
      id: xpath,
      role,
      name: oneLine(name || (interactive ? words : '')),
      ...(value === undefined ? {} : { value: masked ? mask : value }),
      ...(states.length > 0 ? { states } : {}),
      bounds,
      enabled,
      visible: widget.visible && isOn(into.screen, bounds),
      interactive,
      path,
      source: 'tree',
      ...(masked ? { masked } : {}),
    });
  }
  const isMuted = muted || (interactive && !holdsInteractive);
  const counts = new Map<string, number>();
  for (const part of parts) {
    const { className, stableId } = part.widget;
    const count = (counts.get(className) ?? 0) + 1;
    counts.set(className, count);
    enter(
      part,
      { muted: isMuted, path: stableId === undefined ? `${path}/${className}[${count}]` : pathOfId(className, stableId, into) },
      into,
    );
  }
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

function isOn(screen: Bounds, { x, y, width, height }: Bounds): boolean {
  return x < screen.x + screen.width && y < screen.y + screen.height && x + width > screen.x && y + height > screen.y;
}

function joined(texts: readonly string[]): string {
  return texts
    .filter((text) => text !== '')
    .join(' ')
    .slice(0, longestName);
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
