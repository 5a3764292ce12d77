// What an X server tells of single windows. Of one that is gone it tells nothing: no numbers, no text, no bounds.
import type { Bounds, Point } from '../../domain/ui/geometry.js';
import { padded, type XServer } from './x-server.js';

const [getAttributes, getGeometry, queryTree, internAtom, getProperty, translate] = [3, 14, 15, 16, 20, 40];
const anyType = 0;
/** Bytes that are read of a property, over four. */
const longest = 64;
const viewable = 2;

const predefined = { WM_NAME: 39, WM_TRANSIENT_FOR: 68 };
const interned = [
  'WM_STATE',
  '_NET_WM_PID',
  '_NET_WM_NAME',
  '_NET_WM_STATE',
  '_NET_WM_STATE_MODAL',
  '_NET_WM_WINDOW_TYPE',
  '_NET_WM_WINDOW_TYPE_MENU',
  '_NET_WM_WINDOW_TYPE_POPUP_MENU',
  '_NET_WM_WINDOW_TYPE_DROPDOWN_MENU',
  '_NET_WM_WINDOW_TYPE_COMBO',
  '_NET_FRAME_EXTENTS',
  '_NET_CLIENT_LIST',
  '_GTK_FRAME_EXTENTS',
] as const;
type Name = (typeof interned)[number] | keyof typeof predefined;

export type XWindows = Awaited<ReturnType<typeof createXWindows>>;

export async function createXWindows(server: XServer) {
  const found = await Promise.all(interned.map(async (name) => [name, await atomOf(server, name)] as const));
  const atoms = { ...predefined, ...Object.fromEntries(found) } as Readonly<Record<Name, number>>;
  /** As long as its items have that many bits. */
  const property = async (window: number, name: Name, bits: number) => {
    const reply = await server.ask({ opcode: getProperty, body: words(window, atoms[name], anyType, 0, longest) });
    return reply?.[1] === bits ? { reply, count: reply.readUInt32LE(16) } : undefined;
  };
  return {
    root: server.root,
    atoms,
    async numbers(window: number, name: Name): Promise<readonly number[]> {
      const told = await property(window, name, 32);
      return told ? numbersFrom(told.reply, told.count) : [];
    },
    async text(window: number, name: Name): Promise<string> {
      const told = await property(window, name, 8);
      return told ? told.reply.subarray(32, 32 + told.count).toString() : '';
    },
    async childrenOf(window: number): Promise<readonly number[]> {
      const reply = await server.ask({ opcode: queryTree, body: words(window) });
      return reply ? numbersFrom(reply, reply.readUInt16LE(16)) : [];
    },
    /** The uppermost of its children at that point of the display, by their shapes; 0: none. */
    async childAt(window: number, { x, y }: Point): Promise<number> {
      const place = Buffer.alloc(4);
      place.writeInt16LE(Math.round(x), 0);
      place.writeInt16LE(Math.round(y), 2);
      const reply = await server.ask({ opcode: translate, body: Buffer.concat([words(server.root, window), place]) });
      return reply?.readUInt32LE(8) ?? 0;
    },
    /** Of what is in its frame, on the screen. */
    async boundsOf(window: number): Promise<Bounds | undefined> {
      const [geometry, origin] = await Promise.all([
        server.ask({ opcode: getGeometry, body: words(window) }),
        server.ask({ opcode: translate, body: words(window, server.root, 0) }),
      ]);
      if (!geometry || !origin) return undefined;
      return { x: origin.readInt16LE(12), y: origin.readInt16LE(14), width: geometry.readUInt16LE(16), height: geometry.readUInt16LE(18) };
    },
    /** The window manager has nothing to do with it, and it is open. */
    async isOpenPopup(window: number): Promise<boolean> {
      const attributes = await server.ask({ opcode: getAttributes, body: words(window) });
      return attributes?.[26] === viewable && attributes[27] === 1;
    },
    /** Whether the same connection made both. */
    areKin: (one: number, other: number): boolean => ((one ^ other) & server.clientMask) === 0,
  };
}

async function atomOf(server: XServer, name: string): Promise<number> {
  const length = Buffer.alloc(4);
  length.writeUInt16LE(name.length);
  const reply = await server.ask({ opcode: internAtom, body: Buffer.concat([length, padded(Buffer.from(name))]) });
  return reply?.readUInt32LE(8) ?? 0;
}

function numbersFrom(reply: Buffer, count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => reply.readUInt32LE(32 + 4 * index));
}

function words(...numbers: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * numbers.length);
  numbers.forEach((number, index) => bytes.writeUInt32LE(number, 4 * index));
  return bytes;
}
