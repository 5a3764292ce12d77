// What a loop of the explorer costs beside a bare loop of as many activities, what it pays for knowing screens, and what its map costs.
import { join } from 'node:path';
import { openDatabase } from '../../dist/adapters/postgres/database.js';
import { createPostgresScreenGraph } from '../../dist/adapters/postgres/screen-graph.js';
import { enumerateActions } from '../../dist/domain/explorer/actions.js';
import { signatureOf } from '../../dist/domain/explorer/signature.js';
import { defaultGuardRules } from '../../dist/domain/guard/default-rules.js';
import { connect } from '../lib/agent-side.mjs';
import { startExplorerSide } from '../lib/explorer-side.mjs';
import { compared, median, plain } from '../lib/figures.mjs';
import { runLoop, startLoopSide } from '../lib/loop-side.mjs';
import { rounds, turned } from '../lib/rounds.mjs';
import { withScope } from '../lib/scope.mjs';

/** Loops of the shorter and of the longer run: what one more costs is the difference. */
const [few, many] = [20, 80];
const elements = 3_000;
const looks = 20;
const actionsOfScreen = 60;

/** @returns {Promise<import('../lib/figures.mjs').Figure[]>} */
export function measureExplorer(say) {
  return withScope(async (scope) => [...measureSignature(say), ...(await measureStore(scope, say)), ...(await measureLoops(scope, say))]);
}

// ── A loop ──

/** A row of screens, each with a link to the next one; what is read on them differs in kind, so that each is one of its own. */
const kinds = ['heading', 'text', 'cell', 'img', 'listitem', 'row', 'term'];
const screens = many + 10;
const nameOf = (index) => [...index.toString(2)].map((bit) => 'ab'[bit]).join('');
const row = {
  start: 's0',
  screens: Object.fromEntries(
    Array.from({ length: screens }, (_, index) => [
      `s${index}`,
      {
        title: `Screen ${nameOf(index)}`,
        controls: [
          ...kinds.filter((_kind, bit) => (index >> bit) % 2 === 1).map((role) => ({ role, name: role })),
          ...(index + 1 < screens ? [{ role: 'link', name: `On to ${nameOf(index + 1)}`, on: { goto: `s${index + 1}` } }] : []),
        ],
      },
    ]),
  ),
};

async function measureLoops(scope, say) {
  const { address } = await scope.temporal();
  const side = await startExplorerSide(scope, { address, kind: 'memory' });
  const loop = await startLoopSide({ address, folder: await scope.folder() });
  scope.onEnd(() => loop.stop());
  const client = await connect(address);
  scope.onEnd(() => client.connection.close());
  const events = new Map();
  const explore = async (steps) => {
    const { milliseconds, summary, workflowId } = await side.explore({
      budget: { maxSteps: steps },
      device: { kind: 'memory', capabilities: { script: row } },
    });
    if (summary.steps !== steps || summary.screens !== steps + 1) throw new Error(`${summary.steps} steps, ${summary.screens} screens.`);
    events.set(steps, (await side.events(workflowId)).length);
    return milliseconds;
  };
  const sides = { explorer: explore, loop: (steps) => runLoop(client, steps, ['lease', 'fsync']) };
  const measurements = Object.entries(sides).flatMap(([name, run]) => [few, many].map((steps) => [`${name} ${steps}`, () => run(steps)]));
  const times = await rounds({ fewest: 3, most: 7, budgetMs: 120_000 }, say, async (round) => {
    const took = {};
    for (const [name, run] of turned(measurements, round)) took[name] = await run();
    return took;
  });
  const more = (name) => median(times[`${name} ${many}`].map((longer, round) => (longer - times[`${name} ${few}`][round]) / (many - few)));
  return [
    compared(
      `a loop more, of ${few} to ${many} : loop of two activities with lease call and two fsyncs`,
      'ms',
      more('explorer'),
      more('loop'),
      {
        atMost: 1.4,
      },
    ),
    plain('events of history for a loop more', 'events', (events.get(many) - events.get(few)) / (many - few)),
  ];
}

// ── Knowing a screen ──

