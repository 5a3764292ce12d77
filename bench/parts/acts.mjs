// Random acts on the pages of component libraries, through the activity of every engine (performAndLook): whether what it says of each is true, judged by
// the page itself (bench/lib/web-parts/page-digest.mjs): what changes there between two acts is noise. `--only acts:1234` repeats those of a seed.
import { createMemoryArtifactStore } from '../../dist/adapters/memory/artifact-store.js';
import { createSharpImages } from '../../dist/adapters/sharp/sharp-images.js';
import { performAndLook } from '../../dist/activities/device/perform-and-look.js';
import { observeDevice } from '../../dist/activities/device/observe-device.js';
import { grouped } from '../../dist/domain/collections.js';
import { defaultControlRoles } from '../../dist/domain/run/settings.js';
import { effectText } from '../../dist/domain/ui/change.js';
import { isToggle } from '../../dist/domain/ui/control.js';
import { bootNow } from '../../dist/host/boot-clock.js';
import { dispatch } from '../../dist/host/dispatch.js';
import { createRandom, hash, shuffled } from '../../scripts/torture/schedule.mjs';
import { openBrowser } from '../lib/browser.mjs';
import { plain as figure } from '../lib/figures.mjs';
import { withScope } from '../lib/scope.mjs';
import { webParts } from '../lib/web-parts/index.mjs';
import { boxOf, changedState, changedTiles, digestOf, heldAt, widened } from '../lib/web-parts/page-digest.mjs';
import { serveParts } from '../lib/web-parts/serve.mjs';
import { writeActs } from '../lib/web-parts/table.mjs';

const acts = 500;
/** Pages that one browser sees, one after the other, and browsers at a time. */
const [pagesEach, lanes] = [10, 4];
const limitMs = 20_000;
const quietMs = 700;
const options = { controlRoles: defaultControlRoles };

