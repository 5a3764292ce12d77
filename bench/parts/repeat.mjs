// RP40, RP41: what was recorded once is repeated without a model, on applications that were written anew, and on pages that changed.
//   npm run bench -- --only repeat:drift     todos, drift or template alone; repeat:todos-react: of the todo lists those whose names contain that
import { chromium } from 'playwright-core';
import { openBrowser } from '../lib/browser.mjs';
import { driftPage, driftSteps, drifts, judgeDrift } from '../lib/drift-page.mjs';
import { plain } from '../lib/figures.mjs';
import { serveVersions, templateFlows, versions } from '../lib/gentelella-versions.mjs';
import { recordWalk, repeatWalk, ways } from '../lib/repeated-walk.mjs';
import { withScope } from '../lib/scope.mjs';
import { serveFound } from '../lib/site.mjs';
import { judgeTodos, openVariant, serveVariants, todoSteps, todoVariants, worksOffline } from '../lib/todo-variants.mjs';

const parts = { todos: measureTodos, drift: measureDrift, template: measureTemplate };

/** @returns {Promise<import('../lib/figures.mjs').Figure[]>} */
export async function measureRepeat(say, cases = '') {
  const [only, name = ''] = cases.split('-');
  const figures = [];
  for (const [part, measure] of Object.entries(parts)) if (part.startsWith(only)) figures.push(...(await measure(say, name)));
  return figures;
}

const none = () => Object.fromEntries(ways.map((way) => [way, { right: 0, halted: 0, wrong: 0 }]));

/** A walk that went through although it should not have, or that did what nobody asked for, is a wrong end, however far it came. */
function endOf({ done }, { state }, mustHalt = false) {
  if (state === 'wrong' || (done && (mustHalt || state !== 'right'))) return 'wrong';
  return done ? 'right' : 'halted';
}

function told(way, end, { because }, { what }) {
  return `${way} ${end}${end === 'right' ? '' : ` (${[because, what].filter(Boolean).join('; ')})`}`;
}

/** The browser of the device, and beside it Playwright on the same page, which only judges. */
async function openJudged(scope, origin) {
  const browser = await openBrowser(scope, origin);
  const judge = await chromium.connectOverCDP(`http://${browser.plain.capabilities['goog:chromeOptions'].debuggerAddress}`);
  scope.onEnd(() => judge.close());
  return { browser, page: judge.contexts()[0].pages()[0] };
}

// ── RP40 ──

function measureTodos(say, only = '') {
  return withScope(async (scope) => {
    const site = await serveVariants(scope);
    const { browser, page } = await openJudged(scope, site.origin);
    await openVariant({ site, browser, page, variant: 'vanillajs' });
    const nodes = await recordWalk(browser, todoSteps);
    const counts = none();
    let working = 0;
    let rightWithOne = 0;
    let wrongWithModel = 0;
    const withModel = async (variant) => {
      await openVariant({ site, browser, page, variant });
      const walk = await repeatWalk(browser, nodes, 'ours', true);
      const judged = await judgeTodos(page);
      const end = endOf(walk, judged);
      if (end === 'right' && walk.calls === 1) rightWithOne += 1;
      if (end === 'wrong') wrongWithModel += 1;
      return told(`with ${walk.calls} calls of a model`, end, walk, judged);
    };
    for (const variant of todoVariants().filter((name) => name.includes(only))) {
      await openVariant({ site, browser, page, variant });
      if (!(await worksOffline(page))) {
        say(`${variant}: does not work here`);
        continue;
      }
      working += 1;
      const ends = [];
      for (const way of ways) {
        await openVariant({ site, browser, page, variant });
        const walk = await repeatWalk(browser, nodes, way);
        const judged = await judgeTodos(page);
        const end = endOf(walk, judged);
        counts[way][end] += 1;
        ends.push(told(way, end, walk, judged));
        if (way === 'ours' && end === 'halted') ends.push(await withModel(variant));
        else if (way === 'ours' && end === 'right') rightWithOne += 1;
      }
      say(`${variant}: ${ends.join(', ')}`);
    }
    return [
      plain('TodoMVC: variants that work offline', '', working),
      ...ways.flatMap((way) => [
        plain(`… repeated to the right end: ${way}`, '', counts[way].right, way === 'ours' ? { atLeast: 46 } : undefined),
        plain(`… wrong ends: ${way}`, '', counts[way].wrong, way === 'ours' ? { atMost: 0 } : undefined),
      ]),
      plain('… repeated to the right end: ours, with one call of a model at most', '', rightWithOne, { atLeast: 50 }),
      plain('… wrong ends: ours, with as many as it asks for', '', wrongWithModel, { atMost: 0 }),
    ];
  });
}