function measureSignature(say) {
  const controls = Array.from({ length: elements }, (_, index) => ({
    role: ['text', 'link', 'button', 'textbox', 'cell'][index % 5],
    name: `Article ${index} of ${index % 17}`,
    path: `main/div[${index % 40}]/ul/li[${index}]/span`,
    bounds: { x: (index * 13) % 1_200, y: index * 8, width: 80, height: 20 },
    visible: true,
    enabled: true,
    interactive: index % 5 !== 0 && index % 5 !== 4,
  }));
  const times = Array.from({ length: 3 + looks }, () => {
    const from = performance.now();
    const { structure } = signatureOf({ app: 'bench', title: 'Articles', url: 'https://shop.example/articles', controls });
    const actions = enumerateActions({
      controls,
      guard: { origins: [], apps: [], rules: defaultGuardRules, off: false },
      touch: false,
      scrolls: false,
      hasHome: true,
    });
    if (structure.length === 0 || actions.length === 0) throw new Error('Nothing was seen.');
    return performance.now() - from;
  }).slice(3);
  say(`${looks} looks at ${elements} controls: ${Math.min(...times).toFixed(1)} to ${Math.max(...times).toFixed(1)} ms`);
  return [plain(`signature and actions of ${elements} elements`, 'ms', median(times), { atMost: 20 })];
}

// ── The map ──

async function measureStore(scope, say) {
  const upserts = await times(300, { keep: true });
  const frontier = await times(5_000, { keep: false });
  return [
    plain('what a loop stores: a known screen of sixty actions, on a map of 300', 'ms', median(upserts.stored), { atMost: 10 }),
    plain('… a new screen', 'ms', median(upserts.fresh), { atMost: 10 }),
    plain('where to go next, on a map of 300 screens', 'ms', median(upserts.ranked)),
    plain('where to go next, on a map of 5,000 screens', 'ms', median(frontier.ranked), { atMost: 50 }),
  ];

  async function times(screens) {
    const graph = createPostgresScreenGraph(await openDatabase({ folder: join(await scope.folder(), 'graph') }));
    const took = { fresh: [], stored: [], ranked: [] };
    let from;
    const step = async (list, run, loop, index) => {
      const to = screenOf(index);
      const begun = performance.now();
      await graph.persist({
        app: 'bench',
        run,
        loop,
        unknown: false,
        givenUp: [],
        ...(from ? { from, action: menu[loop % menu.length].key } : {}),
        to,
      });
      list.push(performance.now() - begun);
      from = { key: to.key, variant: to.variant };
    };
    for (let index = 0; index < screens; index += 1) await step(took.fresh, 'first', index, index);
    for (let loop = 0; loop < 60; loop += 1) {
      await step(took.stored, 'second', loop, (loop * 37) % screens);
      const to = screenOf((loop * 37) % screens);
      const begun = performance.now();
      const { open } = await graph.rank(
        { app: 'bench', policy: 'breadth', goal: '', draw: 0, allowUnsafe: false },
        { screen: to.key, present: to.actions.map(({ key }) => key), appeared: [] },
      );
      took.ranked.push(performance.now() - begun);
      if (open < screens / 2) throw new Error(`Only ${open} of ${screens} screens can be reached.`);
    }
    say(
      `${screens} screens: new ${median(took.fresh).toFixed(1)}, known ${median(took.stored).toFixed(1)}, ranked ${median(took.ranked).toFixed(1)} ms`,
    );
    await graph.close();
    return took;
  }
}

const hex = (text) =>
  [...text]
    .reduce((hash, letter) => (Math.imul(hash, 31) + letter.charCodeAt(0)) >>> 0, 7)
    .toString(16)
    .padStart(12, 'a');
const actionOf = (verb, label) => ({ key: hex(`${verb} ${label}`), verb, label, safety: 1, fleeting: false });
const menu = Array.from({ length: 40 }, (_, index) => actionOf('tap', `menu ${index}`));
const moves = ['back', 'home', 'wait'].map((verb) => actionOf(verb, ''));

function screenOf(index) {
  const own = Array.from({ length: actionsOfScreen - menu.length - moves.length }, (_, each) => actionOf('tap', `own ${index} ${each}`));
  return {
    key: hex(`screen ${index}`).padStart(32, '0'),
    variant: hex(`variant ${index}`),
    title: `Screen ${index}`,
    screenshot: `sha256:${'0'.repeat(64)}`,
    place: `place ${index}`,
    structure: Array.from({ length: 30 }, (_, token) => hex(`${index} ${token}`)),
    actions: [...menu, ...own, ...moves],
  };
}
