// What the top document of a tab is: how its address answered, and of a PDF the text and the file. All of it is the browser's own word.

import { setTimeout as sleep } from 'node:timers/promises';
import type { AddressAnswer, ShownDocument } from '../../../domain/ui/shown-document.js';
import { ActionFailedError } from '../../../ports/device.js';
import type { NamedFile } from '../session.js';
import type { DevTools, Reactions } from './connection.js';
import type { FramePlace } from './frames.js';

interface Documents {
  readonly reactions: Reactions;
  shown(): Promise<ShownDocument>;
  /** Answers since the last call that left the page where it was. */
  takeStayed(): readonly AddressAnswer[];
  /** Text of the PDF that is shown. Undefined: its viewer has not got it. @param viewer - session of the viewer's frame */
  pdfText(viewer: string): Promise<string | undefined>;
  /** Its bytes, asked for again with the page's cookies; undefined where asking again is not all that it takes. */
  pdfFile(): Promise<NamedFile | undefined>;
}

interface Request {
  readonly requestId: string;
  readonly loaderId: string;
  readonly frameId: string;
  readonly type: string;
}

interface Tree {
  readonly frameTree: {
    readonly frame: { readonly loaderId: string; readonly url: string; readonly unreachableUrl?: string; readonly mimeType: string };
  };
}

interface Answer extends AddressAnswer {
  readonly method: string;
}

/** Documents whose answer is remembered: those that a person goes back to. */
const mostAnswers = 50;
/** Bytes: a larger file is not fetched a second time. */
const largestFile = 64_000_000;
/** Characters of a PDF's text. */
const longestText = 100_000;
/** ms for a viewer to load its document. */
const viewerLoads = 3_000;

export function createDocuments(devtools: DevTools, { frame, session }: FramePlace): Documents {
  /** By the document's id, which is its request's as well. */
  const answers = new Map<string, Answer>();
  let stayed: readonly AddressAnswer[] = [];
  const isDocument = ({ requestId, loaderId, frameId, type }: Request): boolean =>
    type === 'Document' && requestId === loaderId && frameId === frame;
  const now = async (): Promise<Tree['frameTree']['frame']> =>
    (await devtools.send<Tree>('Page.getFrameTree', {}, session)).frameTree.frame;

  return {
    reactions: {
      'Network.requestWillBeSent': ({
        request,
        ...about
      }: Request & { readonly request: { readonly url: string; readonly method: string } }) => {
        if (!isDocument(about)) return;
        answers.set(about.requestId, { url: request.url, method: request.method });
        for (const oldest of [...answers.keys()].slice(0, -mostAnswers)) answers.delete(oldest);
      },
      'Network.responseReceived': ({
        response,
        ...about
      }: Request & { readonly response: { readonly url: string; readonly status: number } }) => {
        const asked = isDocument(about) ? answers.get(about.requestId) : undefined;
        if (!asked) return;
        const answer = { ...asked, url: response.url, status: response.status };
        answers.set(about.requestId, answer);
        if (response.status === 204 || response.status === 205) stayed = [...stayed.slice(1 - mostAnswers), answer];
      },
      'Network.loadingFailed': ({ requestId, errorText }: { readonly requestId: string; readonly errorText: string }) => {
        const asked = answers.get(requestId);
        if (asked) answers.set(requestId, { ...asked, error: errorText });
      },
    },
    async shown() {
      const { loaderId, url, unreachableUrl, mimeType } = await now();
      const { status, error } = answers.get(loaderId) ?? {};
      return { document: loaderId, url: unreachableUrl ?? url, mimeType, isError: unreachableUrl !== undefined, status, error };
    },
    takeStayed() {
      const taken = stayed;
      stayed = [];
      return taken;
    },
    async pdfText(viewer) {
      for (const deadline = Date.now() + viewerLoads; Date.now() < deadline; await sleep(100)) {
        const asked = { expression: readViewer, awaitPromise: true, returnByValue: true };
        const { result } = await devtools.send<{ readonly result: { readonly value?: string } }>('Runtime.evaluate', asked, viewer);
        if (typeof result.value === 'string') return result.value.slice(0, longestText);
      }
      return undefined;
    },
    async pdfFile() {
      const { loaderId, url } = await now();
      // What a form was sent for is not sent again.
      if (answers.get(loaderId)?.method !== 'GET' || !/^https?:/.test(url)) return undefined;
      const options = { disableCache: false, includeCredentials: true };
      const { resource } = await devtools.send<{ readonly resource: { readonly httpStatusCode?: number; readonly stream?: string } }>(
        'Network.loadNetworkResource',
        { frameId: frame, url, options },
        session,
      );
      if (resource.stream === undefined) return undefined;
      const bytes = await readStream(devtools, session, resource.stream);
      if (resource.httpStatusCode !== 200 || !bytes.subarray(0, 1_024).includes('%PDF-')) return undefined;
      return { name: nameOf(url), bytes };
    },
  };
}

/** The viewer is the browser's own extension; its document's text is what a person selects in it. Not a text: it has not loaded. */
const readViewer = `(async () => {
  const viewer = document.querySelector('pdf-viewer');
  if (viewer?.loadState_ === 'failed') return '';
  if (viewer?.loadState_ !== 'success') return null;
  viewer.pluginController_.selectAll();
  return (await viewer.pluginController_.getSelectedText()).selectedText;
})()`;

async function readStream(devtools: DevTools, session: string, handle: string): Promise<Buffer> {
  const parts: Buffer[] = [];
  try {
    for (let size = 0; ;) {
      const { data, eof, base64Encoded } = await devtools.send<{
        readonly data: string;
        readonly eof: boolean;
        readonly base64Encoded?: boolean;
      }>('IO.read', { handle }, session);
      const part = Buffer.from(data, base64Encoded === true ? 'base64' : 'utf8');
      parts.push(part);
      size += part.length;
      if (size > largestFile) throw new ActionFailedError('action-failed', 'The file is too large to be fetched.');
      if (eof) return Buffer.concat(parts);
    }
  } finally {
    await devtools.send('IO.close', { handle }, session).catch(() => undefined);
  }
}

/** A plain name of a file. */
function nameOf(url: string): string {
  const last = new URL(url).pathname.split('/').at(-1) ?? '';
  const plain =
    last
      .replace(/[^\p{L}\p{N}._-]+/gu, '_')
      .replace(/^\.+/, '')
      .slice(-100) || 'document';
  return /\.pdf$/i.test(plain) ? plain : `${plain}.pdf`;
}
