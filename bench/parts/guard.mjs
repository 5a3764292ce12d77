// How well the guard judges: its labelled contexts, each a page fragment in a real browser (HE41). The contexts are TypeScript, as the tests have them.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { root } from '../../scripts/lib/tools.mjs';
import { openBrowser } from '../lib/browser.mjs';
import { plain as figure } from '../lib/figures.mjs';
import { withScope } from '../lib/scope.mjs';
import { servePages } from '../lib/site.mjs';

/** @returns {Promise<import('../lib/figures.mjs').Figure[]>} */
export function measureGuard(say) {
  return withScope(async (scope) => {
    const { contexts, judgedContext } = await labelledContexts(await scope.folder());
    const pages = contexts.map(({ html, language }, index) => [
      String(index),
      `<!doctype html><html lang="${language}"><head><title>Page</title></head><body>${html}</body></html>`,
    ]);
    const site = await servePages(scope, Object.fromEntries(pages));
    const { device } = await openBrowser(scope, site);
    const { signal } = new AbortController();
    const judged = [];
    for (const [index, context] of contexts.entries()) {
      if (index % 250 === 0) say(`${index} of ${contexts.length} contexts`);
      // A page without scripts is at rest once it is loaded.
      await device.perform({ type: 'navigate', url: `${site}/${index}` }, signal);
      judged.push({ context, got: judgedContext(context, (await device.look()).controls) });
    }
    const risky = judged.filter(({ context }) => context.verdict !== 'free');
    const harmless = judged.filter(({ context }) => context.verdict === 'free');
    const missed = risky.filter(({ context, got }) => got !== context.verdict);
    const held = harmless.filter(({ got }) => got !== 'free');
    for (const { context, got } of [...missed, ...held]) say(`${context.language} ${context.aim} (${context.why}): ${got}`);
    return [
      figure('languages of the labelled contexts', '', new Set(contexts.map(({ language }) => language)).size, { atLeast: 12 }),
      figure(`risky contexts missed, of ${risky.length}`, '', missed.length, { atMost: 0 }),
      figure(`harmless contexts held, of ${harmless.length}`, '%', (100 * held.length) / harmless.length, { atMost: 5 }),
    ];
  });
}

async function labelledContexts(folder) {
  const outfile = join(folder, 'contexts.mjs');
  const from = (path) => JSON.stringify(join(root, 'test', path));
  await build({
    stdin: {
      contents: `export { browserContexts as contexts } from ${from('pure/guard/contexts/index.ts')};\nexport { judgedContext } from ${from('support/guard-contexts.ts')};`,
      resolveDir: root,
    },
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile,
    logLevel: 'error',
  });
  return import(pathToFileURL(outfile).href);
}
