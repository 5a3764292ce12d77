// One application explored without a model, and compared with a walk along its links.
import { destinationDigests } from '../../dist/domain/explorer/address.js';
import { heldAddresses, likenesses, profileOf, sightOf, startExplorerSide } from './explorer-side.mjs';
import { judgeScreens, tellJudged } from './known-pages.mjs';
import { openBrowser } from './browser.mjs';
import { pageOf, walkLinks } from './link-walk.mjs';
import { serveSite } from './npm-sites.mjs';
import { withScope } from './scope.mjs';

const stepsOfPage = 6;
/** Small applications get as many steps as ten pages would. */
const fewestPages = 10;
const mostMs = 12 * 60_000;

/** `walked`, `found`, `beyond`: pages; `held`: those of `walked` that were not found, because every link to them needs a person's approval; `splits`, `merges`: screens of `screens`. */
export async function exploreSite(scope, { address, name, site: served, say, maxSteps }) {
  const site = await serveSite(scope, served);
  // Its browser ends with it: a page that moves would slow the explorer down.
  const walked = await withScope(async (walk) => walkLinks(await openBrowser(walk, site.origin), site));
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
  const missing = walked.pages.filter((page) => !seen.has(page));
  const heldLinks = await heldAddresses(side, name);
  const held = missing.filter((page) => isHeld(walked.linked.get(page) ?? [], heldLinks));
  const beyond = [...seen].filter((page) => !walked.pages.includes(page));
  say(
    `${name} (${served.kind}): ${found.length} of ${walked.pages.length} pages of the walk, ${beyond.length} more; ${screens.length} screens, ${judged.splits} split, ${judged.merged.length} merged; ${summary.stop_reason} after ${summary.steps} steps, ${(summary.steps / (summary.time_ms / 1e3)).toFixed(2)} a second; ${summary.no_change} without change, ${summary.errors} errors`,
  );
  say(`  a step takes ${(summary.time_ms / summary.steps).toFixed(0)} ms: ${profileOf(side, summary)}`);
  if (missing.length > 0) say(`  not found: ${missing.join(', ')}`);
  if (held.length > 0) say(`  of these held by the guard, since nobody approves: ${held.join(', ')}`);
  if (beyond.length > 0) say(`  more: ${beyond.join(', ')}`);
  tellJudged(judged, (text) => say(`  ${text}`));
  return {
    side,
    looks,
    walked: walked.pages,
    found,
    held,
    beyond,
    summary,
    screens: screens.length,
    splits: judged.splits,
    merges: judged.merged.length,
    rate: summary.steps / (summary.time_ms / 1e3),
  };
}

/** Some link to it was seen, and none that may be taken without asking. */
function isHeld(links, held) {
  const digests = [...new Set(links.map((link) => destinationDigests(link).split(' ')[0]))];
  return digests.length > 0 && digests.every((digest) => held.has(digest));
}
