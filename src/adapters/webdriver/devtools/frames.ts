// The frames of a tab, as the browser tells of them.
import { PageChangedError } from '../errors.js';
import type { FrameFacts } from '../session.js';
import type { DevTools } from './connection.js';

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
