// One application explored without a model, and compared with a walk along its links.
import { likenesses, sightOf, startExplorerSide } from './explorer-side.mjs';
import { judgeScreens, tellJudged } from './known-pages.mjs';
import { openBrowser } from './browser.mjs';
import { pageOf, walkLinks } from './link-walk.mjs';
import { serveSite } from './npm-sites.mjs';

const stepsOfPage = 6;
/** Small applications get as many steps as ten pages would. */
const fewestPages = 10;
const mostMs = 12 * 60_000;

/** `walked`, `found`, `beyond`: pages; `splits`, `merges`: screens of `screens`. */
export async function exploreSite(scope, { address, name, site: served, say, maxSteps }) {
  const site = await serveSite(scope, served);
  const walked = await withBrowser(site, (browser) => walkLinks(browser, site));
  const steps = maxSteps ?? stepsOfPage * Math.max(fewestPages, walked.pages.length);
  const looks = [];
  const side = await startExplorerSide(scope, {
    address,
    kind: 'web',
    saw: (look) => looks.push({ path: pageOf(look.application.url ?? '', site), ...sightOf(name, look) }),
  });
  const { summary } = await side.explore({
    appId: name,
    budget: { maxSteps: steps, maxTimeMs: mostMs },
    device: { kind: 'web', url: site.start },
  });
  const { screens } = await side.graph(name);
  await side.stop();
  const alike = await likenesses(side, name);
  const judged = judgeScreens({ screens, alike }, looks);
  const seen = new Set(looks.filter(({ title, path }) => path !== '' && title !== 'Not found').map(({ path }) => path));
  const found = walked.pages.filter((page) => seen.has(page));
  const beyond = [...seen].filter((page) => !walked.pages.includes(page));
  say(
    `${name} (${served.kind}): ${found.length} of ${walked.pages.length} pages of the walk, ${beyond.length} more; ${screens.length} screens, ${judged.splits} split, ${judged.merged.length} merged; ${summary.stop_reason} after ${summary.steps} steps, ${(summary.steps / (summary.time_ms / 1e3)).toFixed(2)} a second; ${summary.no_change} without change, ${summary.errors} errors`,
  );
  const missing = walked.pages.filter((page) => !seen.has(page));
  if (missing.length > 0) say(`  not found: ${missing.join(', ')}`);
  if (beyond.length > 0) say(`  more: ${beyond.join(', ')}`);
  tellJudged(judged, (text) => say(`  ${text}`));
  return {
    side,
    looks,
    walked: walked.pages,
    found,
    beyond,
    summary,
    screens: screens.length,
    splits: judged.splits,
    merges: judged.merged.length,
    rate: summary.steps / (summary.time_ms / 1e3),
  };

  async function withBrowser({ origin }, work) {
    return work(await openBrowser(scope, origin));
  }
}
