// The frames of a tab, as the browser tells of them.

import { PageChangedError, type FrameFacts } from '../session.js';
import type { DevTools, Reactions } from './connection.js';

/** A frame, and the DevTools session that serves it. */
export interface FramePlace {
  readonly frame: string;
  readonly session: string;
}

/** As events and the tree of frames tell of one. */
export interface TreeFrame {
  readonly id: string;
  readonly parentId?: string;
  readonly loaderId: string;
  readonly url: string;
  readonly urlFragment?: string;
  readonly securityOrigin: string;
}

interface FrameTree {
  readonly frame: TreeFrame;
  readonly childFrames?: readonly FrameTree[];
}

export interface FrameNow extends FrameFacts {
  readonly id: string;
  /** Absent: it is the top frame. */
  readonly parent?: string;
}

/** All frames that the session serves. */
export async function framesIn(devtools: DevTools, session: string): Promise<readonly FrameNow[]> {
  const { frameTree } = await devtools.send<{ readonly frameTree: FrameTree }>('Page.getFrameTree', {}, session);
  return flat(frameTree);
}

export async function factsOf(devtools: DevTools, { frame, session }: FramePlace): Promise<FrameFacts> {
  const found = (await framesIn(devtools, session)).find(({ id }) => id === frame);
  if (found === undefined) throw new PageChangedError('The frame is no longer there.');
  return found;
}

function flat({ frame, childFrames = [] }: FrameTree): readonly FrameNow[] {
  const { id, parentId: parent, loaderId: document, url, urlFragment = '' } = frame;
  return [{ id, parent, document, url: `${url}${urlFragment}`, origin: originOf(frame) }, ...childFrames.flatMap(flat)];
}

/** `null`: opaque. */
export function originOf({ securityOrigin }: Pick<TreeFrame, 'securityOrigin'>): string | null {
  return /^https?:\/\/./.test(securityOrigin) ? securityOrigin : null;
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
