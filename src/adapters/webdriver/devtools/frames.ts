// The frames of a tab, as the browser tells of them.

import { PageChangedError, type FrameFacts } from '../session.js';
import type { DevTools, Reactions } from './connection.js';

/** A frame, and the DevTools session that serves it. */
export interface FramePlace {
  readonly frame: string;
  readonly session: string;
}

interface FrameTree {
  readonly frame: {
    readonly id: string;
    readonly parentId?: string;
    readonly loaderId: string;
    readonly url: string;
    readonly urlFragment?: string;
    readonly securityOrigin: string;
  };
  readonly childFrames?: readonly FrameTree[];
}

export async function hasFrame(devtools: DevTools, { frame, session }: FramePlace): Promise<boolean> {
  return findFrame(await treeOf(devtools, session), frame) !== undefined;
}

export async function factsOf(devtools: DevTools, { frame, session }: FramePlace): Promise<FrameFacts> {
  const found = findFrame(await treeOf(devtools, session), frame);
  if (found === undefined) throw new PageChangedError('The frame is no longer there.');
  const { url, urlFragment = '', loaderId: document } = found.frame;
  return { url: `${url}${urlFragment}`, origin: originOf(found), document };
}

export interface FrameNow extends FrameFacts {
  readonly id: string;
  /** Absent: it is the top frame. */
  readonly parent?: string;
}

/** All frames that the session serves. */
export async function framesIn(devtools: DevTools, session: string): Promise<readonly FrameNow[]> {
  return flat(await treeOf(devtools, session));
}

function flat(tree: FrameTree): readonly FrameNow[] {
  const { id, parentId: parent, loaderId: document, url } = tree.frame;
  return [{ id, parent, document, url, origin: originOf(tree) }, ...(tree.childFrames ?? []).flatMap(flat)];
}

function originOf({ frame: { securityOrigin } }: FrameTree): string | null {
  return /^https?:\/\/./.test(securityOrigin) ? securityOrigin : null;
}

async function treeOf(devtools: DevTools, session: string): Promise<FrameTree> {
  const { frameTree } = await devtools.send<{ readonly frameTree: FrameTree }>('Page.getFrameTree', {}, session);
  return frameTree;
}

function findFrame(tree: FrameTree, id: string): FrameTree | undefined {
  if (tree.frame.id === id) return tree;
  for (const child of tree.childFrames ?? []) {
    const found = findFrame(child, id);
    if (found) return found;
  }
  return undefined;
}

// Our isolated world in each document of a tab.

interface Worlds {
  readonly reactions: Reactions;
  /** Id of the world in the frame's current document. */
  in(place: FramePlace): Promise<string>;
  /** The same, as commands that take a number know it. */
  idIn(place: FramePlace): Promise<number>;
  /** A session has ended. */
  forget(session: string): void;
}

interface World {
  readonly session: string;
  readonly id: number;
  readonly uniqueId: string;
}

interface ContextCreated {
  readonly context: {
    readonly id: number;
    readonly uniqueId: string;
    readonly name: string;
    readonly auxData?: { readonly frameId?: string; readonly isDefault?: boolean };
  };
}

export function createWorlds(devtools: DevTools, worldName: string): Worlds {
  /** By the frame's id. */
  const worlds = new Map<string, World>();
  const drop = (isGone: (world: World) => boolean): void => {
    for (const [frame, world] of worlds) if (isGone(world)) worlds.delete(frame);
  };
  const worldIn = async ({ frame, session }: FramePlace): Promise<World> => {
    const known = worlds.get(frame);
    if (known?.session === session) return known;
    const { executionContextId } = await devtools.send<{ readonly executionContextId: number }>(
      'Page.createIsolatedWorld',
      { frameId: frame, worldName },
      session,
    );
    const made = worlds.get(frame);
    if (made?.id !== executionContextId) throw new PageChangedError('The frame is being replaced.');
    return made;
  };
  return {
    reactions: {
      'Runtime.executionContextCreated': ({ context: { id, uniqueId, name, auxData } }: ContextCreated, session) => {
        if (name !== worldName || auxData?.isDefault !== false || auxData.frameId === undefined) return;
        worlds.set(auxData.frameId, { session, id, uniqueId });
      },
      'Runtime.executionContextDestroyed': ({ executionContextUniqueId: gone }: { readonly executionContextUniqueId: string }) =>
        drop(({ uniqueId }) => uniqueId === gone),
      'Runtime.executionContextsCleared': (_params, session) => drop((world) => world.session === session),
    },
    in: async (place) => (await worldIn(place)).uniqueId,
    idIn: async (place) => (await worldIn(place)).id,
    forget: (session) => drop((world) => world.session === session),
  };
}
