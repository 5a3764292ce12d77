import { createHash } from 'node:crypto';
import { readBundle } from '../built.js';

export interface PageScript {
  readonly version: string;
  /** Installs `window.steadyhandPage`, once per document and version. */
  readonly source: string;
}

let loaded: PageScript | undefined;

export function loadPageScript(): PageScript {
  if (loaded) return loaded;
  const bundle = readBundle('page-script.js', 'The page script');
  const version = createHash('sha256').update(bundle).digest('hex').slice(0, 12);
  const source = `(() => { if (window.steadyhandPage?.version === '${version}') return;
${bundle}
Object.defineProperty(window, 'steadyhandPage', { value: { call: steadyhandPage.call, version: '${version}' }, configurable: true, enumerable: false });
})();`;
  loaded = { version, source };
  return loaded;
}
