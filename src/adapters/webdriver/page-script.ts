import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export interface PageScript {
  readonly version: string;
  /** Installs `window.steadyhandPage`, once per document and version. */
  readonly source: string;
}

let loaded: PageScript | undefined;

/** dist/page-script.js, relative to dist/adapters/webdriver and to src/adapters/webdriver. Built by `npm run build`. */
export function loadPageScript(): PageScript {
  if (loaded) return loaded;
  const places = ['../../page-script.js', '../../../dist/page-script.js'].map((place) => fileURLToPath(new URL(place, import.meta.url)));
  const place = places.find((candidate) => existsSync(candidate));
  if (place === undefined) throw new Error(`The page script is not built: neither ${places.join(' nor ')} is there. Run npm run build.`);
  const bundle = readFileSync(place, 'utf8');
  const version = createHash('sha256').update(bundle).digest('hex').slice(0, 12);
  const source = `(() => { if (window.steadyhandPage?.version === '${version}') return;
${bundle}
Object.defineProperty(window, 'steadyhandPage', { value: { call: steadyhandPage.call, version: '${version}' }, configurable: true, enumerable: false });
})();`;
  loaded = { version, source };
  return loaded;
}
