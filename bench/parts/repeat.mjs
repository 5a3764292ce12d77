// RP40, RP41: what was recorded once is repeated without a model, on applications that were written anew, and on pages that changed.
//   npm run bench -- --only repeat:drift     todos, drift or template alone; repeat:todos-react: of the todo lists those whose names contain that
import { chromium } from 'playwright-core';
import { openBrowser } from '../lib/browser.mjs';
import { driftPage, driftSteps, drifts, judgeDrift } from '../lib/drift-page.mjs';
import { plain } from '../lib/figures.mjs';
import { serveVersions, templateFlows, versions } from '../lib/gentelella-versions.mjs';
import { recordWalk, repeatWalk, ways } from '../lib/repeated-walk.mjs';
import { createJudgedRuns } from '../lib/judged-runs.mjs';
import { withScope } from '../lib/scope.mjs';
import { openScripted } from '../lib/scripted-worker.mjs';
import { serveFound } from '../lib/site.mjs';
import { todoRequest, todoScript } from '../lib/todo-script.mjs';
import { judgeTodos, openVariant, serveVariants, todoSteps, todoVariants, worksOffline } from '../lib/todo-variants.mjs';

const parts = { todos: measureTodos, drift: measureDrift, template: measureTemplate };

/** @returns {Promise<import('../lib/figures.mjs').Figure[]>} */
export async function measureRepeat(say, cases = '') {
  const [only, name = ''] = cases.split('-');
  const figures = [];
  for (const [part, measure] of Object.entries(parts)) if (part.startsWith(only)) figures.push(...(await measure(say, name)));
  return figures;
}

const none = (names = ways) => Object.fromEntries(names.map((name) => [name, { right: 0, halted: 0, wrong: 0 }]));

/** A walk that went through although it should not have, or that did what nobody asked for, is a wrong end, however far it came. */
function endOf({ done }, { state }, mustHalt = false) {
  if (state === 'wrong' || (done && (mustHalt || state !== 'right'))) return 'wrong';
  return done ? 'right' : 'halted';
}

function toldEnd(way, end, { because }, { what }) {
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

const baselines = ways.filter((way) => way !== 'ours');

/**
 * An agent does it once on `vanillajs`; what `compile` makes of its run is then run on each variant as a flow, in a browser of its own: without a model; where
 * that halts, with one that may be asked; and where it does not, at another address too. The baselines repeat the same acts by a simple walk.
 */
function measureTodos(say, only = '') {
  return withScope(async (scope) => {
    const site = await serveVariants(scope);
    const { browser, page } = await openJudged(scope, site.origin);
    await openVariant({ site, browser, page, variant: 'vanillajs' });
    const nodes = await recordWalk(browser, todoSteps);
    const replay = await recordedRun(scope, site, say);
    const counts = none([...baselines, 'flow', 'moved']);
    const healed = { right: 0, rightWithOne: 0, halted: 0, wrong: 0 };
    let working = 0;
    for (const variant of todoVariants().filter((name) => name.includes(only))) {
      await openVariant({ site, browser, page, variant });
      if (!(await worksOffline(page))) {
        say(`${variant}: does not work here`);
        continue;
      }
      working += 1;
      const ends = [];
      for (const way of baselines) {
        await openVariant({ site, browser, page, variant });
        ends.push(counted(counts[way], way, await repeatWalk(browser, nodes, way), await judgeTodos(page)));
      }
      const flow = await replay(variant, 'never');
      ends.push(counted(counts.flow, 'flow', flow, flow.judged));
      if (flow.done) healed[endOf(flow, flow.judged)] += 1;
      const again = flow.done ? undefined : await replay(variant, 'auto');
      if (again) ends.push(counted(healed, `with ${again.calls} calls of a model`, again, again.judged));
      if ((again ?? flow).calls < 2 && endOf(again ?? flow, (again ?? flow).judged) === 'right') healed.rightWithOne += 1;
      const moved = await replay(variant, 'never', site.own(variant));
      ends.push(counted(counts.moved, 'moved', moved, moved.judged));
      say(`${variant}: ${ends.join(', ')}`);
    }
    return [
      plain('TodoMVC: variants that work offline', '', working),
      ...baselines.flatMap((way) => endsOf(way, counts[way])),
      ...endsOf('the flow of a run', counts.flow, { atLeast: 46 }, { atMost: 0 }),
      plain('… right, with one call of a model at most', '', healed.rightWithOne, { atLeast: 50 }),
      ...endsOf('… with as many calls as it asks for', healed, undefined, { atMost: 0 }),
      ...endsOf('the flow at other addresses', counts.moved, undefined, { atMost: 0 }),
    ];
  });
}

/** Resolves with a function that runs the flow on a variant. */
async function recordedRun(scope, site, say) {
  const runs = createJudgedRuns(judgeTodos);
  const { steadyhand, model } = await openScripted(scope, { script: todoScript, around: runs.around });
  site.show('vanillajs');
  const first = await runs.judged(() => steadyhand.startAgent({ request: todoRequest, device: { kind: 'web', url: site.start } }));
  if (first.judged.state !== 'right') throw new Error(`The run on vanillajs ended with ${JSON.stringify(first.judged)}: ${first.because}`);
  const { flow, leftOut } = await steadyhand.compile(first.run.id);
  say(`recorded: ${flow.nodes.length} nodes${leftOut.map((text) => `; left out: ${text}`).join('')}`);
  return async (variant, heal, url = site.start) => {
    site.show(variant);
    const before = model.requests().length;
    const end = await runs.judged(() => steadyhand.startFlow({ flow, heal, device: { kind: 'web', url } }));
    return { ...end, calls: model.requests().length - before };
  };
}

function counted(counts, told, walk, judged) {
  const end = endOf(walk, judged);
  counts[end] += 1;
  return toldEnd(told, end, walk, judged);
}

function endsOf(what, { right, halted, wrong }, rightTarget, wrongTarget) {
  return [plain(`${what}: right`, '', right, rightTarget), plain('… halted', '', halted), plain('… wrong ends', '', wrong, wrongTarget)];
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
      const { width = 1_280, height = 800, ratio = 1 } = screen;
      await session.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: ratio, mobile: false });
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
      return toldEnd(way, end, walk, judged);
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
            ends.push(toldEnd(way, end, walk, { what }));
          }
          say(`${name}, ${from} → ${to}: ${ends.join(', ')}`);
        }
      }
    const all = Object.values(counts.ours).reduce((sum, count) => sum + count, 0);
    return figuresOf('gentelella 1.4, 2.1, 4.2', counts, all);
  });
}

function figuresOf(what, counts, all) {
  return ways.flatMap((way) => endsOf(`${what}, ${way}, of ${all}`, counts[way], undefined, way === 'ours' ? { atMost: 0 } : undefined));
}
