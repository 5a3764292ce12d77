import type { Bounds } from '../../domain/ui/geometry.js';
import type { XmlNode } from './xml-tree.js';

/** One element of a page source, in whatever dialect it was written. */
export interface Widget {
  /** Of its path: class without its package. */
  readonly className: string;
  /** Given by whoever made the application, the same over looks; absent: none, or made by a machine. */
  readonly stableId?: string;
  /** Absent: it only holds others. */
  readonly role?: string;
  readonly interactive: boolean;
  /** What it is called by itself, and what a person can read in it. */
  readonly name: string;
  readonly text: string;
  readonly value?: string;
  readonly states: readonly string[];
  /** px of the screenshot. */
  readonly bounds: Bounds;
  readonly enabled: boolean;
  readonly visible: boolean;
  /** Of a field whose value nobody may see. */
  readonly masked: boolean;
  /** Not of the application: itself, or with all that is in it. */
  readonly foreign: 'no' | 'itself' | 'whole';
}

/** Elements of one kind of page source as widgets. */
export interface Dialect {
  widgetOf(node: XmlNode): Widget;
}

/** What a source does not say about itself. */
export interface SourceOf {
  /** Android: the package that is looked at. */
  readonly application: string;
  /** px of the screenshot for a unit of the source: 1 on Android, 2 or 3 on iOS. */
  readonly scale: number;
}

/** A kind of page source. No two claim the same root. */
export interface SourceFormat {
  isRoot(root: XmlNode): boolean;
  dialectOf(source: SourceOf): Dialect;
}

/** Of an id: it looks chosen by a person. As for pages. */
export function isStableId(id: string): boolean {
  return id.length <= 40 && /^[A-Za-z][\w.-]*$/.test(id) && !/\d{3}|[0-9a-f]{8}/.test(id);
}

/** Those that are there and say yes. */
export function statesOf(attributes: XmlNode['attributes'], names: readonly string[]): readonly string[] {
  return names.filter((name) => attributes[name] === 'true');
}
