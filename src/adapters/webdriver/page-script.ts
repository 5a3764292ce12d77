import { createHash } from 'node:crypto';
import { readBundle } from '../process-kit/built.js';

/** Ours, or that of the page's own scripts. */
type World = 'isolated' | 'main';

export interface PageScript {
  readonly version: string;
  /** Installs `steadyhandPage` in that world of a document, once per version. */
  source(world: World): string;
}

let loaded: PageScript | undefined;

export function loadPageScript(): PageScript {
  if (loaded) return loaded;
  const bundle = readBundle('page-script.js', 'The page script');
  const version = createHash('sha256').update(bundle).digest('hex').slice(0, 12);
  // Only in the page's own world can its requests be seen from inside; elsewhere DevTools tells of them.
  const watch: Readonly<Record<World, string>> = { isolated: '', main: 'steadyhandPage.watchRequests();' };
  // An element of the page may have that name: what is defined on the window wins over it.
  const source = (world: World): string => `(() => { if (globalThis.steadyhandPage?.version === '${version}') return;
${bundle}
${watch[world]}
const { call, answer, found, openClosed, learnHearing, frameSight } = steadyhandPage;
Object.defineProperty(window, 'steadyhandPage', { value: { call, answer, found, openClosed, learnHearing, frameSight, version: '${version}' }, configurable: true, enumerable: false });
})();`;
  loaded = { version, source };
  return loaded;
}
