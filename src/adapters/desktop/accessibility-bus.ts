// The accessibility bus of a session, as the device uses it: its applications, their windows, and calls on single objects.
import type { Bounds } from '../../domain/ui/geometry.js';
import type { AccessibleRef } from './accessible.js';
import {
  childrenOf,
  facesOf,
  focus,
  rangeOf,
  scrollTo,
  selectChild,
  setValue,
  valueOf,
  type AccessibleState,
  deleteText,
  insertText,
  setText,
  textNow,
  textOf,
  type TextNow,
} from './accessible-calls.js';
import { tablesOn, type ApplicationTree } from './accessible-tree.js';
import {
  about,
  openBusConnection,
  prefix,
  processOf,
  property,
  rootPath,
  unlessUnanswered,
  type BusConnection,
  type Reference,
} from './bus-connection.js';
import type { Front } from './front-windows.js';
import type { Aimed } from './hit-test.js';
import { createPlaces } from './surface-places.js';
import { wordsBeside } from './table-cells.js';
import type { NumberRange, Selection } from '../../domain/ui/read-back.js';

export interface RunningApplication {
  readonly bus: string;
  readonly pid: number;
  readonly name: string;
}

export interface AccessibilityBus {
  applications(): Promise<readonly RunningApplication[]>;
  /** Its windows with everything in them. Throws `UnansweredError` when the application does not answer in time. */
  treeOf(bus: string): Promise<ApplicationTree>;
  /** The methods below concern one object. All throw `UnansweredError`. */
  boundsOf(ref: AccessibleRef): Promise<Bounds>;
  stateOf(ref: AccessibleRef): Promise<AccessibleState>;
  /** The window of the display that it is in; undefined where that is told by titles alone. */
  windowOf(ref: AccessibleRef): Promise<number | undefined>;
  /** Interfaces, as in `Accessible`. */
  facesOf(ref: AccessibleRef): Promise<readonly string[]>;
  textOf(ref: AccessibleRef): Promise<string>;
  valueOf(ref: AccessibleRef): Promise<number>;
  rangeOf(ref: AccessibleRef): Promise<NumberRange>;
  /** Names of the objects that label it. */
  labelsOf(ref: AccessibleRef): Promise<readonly string[]>;
  /** Whether a pointer would hit it, and what it would hit instead: hit-test.ts. */
  isAt(aimed: Aimed): Promise<boolean>;
  coverAt(aimed: Aimed): Promise<string | undefined>;
  /** False where the application does not offer it. */
  scrollTo(ref: AccessibleRef): Promise<boolean>;
  childrenOf(ref: AccessibleRef): Promise<readonly AccessibleRef[]>;
  /** For a cell that can be ticked: the text of its row. */
  wordsBeside(ref: AccessibleRef): Promise<string>;
  setText(ref: AccessibleRef, text: string): Promise<boolean>;
  textNow(ref: AccessibleRef): Promise<TextNow>;
  /** `length`: of the text, as its toolkit counts. */
  insertText(ref: AccessibleRef, what: { readonly at: number; readonly text: string; readonly length: number }): Promise<boolean>;
  deleteText(ref: AccessibleRef, place: Selection): Promise<boolean>;
  setValue(ref: AccessibleRef, value: number): Promise<void>;
  selectChild(ref: AccessibleRef, index: number): Promise<boolean>;
  focus(ref: AccessibleRef): Promise<boolean>;
  /** What got the focus last, if an application has said so since this connection was opened. */
  focused(): AccessibleRef | undefined;
  /** ms since an application last reported a change. */
  quietFor(): number;
  close(): void;
}

/** Throws `DeviceGoneError` when the session no longer exists. */
export async function openAccessibilityBus(sessionAddress: string, front: Front): Promise<AccessibilityBus> {
  const connection = await openBusConnection(sessionAddress);
  return {
    applications: () => applicationsOn(connection),
    ...createPlaces(connection, front),
    facesOf: (ref) => facesOf(connection, ref),
    textOf: (ref) => textOf(connection, ref),
    valueOf: (ref) => valueOf(connection, ref),
    rangeOf: (ref) => rangeOf(connection, ref),
    scrollTo: (ref) => scrollTo(connection, ref),
    childrenOf: (ref) => childrenOf(connection, ref),
    wordsBeside: (ref) => wordsBeside(ref, tablesOn(connection)),
    setText: (ref, text) => setText(connection, ref, text),
    textNow: (ref) => textNow(connection, ref),
    insertText: (ref, what) => insertText(connection, ref, what),
    deleteText: (ref, place) => deleteText(connection, ref, place),
    setValue: (ref, value) => setValue(connection, ref, value),
    selectChild: (ref, index) => selectChild(connection, ref, index),
    focus: (ref) => focus(connection, ref),
    focused: () => connection.focused(),
    quietFor: () => connection.quietFor(),
    close: () => connection.close(),
  };
}

async function applicationsOn(connection: BusConnection): Promise<readonly RunningApplication[]> {
  const [children] = await about(connection, { bus: `${prefix}Registry`, path: rootPath }, { face: 'Accessible', member: 'GetChildren' });
  const found = await Promise.all(
    ((children ?? []) as readonly Reference[]).map((child) => applicationAt(connection, child).catch(unlessUnanswered)),
  );
  return found.filter((application) => application !== undefined);
}

async function applicationAt(connection: BusConnection, [bus, path]: Reference): Promise<RunningApplication> {
  const [name, pid] = await Promise.all([property(connection, { bus, path }, 'Accessible', 'Name'), processOf(connection, bus)]);
  return { bus, pid, name: String(name ?? '') };
}
