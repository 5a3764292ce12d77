import type { Bounds } from '../../domain/ui/geometry.js';
import type { XmlNode } from './xml-tree.js';
import type { NamedKey } from '../../domain/ui/keys.js';

/** One element of a page source, in any dialect. */
export interface Widget {
  /** For its path: the class without its package. */
  readonly className: string;
  /** Assigned by the application's developers and the same in every look; absent when there is none or it was generated. */
  readonly stableId?: string;
  /** Absent for mere containers. */
  readonly role?: string;
  readonly interactive: boolean;
  /** Its own name, and the text that a person can read in it. */
  readonly name: string;
  readonly text: string;
  readonly value?: string;
  readonly states: readonly string[];
  /** px of the screenshot. */
  readonly bounds: Bounds;
  readonly enabled: boolean;
  readonly visible: boolean;
  /** A field whose value nobody may see. */
  readonly masked: boolean;
  /** Not part of the application: the element itself, or with all its descendants. */
  readonly foreign: 'no' | 'itself' | 'whole';
  /** What is inside it is neither seen nor touched outside its bounds. */
  readonly clips: boolean;
  /** Its place among its siblings in the order in which they are drawn; absent: that of the source. */
  readonly drawn?: number;
  /** It is drawn over what comes before it in the source. On computers windows and menus are not. */
  readonly isStacked: boolean;
}

/** What elements of one kind of page source tell. */
export type Dialect = (node: XmlNode) => ToldWidget;

type ToldWidget = Omit<Widget, 'stableId' | 'value' | 'bounds' | 'visible'> & {
  /** Empty: none. */
  readonly id: string;
  readonly value: string;
  readonly box: Bounds;
  /** For all that its source says. */
  readonly shown: boolean;
};

export function widgetOf({ id, value, box, shown, ...told }: ToldWidget): Widget {
  const bounds = { ...box, width: Math.max(0, box.width), height: Math.max(0, box.height) };
  return {
    ...told,
    stableId: isStableId(id) ? id : undefined,
    value: value === '' ? undefined : value,
    bounds,
    visible: shown && bounds.width > 0 && bounds.height > 0,
  };
}

/** What a source does not contain. */
export interface SourceOf {
  /** On Android, the package of the application. */
  readonly application: string;
  /** px of the screenshot per unit of the source: 1 on Android, 2 or 3 on iOS. */
  readonly scale: number;
}

/** A kind of page source. No two match the same root. */
export interface SourceFormat {
  isRoot(root: XmlNode): boolean;
  dialectOf(source: SourceOf): Dialect;
}

/** Whether an id looks human-made: the rule for pages (webdriver/page/look.ts), except that a dot is allowed. */
export function isStableId(id: string): boolean {
  return id.length <= 40 && /^[A-Za-z][\w.-]*$/.test(id) && !/\d{3}|[0-9a-f]{8}/.test(id);
}

/** Those among `names` that are present and true. */
export function statesOf(attributes: XmlNode['attributes'], names: readonly string[]): readonly string[] {
  return names.filter((name) => attributes[name] === 'true');
}

// What differs between the systems behind Appium. Each is one literal in the file of its dialect and an entry of platforms.ts: the device
// reads it and never checks the platform's name.

/** One of a driver's own commands, such as `mobile: pressKey`, without its prefix. */
export interface DriverCommand {
  readonly name: string;
  readonly parameters?: object;
}

export interface Platform {
  /** `platformName`, in lower case. */
  readonly name: string;
  /** Prefix of the driver's own commands. */
  readonly prefix: 'mobile' | 'macos' | 'windows';
  /** px of the screenshot per unit of the source, or the driver is asked for it. */
  readonly scale: 1 | 'asked';
  /**
   * The command that returns the application in front. Absent: there is none, and the application that the capabilities name is assumed.
   */
  readonly front?: { readonly name: string; idOf(answer: unknown): string };
  /** The command that opens an application, and how commands refer to one: by its id, or by the file that it is installed from. */
  readonly applications: {
    readonly launch: 'activateApp' | 'launchApp';
    byId(id: string): object;
    byFile(path: string): object;
  };
  /** Touch, or a mouse with buttons and a wheel. `wheel`: the driver's signs for right and down. */
  readonly pointer: { readonly type: 'touch' } | { readonly type: 'mouse'; readonly wheel: { readonly x: 1 | -1; readonly y: 1 | -1 } };
  /** The named keys that it has. Enter can be typed everywhere. */
  readonly keys: Readonly<Partial<Record<NamedKey, DriverCommand>>>;
  /** Matches the path of a drop-down that contains its options and takes one as its text. */
  readonly picker?: RegExp;
}

/** As most drivers call applications. */
export const byBundle = { byId: (bundleId: string) => ({ bundleId }), byFile: (app: string) => ({ app }) };

/** A platform whose page sources can be read. */
export interface KnownPlatform extends Platform {
  readonly source: SourceFormat;
}
