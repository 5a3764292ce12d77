// The accessibility bus of a session, as the device uses it: its applications, their windows, and calls on single objects.
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
  deleteText,
  insertText,
  setText,
  textNow,
  textOf,
} from './accessible-calls.js';
import { tablesOn } from './accessible-tree.js';
import {
  about,
  openBusConnection,
  prefix,
  processOf,
  property,
  rootPath,
  unlessUnanswered,
  UnansweredError,
  type BusConnection,
  type Reference,
} from './bus-connection.js';
import type { Front } from './front-windows.js';
import { createPlaces } from './places.js';
import { wordsBeside } from './table-cells.js';

export interface RunningApplication {
  readonly bus: string;
  readonly pid: number;
  readonly name: string;
}

/** What is asked of single objects, or done with them. All throw `UnansweredError`. */
const ofObjects = {
  facesOf,
  textOf,
  valueOf,
  rangeOf,
  childrenOf,
  setText,
  textNow,
  insertText,
  deleteText,
  setValue,
  selectChild,
  focus,
  scrollTo,
  /** For a cell that can be ticked: the text of its row. */
  wordsBeside: (connection: BusConnection, ref: AccessibleRef) => wordsBeside(ref, tablesOn(connection)),
};

type OfObjects = {
  readonly [Name in keyof typeof ofObjects]: (typeof ofObjects)[Name] extends (
    connection: BusConnection,
    ...rest: infer Rest
  ) => infer Answer
    ? (...rest: Rest) => Answer
    : never;
};

export interface AccessibilityBus extends ReturnType<typeof createPlaces>, OfObjects {
  applications(): Promise<readonly RunningApplication[]>;
  /** What got the focus last, if an application has said so since this connection was opened. */
  focused(): AccessibleRef | undefined;
  /** ms since an application last reported a change. */
  quietFor(): number;
  close(): void;
}

/** Throws `DeviceGoneError` when the session no longer exists. */
export async function openAccessibilityBus(sessionAddress: string, front: Front): Promise<AccessibilityBus> {
  return busOver(await openBusConnection(sessionAddress), front);
}

/** For desktops without accessibility: no application reports any control. */
export function noAccessibility(): AccessibilityBus {
  const unanswered = (): Promise<never> => Promise.reject(new UnansweredError('nobody is asked'));
  const nobody = { call: unanswered, focused: () => undefined, quietFor: () => Number.POSITIVE_INFINITY, close: () => undefined };
  return { ...busOver(nobody, { windows: unanswered, close: () => undefined }), applications: async () => [] };
}

function busOver(connection: BusConnection, front: Front): AccessibilityBus {
  const asks = Object.entries(ofObjects).map(([name, ask]) => [
    name,
    (...rest: readonly unknown[]) => Reflect.apply(ask, undefined, [connection, ...rest]),
  ]);
  return {
    applications: () => applicationsOn(connection),
    ...createPlaces(connection, front),
    ...(Object.fromEntries(asks) as OfObjects),
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
