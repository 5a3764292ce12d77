// Our isolated world in each document of a tab.
import { PageChangedError } from '../errors.js';
import type { DevTools } from './connection.js';
import type { Reactions } from './events.js';
import type { FramePlace } from './frames.js';

export interface Worlds {
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