// ── RP41 ──

/** Each way has a page of its own, so that nothing of one walk is left for the next. */
function measureDrift(say, only = '') {
  return withScope(async (scope) => {
    let shown = {};
    const origin = await serveFound(scope, (path) => ({ body: driftPage(shown), path: `${path}.html` }));
    const { browser, page } = await openJudged(scope, origin);
    const open = async ({ page: content = {}, path = '/shops/north', screen = {}, locale }) => {
      shown = content;
      await page.goto('about:blank');
      const session = await page.context().newCDPSession(page);
      const { width = 1_280, ratio = 1 } = screen;
      await session.send('Emulation.setDeviceMetricsOverride', { width, height: 800, deviceScaleFactor: ratio, mobile: false });
      if (locale) {
        await session.send('Emulation.setLocaleOverride', { locale });
        await session.send('Emulation.setUserAgentOverride', {
          userAgent: await page.evaluate(() => window.navigator.userAgent),
          acceptLanguage: locale,
        });
      }
      await browser.go(`${origin}${path}`);
      return () => session.detach();
    };
    const close = await open({});
    const nodes = await recordWalk(browser, driftSteps);
    await close();
    const [may, must] = [none(), none()];
    for (const drift of drifts.filter(({ group }) => group.includes(only))) {
      const ends = [];
      for (const way of ways) {
        const end = await withWay(drift, way);
        ends.push(end);
      }
      say(`${drift.group}, ${drift.name}${drift.mustHalt ? ', must halt' : ''}: ${ends.join(', ')}`);
    }
    return figuresOf('one page, drifted', may, drifts.filter(({ mustHalt }) => !mustHalt).length).concat(
      figuresOf('… where it must halt', must, drifts.filter(({ mustHalt }) => mustHalt).length),
    );

    async function withWay(drift, way) {
      const closed = await open(drift);
      const walk = await repeatWalk(browser, nodes, way);
      const judged = await judgeDrift(page);
      await closed();
      const end = endOf(walk, judged, drift.mustHalt);
      (drift.mustHalt ? must : may)[way][end] += 1;
      return told(way, end, walk, judged);
    }
  });
}

function measureTemplate(say) {
  return withScope(async (scope) => {
    const site = await serveVersions(scope, say);
    const { browser, page } = await openJudged(scope, site.origin);
    const session = await page.context().newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.setCacheDisabled', { cacheDisabled: true });
    const counts = none();
    for (const { name, start, steps, judge, right, untouched } of templateFlows)
      for (const from of versions) {
        const open = (version) => {
          site.show(version);
          return browser.go(`${site.origin}${start}`);
        };
        await open(from);
        const nodes = await recordWalk(browser, steps).catch((error) => say(`${name}, recorded on ${from}: ${error.message}`));
        if (!nodes) continue;
        for (const to of versions) {
          const ends = [];
          for (const way of ways) {
            await open(to);
            const walk = await repeatWalk(browser, nodes, way);
            const what = await page.evaluate(judge);
            const isPart = what === untouched || what.split(' ').every((each) => right.split(' ').includes(each));
            const state = what === right ? 'right' : isPart ? 'open' : 'wrong';
            const end = endOf(walk, { state });
            counts[way][end] += 1;
            ends.push(told(way, end, walk, { what }));
          }
          say(`${name}, ${from} → ${to}: ${ends.join(', ')}`);
        }
      }
    const all = Object.values(counts.ours).reduce((sum, count) => sum + count, 0);
    return figuresOf('gentelella 1.4, 2.1, 4.2', counts, all);
  });
}

function figuresOf(what, counts, all) {
  return ways.flatMap((way) => [
    plain(`${what}, ${way}: right, of ${all}`, '', counts[way].right),
    plain(`… halted`, '', counts[way].halted),
    plain(`… wrong ends`, '', counts[way].wrong, way === 'ours' ? { atMost: 0 } : undefined),
  ]);
}
