// What trusting nobody costs (docs/design/hands-and-eyes.md): looks and clicks through the isolated world, against the same functions in the page's own world, through the driver; and the guard's judgement.
import { join } from 'node:path';
import { readLexicon } from '../../dist/adapters/guard-words/read-lexicon.js';
import { createSecrets } from '../../dist/adapters/masking-kit/secrets.js';
import { createWebDriverDevice } from '../../dist/adapters/webdriver/device.js';
import { createDownloads } from '../../dist/adapters/webdriver/entry.js';
import { openPressedState } from '../../dist/adapters/device-kit/pressed-pointer.js';
import { createScriptedSession } from '../../dist/adapters/webdriver/scripted-session.js';
import { createJudgement } from '../../dist/domain/guard/judge.js';
import { openBrowser } from '../lib/browser.mjs';
import { median } from '../../scripts/lib/median.mjs';
import { compared, plain as figure } from '../lib/figures.mjs';
import { pageOf } from '../lib/pages.mjs';
import { rounds, turned } from '../lib/rounds.mjs';
import { withScope } from '../lib/scope.mjs';
import { servePages } from '../lib/site.mjs';

const counts = [50, 500, 3_000];
const looksEachRound = 7;
const clicksEachRound = 7;
const lexicon = readLexicon();

/** @returns {Promise<import('../lib/figures.mjs').Figure[]>} */
export function measureHands(say) {
  return withScope(async (scope) => {
    const site = await servePages(scope, Object.fromEntries(counts.map((count) => [String(count), pageOf(count)])));
    const { device, plain, go } = await openBrowser(scope, site);
    const folder = await scope.folder();
    const before = await createWebDriverDevice({
      session: createScriptedSession(plain),
      origins: [site],
      secrets: createSecrets(() => undefined, join(folder, 'secrets.json')),
      holding: await openPressedState(join(folder, 'pointer.json')),
      downloads: createDownloads(join(folder, 'downloads')),
      uploads: undefined,
      headed: false,
      end: async () => undefined,
    });
    const sides = { isolated: device, scripted: before };
    const names = Object.keys(sides);
    const signal = new AbortController().signal;
    let shown = 0;

    /** The page changes before each look. */
    async function looked(name) {
      await plain.executeScript('document.getElementById("count").value = arguments[0]', [++shown]);
      const started = performance.now();
      await sides[name].look();
      return performance.now() - started;
    }

    async function clicked(name) {
      const { controls } = await sides[name].look();
      const control = controls.find((each) => each.name === 'Add 1');
      const started = performance.now();
      await sides[name].perform({ type: 'click', target: { control }, button: 'left', clickCount: 1 }, signal);
      return performance.now() - started;
    }

    /** Medians of some, in turn. */
    const both = (take, count) => async (round) => {
      const took = Object.fromEntries(names.map((name) => [name, []]));
      for (let turn = 0; turn < count; turn++) for (const name of turned(names, round + turn)) took[name].push(await take(name));
      return Object.fromEntries(names.map((name) => [name, median(took[name])]));
    };

    const figures = [];
    for (const count of counts) {
      await go(`${site}/${count}`);
      say(`${count} elements, looks`);
      const { isolated, scripted } = await rounds({ fewest: 3, most: 6, budgetMs: 20_000 }, say, both(looked, looksEachRound));
      figures.push(
        compared(`a look at ${count} elements : in the page's own world`, 'ms', median(isolated), median(scripted), { atMost: 1.3 }),
      );
    }
    await go(`${site}/500`);
    say('500 elements, clicks');
    const clicks = await rounds({ fewest: 3, most: 6, budgetMs: 20_000 }, say, both(clicked, clicksEachRound));
    const [ours, theirs] = [median(clicks.isolated), median(clicks.scripted)];
    figures.push(
      compared("a click : in the page's own world", 'ms', ours, theirs),
      figure('… of which more than there', 'ms', Math.max(0, ours - theirs), { atMost: 10 }),
      ...judgement((await lookAt(go, device, `${site}/3000`)).controls),
    );
    return figures;
  });
}

async function lookAt(go, device, url) {
  await go(url);
  return device.look();
}

/** Each control clicked, as the guard judges it; reading the screen counts. */
function judgement(controls) {
  const pressed = controls.filter(({ interactive }) => interactive);
  const times = Array.from({ length: 5 }, () => {
    const started = performance.now();
    const judge = createJudgement({ controls, about: ['Shop'] }, lexicon);
    for (const { role, name, path } of pressed)
      judge({ type: 'click', target: { control: { role, name, path } }, button: 'left', clickCount: 1 });
    return (performance.now() - started) / pressed.length;
  });
  return [figure(`the guard's judgement, a control of ${controls.length}`, 'ms', median(times.slice(1)), { atMost: 1 })];
}
