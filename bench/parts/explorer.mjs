// The cost of one loop of the explorer against a bare loop with the same activities, of recognising screens, and of the map.
import { join } from 'node:path';
import { readLexicon } from '../../dist/adapters/guard-words/read-lexicon.js';
import { openDatabase } from '../../dist/adapters/postgres/database.js';
import { createPostgresScreenGraph } from '../../dist/adapters/postgres/screen-store.js';
import { enumerateActions } from '../../dist/domain/explorer/enumerate-actions.js';
import { signatureOf } from '../../dist/domain/explorer/signature.js';
import { defaultGuardRules } from '../../dist/domain/guard/guard.js';
import { connect } from '../lib/agent-side.mjs';
import { startExplorerSide } from '../lib/explorer-side.mjs';
import { median } from '../../scripts/lib/median.mjs';
import { compared, plain } from '../lib/figures.mjs';
import { runLoop, startLoopSide } from '../lib/loop-side.mjs';
import { rounds, turned } from '../lib/rounds.mjs';
import { withScope } from '../lib/scope.mjs';

/** Loops of the shorter and of the longer run: the difference gives the cost of one more. */
const [few, many] = [20, 80];
const elements = 3_000;
const looks = 20;
const actionsOfScreen = 60;
const lastOnes = 60;

/** @returns {Promise<import('../lib/figures.mjs').Figure[]>} */
export function measureExplorer(say) {
  return withScope(async (scope) => [...measureSignature(say), ...(await measureStore(scope, say)), ...(await measureLoops(scope, say))]);
}

// ── A loop ──

/** A row of screens, each with a link to the next one; their contents differ in kind, so that each is a screen of its own. */
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
    events.set(steps, await side.events(workflowId));
    return milliseconds;
  };
  const sides = { explorer: explore, loop: (steps) => runLoop(client, steps, ['lease', 'fsync']) };
  const measurements = Object.entries(sides).flatMap(([name, run]) => [few, many].map((steps) => [`${name} ${steps}`, () => run(steps)]));
  const times = await rounds({ fewest: 3, most: 7, budgetMs: 120_000 }, say, async (round) => {
    const took = {};
    for (const [name, run] of turned(measurements, round)) {
      const before = process.cpuUsage();
      took[name] = await run();
      const { user, system } = process.cpuUsage(before);
      took[`${name} busy`] = (user + system) / 1e3;
    }
    return took;
  });
  const more = (name, what = '') =>
    median(times[`${name} ${many}${what}`].map((longer, round) => (longer - times[`${name} ${few}${what}`][round]) / (many - few)));
  const added = [...new Set(events.get(many).map(typeOf))].map((type) => {
    const [short, long] = [few, many].map((steps) => events.get(steps).filter((event) => typeOf(event) === type).length);
    return { type, count: (long - short) / (many - few) };
  });
  say(
    `events for one more loop: ${added
      .filter(({ count }) => count > 0)
      .map(({ type, count }) => `${count.toFixed(2)} ${type}`)
      .join(', ')}`,
  );
  return [
    compared(
      `one more loop, of ${few} to ${many} : loop of two activities with lease call and two fsyncs`,
      'ms',
      more('explorer'),
      more('loop'),
      {
        atMost: 1.4,
      },
    ),
    compared('… processor time of the process with worker and client', 'ms', more('explorer', ' busy'), more('loop', ' busy')),
    compared(`… a whole run of ${many} loops : such a loop`, 'ms', median(times[`explorer ${many}`]), median(times[`loop ${many}`])),
    plain(
      'events of history for one more loop',
      'events',
      added.reduce((sum, { count }) => sum + count, 0),
    ),
  ];
}

function typeOf(event) {
  return Object.keys(event)
    .find((key) => key.endsWith('EventAttributes') && event[key])
    .replace('EventAttributes', '');
}

// ── Recognising a screen ──

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
  const lexicon = readLexicon();
  const times = Array.from({ length: 3 + looks }, () => {
    const from = performance.now();
    const { structure } = signatureOf({
      app: 'bench',
      title: 'Articles',
      headings: ['Articles'],
      url: 'https://shop.example/articles',
      controls,
    });
    const actions = enumerateActions({
      controls,
      guard: { origins: [], apps: [], rules: defaultGuardRules, off: false },
      lexicon,
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
  const upserts = await times(300);
  const frontier = await times(5_000);
  return [
    plain('storing one loop: a known screen of sixty actions, on a map of 300', 'ms', median(upserts.stored), { atMost: 10 }),
    plain('… a new screen', 'ms', median(upserts.fresh), { atMost: 10 }),
    plain('where to go next, on a map of 300 screens', 'ms', median(upserts.ranked)),
    plain('where to go next, on a map of 5,000 screens', 'ms', median(frontier.ranked), { atMost: 50 }),
    plain('… with a goal', 'ms', median(frontier.sought)),
    plain('… a new screen there', 'ms', median(frontier.fresh.slice(-lastOnes))),
  ];

  async function times(screens) {
    const graph = createPostgresScreenGraph(await openDatabase({ folder: join(await scope.folder(), 'graph') }));
    const took = { fresh: [], stored: [], ranked: [], sought: [] };
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
      const place = { screen: to.key, present: to.actions.map(({ key }) => key), appeared: [] };
      const query = { app: 'bench', run: 'second', policy: 'breadth', goal: '', draw: 0, allowUnsafe: false };
      const begun = performance.now();
      const { open } = await graph.rank(query, place);
      took.ranked.push(performance.now() - begun);
      if (open < screens / 2) throw new Error(`Only ${open} of ${screens} screens can be reached.`);
      if (loop % 10 !== 0) continue;
      const asked = performance.now();
      await graph.rank({ ...query, policy: 'targeted', goal: `${wordOf(loop)} of somebody` }, place);
      took.sought.push(performance.now() - asked);
    }
    say(
      `${screens} screens: new ${median(took.fresh).toFixed(1)}, known ${median(took.stored).toFixed(1)}, ranked ${median(took.ranked).toFixed(1)}, with a goal ${median(took.sought).toFixed(1)} ms`,
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

/** So that a goal matches some screens, not all. */
const wordOf = (index) => `own${nameOf(index % 500)}`;

function screenOf(index) {
  const own = Array.from({ length: actionsOfScreen - menu.length - moves.length }, (_, each) =>
    actionOf('tap', `${wordOf(index)} ${index} ${each}`),
  );
  return {
    key: hex(`screen ${index}`).padStart(32, '0'),
    variant: hex(`variant ${index}`),
    title: `Screen ${index}`,
    headings: [`Heading ${index}`],
    address: `/screens/${wordOf(index)}`,
    screenshot: `sha256:${'0'.repeat(64)}`,
    place: `place ${index}`,
    structure: Array.from({ length: 30 }, (_, token) => hex(`${index} ${token}`)),
    actions: [...menu, ...own, ...moves],
  };
}