/** @returns {Promise<import('../lib/figures.mjs').Figure[]>} */
export async function measureActs(say, given = '') {
  const seed = given === '' ? Date.now() % 1_000_000 : Number(given);
  say(`seed ${seed}`);
  const pages = shuffled(webParts, createRandom(seed)).map((part, at, { length }) => ({
    part,
    count: Math.floor((acts * (at + 1)) / length) - Math.floor((acts * at) / length),
    random: createRandom(hash(seed, at)),
  }));
  const told = [];
  const lane = async () => {
    for (let some = pages.splice(0, pagesEach); some.length > 0; some = pages.splice(0, pagesEach))
      told.push(...(await actedOn(some, say)));
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  const count = (kind) => told.filter((each) => each.verdict === kind).length;
  const sums = {
    acts: told.length,
    done: told.filter(({ status }) => status === 'done').length,
    untrue: count('untrue'),
    falselyDone: count('false done'),
    seed,
  };
  const refused = [...grouped(told, ({ code }) => code)].flatMap(([code, of]) => (code ? `${code} ${of.length}` : []));
  say(`refused: ${refused.join(', ')}`);
  await writeActs(sums);
  return [
    figure('random acts', 'acts', sums.acts),
    figure('… done', 'acts', sums.done),
    figure('… done, told by the picture alone', 'acts', told.filter(({ said }) => said?.startsWith('only the picture')).length),
    figure('… done, that nothing visible changed', 'acts', told.filter(isNothing).length),
    figure('… which is not true', 'acts', sums.untrue, { atMost: 0 }),
    figure('… though the server was asked for something', 'acts', told.filter((each) => isNothing(each) && each.sent > 0).length),
    figure('… done with a value, which the page was asked for', 'acts', told.filter(({ isCompared }) => isCompared).length),
    figure('… of which the field has another value', 'acts', sums.falselyDone, { atMost: 0 }),
  ];
}

const isNothing = ({ said }) => said?.startsWith('nothing visible');

/** In one browser, until it is in no state for the next page. */
async function actedOn(pages, say) {
  const told = [];
  while (pages.length > 0)
    await withScope(async (scope) => {
      const served = await serveParts(
        scope,
        pages.map(({ part }) => part),
      );
      const browser = await openBrowser(scope, served.site, { also: [served.site.replace('127.0.0.1', 'localhost')] });
      const taken = Array.from(pages);
      for (const page of taken) {
        pages.shift();
        await actsOn(browser, served, page, (act) => {
          told.push(act);
          const { verdict, shows, kind, target, said } = act;
          if (verdict) say(`${verdict}: ${page.part.name}: ${kind} ${target}: said "${said}", the page: ${shows}`);
        }).catch((error) => say(`${page.part.name}: ${error.message.split('\n')[0]}`));
        if ((await browser.plain.getWindowHandles().catch(() => [])).length !== 1 || (await digestOf(browser.plain)) === undefined) return;
      }
    });
  return told;
}

async function actsOn(browser, served, { part, count, random }, tell) {
  await browser.go(served.urlOf(part));
  const hand = handOf(browser);
  await hand.observe();
  const noise = new Set();
  const restless = { texts: false, holds: new Set() };
  const quiet = (one, other) => {
    if (!one || !other) return;
    for (const at of widened(changedTiles(one, other), one)) noise.add(at);
    restless.texts ||= one.texts !== other.texts;
    for (const held of changedState(one, other)) restless.holds.add(held.split(': ')[0]);
  };
  let last = await digestOf(browser.plain);
  await new Promise((resolve) => setTimeout(resolve, quietMs));
  for (let index = 0; index < count; index += 1) {
    const drawn = drawAct(hand.held.screen.controls, random);
    if (!drawn) return;
    const before = await digestOf(browser.plain);
    quiet(last, before);
    const asked = served.served();
    const outcome = await hand.act(drawn.action);
    const after = await digestOf(browser.plain);
    const sent = served.served() - asked;
    const { status, code, effect, unverified, stays } = outcome;
    const said = status === 'done' ? [unverified, effect && effectText(effect), stays && 'stays'].filter(Boolean).join('; ') : undefined;
    const act = { ...drawn, status, code, said, sent };
    tell({
      ...act,
      ...(status === 'done'
        ? await judged(browser, { drawn, outcome, said, before, after, noise, restless, controls: hand.held.screen.controls })
        : {}),
    });
    if (!after) return;
    last = after;
  }
}

async function judged({ plain }, { drawn: { action, wanted, bounds: drawnAt }, outcome, said, before, after, noise, restless, controls }) {
  const { effect, unverified } = outcome;
  if (effect?.kind === 'nothing-visible' && before && after) {
    const tiles = [...changedTiles(before, after)].filter((at) => !noise.has(at));
    const state = changedState(before, after).filter((held) => !restless.holds.has(held.split(': ')[0]));
    const shows = [
      tiles.length > 0 && `another picture at ${boxOf(tiles, after)}`,
      state.length > 0 && `holds ${state.slice(0, 2).join(', ').slice(0, 160)}`,
      !restless.texts && before.texts !== after.texts && 'another text',
      before.address !== after.address && 'another address',
    ].filter(Boolean);
    if (shows.length > 0) return { verdict: 'untrue', shows: shows.join('; ') };
  }
  if (wanted === undefined || unverified) return {};
  // It may have been scrolled into view.
  const { bounds = drawnAt } = controls.find(({ path }) => path === action.target.control.path) ?? {};
  const field = await heldAt(plain, bounds);
  const bare = (text) => text.replace(/\s+/g, ' ').trim();
  if (field === null) return {};
  // What it made of the text was said.
  const isSaid = bare(field) !== '' && said.includes(bare(field).slice(0, 50));
  const isHeld = bare(field) === bare(wanted) || (action.type === 'select-option' && field.includes(wanted));
  return { isCompared: true, ...(isHeld || isSaid ? {} : { verdict: 'false done', shows: `has "${bare(field).slice(0, 80)}"` }) };
}

/** The activity that performs an action and looks, around this device. */
function handOf({ device }) {
  const tools = { artifacts: createMemoryArtifactStore(), images: createSharpImages(), lexicon: { noise: [] } };
  const handed = { ...device, takeEvents: async () => [] };
  const held = { device: handed, generation: 0, labels: new Map(), screen: undefined, downloads: [], record: {} };
  const ports = { ...tools, host: { isGone: async () => false }, desk: {} };
  const context = { info: { activityId: 'act' }, log: { warn: () => undefined } };
  return {
    held,
    observe: () => observeDevice(held, handed, options, tools),
    async act(action) {
      const run = (signal) => device.perform(action, signal, true);
      const doing = { held, busy: () => undefined, options, startedAt: bootNow() };
      const { outcomes } = await performAndLook(ports, context, doing, async () => [
        await dispatch(action.type, run, limitMs, () => undefined).outcome,
      ]);
      return outcomes[0];
    },
  };
}

const texts = ['Ada', '7', '12:30', '2027-03-04', 'x y', 'Grüße', '42.5', 'ada@mail.example', 'two\nlines'];
const keys = [
  '{TAB}',
  '{DOWN}',
  '{UP}',
  '{LEFT}',
  '{RIGHT}',
  '{ENTER}',
  '{ESC}',
  'a',
  '^a',
  '^b',
  '{DELETE}',
  '{HOME}',
  '{PGDN}',
  '{SPACE}',
];
const fields = ['textbox', 'searchbox', 'spinbutton', 'combobox', 'slider'];
const drawings = [
  'canvas',
  'img',
  'image',
  'application',
  'separator',
  'generic',
  'listitem',
  'slider',
  'graphics-document',
  'graphics-symbol',
];

/** One of what the list offers; undefined: it offers nothing. */
function drawAct(controls, random) {
  const of = (list) => list[Math.floor(random() * list.length)];
  const usable = controls.filter(
    (each) => each.enabled && each.visible && each.role !== 'file' && (each.interactive || drawings.includes(each.role)),
  );
  const control = of(usable);
  if (!control) return undefined;
  const { role, name, bounds, options: choices = [] } = control;
  const chance = random();
  const target = { control };
  const told = (kind, action, more = {}) => ({ kind, target: `${role} "${name.slice(0, 40)}"`, action, bounds, ...more });
  const pressing = (button = 'left', clickCount = 1) =>
    told(clickCount === 2 ? 'double-click' : `${button} click`, { type: 'click', target, button, clickCount });
  if (role === 'scrollarea') return told('wheel', { type: 'scroll', target, deltaX: 0, deltaY: of([-240, 240, 600]) });
  if (choices.length > 0 && chance < 0.7) {
    const value = of(choices);
    return told(`select "${value}" in`, { type: 'select-option', target, values: [value] }, { wanted: value });
  }
  if (fields.includes(role) && chance < 0.7) {
    const text = of(texts);
    return told(`write "${text}" into`, { type: 'set-text', target, text, clear: true }, { wanted: text });
  }
  if (drawings.includes(role) && chance < 0.6) {
    const at = (share) => ({ point: { x: bounds.x + bounds.width * share(), y: bounds.y + bounds.height * share() }, unit: 'px' });
    const [from, to] = [at(random), at(random)];
    if (chance < 0.2) return told('click in', { type: 'click', target: from, button: 'left', clickCount: 1 });
    return told('drag in', { type: 'drag', from, to: chance < 0.4 ? { control: of(usable) } : to, button: 'left' });
  }
  if (chance > 0.95 && !isToggle(control)) return told('wheel over', { type: 'scroll', target, deltaX: 0, deltaY: 240 });
  if (chance > 0.8) {
    const pressed = of(keys);
    return told(`keys ${pressed} at`, { type: 'press-keys', target, keys: pressed });
  }
  if (chance > 0.76) return told('hover', { type: 'hover', target });
  if (chance > 0.72) return pressing('right');
  return chance > 0.68 ? pressing('left', 2) : pressing();
}
