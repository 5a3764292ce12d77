// The console as people use it: in real browsers, on runs in real browsers.
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { findTemporal } from '../../src/client/temporal-connection.js';
import type { ConsoleServer } from '../../src/console/server.js';
import { freePort } from '../support/free-port.mjs';
import { assignThenFinish, click, memoryDevice, say, type Run } from '../support/agent-harness.js';
import { useOwnServer } from '../support/agents.js';
import { openDesk } from '../support/console.js';
import { startObeyingSite, type ObeyingSite } from '../support/obeying-site.js';
import { until } from '../support/until.js';
import { openViewer, type Viewer } from '../support/viewer.js';

const order = `<title>Harbour Shop</title><h1>Your cart</h1><form onsubmit="return false"><p>3 blue kettles</p>
  <p>Total: <span id="total">$57.00</span></p><button onclick="post('paid')">Pay now</button></form>`;
const hostile = '<img src=x onerror=window.ran=true><script>window.ran=true</script>';
const pressApprove = `new Promise((resolve) => {
  const press = () => {
    const button = document.querySelector('[data-key=a]');
    if (button?.disabled) return setTimeout(press, 20);
    button?.click();
    resolve();
  };
  press();
})`;
const enter = '\uE007';
const tab = '\uE004';

describe('the desk', () => {
  const world = useOwnServer();
  let site: ObeyingSite;
  let ada: Viewer;
  let bob: Viewer;
  let desk: ConsoleServer;
  let bobs: ConsoleServer;
  beforeAll(async () => {
    site = await startObeyingSite();
    site.serve(order);
    desk = await openDesk(world.harness);
    bobs = await openDesk(world.harness, { user: 'bob' });
    [ada, bob] = await Promise.all([openViewer(), openViewer()]);
    await ada.go(desk.link);
    await ada.sees('Inbox');
  });
  afterAll(async () => {
    await ada?.close();
    await bob?.close();
    await desk?.close();
    await bobs?.close();
    await site?.close();
  });

  const open: Run[] = [];
  const started = async (...given: Parameters<typeof world.harness.run>): Promise<Run> => {
    const run = await world.harness.run(...given);
    open.push(run);
    return run;
  };
  // One that fails leaves no device to those that come after.
  afterEach(async () => {
    for (const { handle } of open.splice(0)) {
      await handle.cancel().catch(() => undefined);
      await handle.result().catch(() => undefined);
    }
  });

  const memory = memoryDevice({
    start: 'main',
    screens: { main: { title: `Main ${hostile}`, controls: ['Delete', 'Send'].map((name) => ({ role: 'button', name })) } },
  });
  const paying = (request: string): Promise<Run> =>
    started({ host: assignThenFinish, app: [click('Pay now'), say('FINISH')] }, { request, device: { kind: 'web', url: site.url } });
  const asking = (request: string, device: object = memory): Promise<Run> =>
    started(
      { host: assignThenFinish, app: [say('PENDING', { Questions: ['Which day?'] }), say('FINISH', { Result: 'booked' })] },
      { request, device },
    );

  test('EV20, EV26: two people approve at once: what was asked runs once, one wins, the other is told who that was', async () => {
    const run = await paying('Buy kettles');
    await run.asks('confirmation');
    const before = site.events.length;
    await ada.go(desk.link);
    await bob.go(bobs.link);
    for (const person of [ada, bob]) {
      await person.sees('Pay now');
      await person.sees('Total: $57.00');
      // The screen, with what would be pressed in a frame.
      await until(
        () => person.eval<boolean>(`[...document.querySelectorAll('.look img')].some((each) => each.naturalWidth > 100)`),
        'a picture',
      );
    }
    expect(await ada.eval<string>('location.hash')).toBe('');
    // One who is slower by more than a second finds it gone, and is told, too.
    await Promise.all([ada, bob].map((person) => person.eval(pressApprove)));
    const told = await until(async () => {
      const texts = await Promise.all([ada, bob].map((person) => person.text()));
      const won = texts.findIndex((text) => text.includes('Approved; the run goes on.'));
      const lost = texts.findIndex((text) => /It was approved already, by (ada|bob) at/.test(text));
      return won >= 0 && lost >= 0 && { won, lost, text: texts[lost] ?? '' };
    }, 'one who won and one who lost');
    expect(told.text).toContain(`already, by ${told.won === 0 ? 'ada' : 'bob'} at`);
    await run.handle.result();
    expect(site.events.slice(before)).toEqual(['paid']);
    await ada.sees('Nobody waits for you.');
  });

  test('EV20: the keyboard alone suffices: choose, approve with a note and remembered; nothing is decided by one key', async () => {
    const first = await started(
      { host: assignThenFinish, app: [click('Send'), say('FINISH')] },
      { request: 'First order', device: memory },
    );
    await first.asks('confirmation');
    const second = await paying('Second order');
    await second.asks('confirmation');
    await ada.go(`${desk.url}/`);
    await ada.sees('Second order');
    await ada.type('\uE015');
    await until(
      async () => (await ada.eval<string>(`document.querySelector('.ask h2')?.innerText`))?.includes('Second order'),
      'the second',
    );
    await ada.eval(`new Promise((resolve) => setTimeout(resolve, 700))`);
    await ada.type('a');
    expect(await ada.eval<string>('document.activeElement.innerText')).toBe('Approve');
    expect((await second.progress()).request).toBeDefined();
    await ada.type(`${tab}`);
    expect(await ada.eval<string>('document.activeElement.innerText')).toBe('Reject');
    await ada.type(enter);
    await ada.sees('Rejected; nothing is executed.');
    await second.handle.result();
    await until(async () => (await ada.eval<string>(`document.querySelector('.ask h2')?.innerText`))?.includes('First order'), 'the first');
    await ada.eval(`new Promise((resolve) => setTimeout(resolve, 700))`);
    await ada.eval(`document.querySelector('.decision select').focus()`);
    await ada.type('\uE015');
    expect(await ada.eval<string>(`document.querySelector('.decision select').value`)).toBe('run');
    await ada.eval(`document.querySelector('[data-key=a]').focus()`);
    await ada.type(enter);
    await ada.sees('Approved, and remembered as');
    await first.handle.result();
  });

  test('EV21, EV22: starts an agent, shows its steps as they come, answers, asks for more, ends it', async () => {
    const id = world.harness.expect({
      host: [...assignThenFinish],
      app: [say('PENDING', { Questions: ['Which day?'] }), say('FINISH', { Comment: 'All of it is done' })],
    });
    await ada.go(`${desk.url}/runs`);
    await ada.click('a', 'Start a run');
    await ada.click('textarea');
    await ada.type(`Book it ${id}`);
    await ada.click('input[placeholder^="https"]');
    await ada.type(`${site.url}/`);
    await ada.click('button', 'Start');
    await ada.sees('Which day?', 30_000);
    await ada.sees(`Book it ${id}`);
    await ada.sees('49 steps');
    await ada.eval(`new Promise((resolve) => setTimeout(resolve, 700))`);
    await ada.click('.ask textarea');
    await ada.type('Friday');
    await ada.click('button', 'Answer');
    await ada.sees('completed');
    await ada.sees('All of it is done');
    expect(await ada.eval<number>(`document.querySelectorAll('article.step').length`)).toBeGreaterThanOrEqual(2);

    const run = await started(
      { host: assignThenFinish, app: [say('PENDING', { Questions: ['Which week?'] })] },
      { request: 'Stay', device: memory },
    );
    await ada.go(`${desk.url}/runs?state=PENDING`);
    await ada.click('.runs a', 'Stay');
    await ada.sees('Which week?');
    await ada.click('.doing input');
    await ada.type('And then the next');
    await ada.click('button', 'Add');
    await ada.sees('Queued as number 1.');
    await ada.click('button', 'Cancel the run');
    await ada.click('button', 'End it now');
    await ada.sees('cancelled', 30_000);
    await until(async () => (await run.handle.describe()).status.name !== 'RUNNING', 'its end');
  });

  test('EV26: what pages, models and requests say is text, whatever it contains', async () => {
    const run = await started(
      {
        host: assignThenFinish,
        app: [
          say('PENDING', { Questions: [`Which? ${hostile}`], Comment: hostile, Thought: hostile }),
          click('Delete'),
          say('FINISH', { Result: hostile, Comment: `[x](javascript:window.ran=true) ${hostile}` }),
        ],
      },
      { request: `Tidy ${hostile}`, device: memory },
    );
    const question = await run.asks('question');
    // What the browser told before: who loses a race gets a 409.
    await ada.errors();
    for (const path of ['/', '/runs', `/runs/${encodeURIComponent(run.id)}`, '/hosts']) {
      await ada.go(`${desk.url}${path}`);
      if (path !== '/hosts') await ada.sees('<img src=x');
      expect(await ada.eval<boolean>('window.ran === true')).toBe(false);
    }
    await run.handle.signal('answer', { requestId: question.requestId, answers: [hostile] });
    await run.asks('confirmation');
    await ada.go(`${desk.url}/runs/${encodeURIComponent(run.id)}`);
    await ada.sees('What runs'.toUpperCase());
    expect(await ada.eval<boolean>(`window.ran === true || document.querySelector('main script, main img[src="x"]') !== null`)).toBe(false);
    expect(await ada.errors()).toEqual([]);
    await run.handle.cancel();
  });

  test('EV24, LK71: the page says that it may be old while the console is away; sessions end with a console, and the link opens the next one', async () => {
    const port = await freePort();
    let own = await openDesk(world.harness, { port });
    try {
      await ada.go(own.link);
      await ada.sees('Nobody waits for you.');
      await own.close();
      await ada.sees('The console does not answer.');
      const run = await asking('Away');
      await run.asks('question');
      own = await openDesk(world.harness, { port });
      await ada.sees('paste its token here');
      await ada.go(own.link);
      await ada.sees('Which day?');
      expect(await ada.text()).not.toContain('The console does not answer.');
      await run.handle.cancel();
    } finally {
      await own.close();
    }
  });

  test('EV24: the link, opened in a page that shows the desk already, draws it anew with what was known', async () => {
    await ada.go(`${desk.url}/`);
    await ada.sees('Nobody waits for you.');
    // What the new page wants is known before the stream of the old one is left: otherwise a matter of luck.
    await ada.eval('void (window.requestAnimationFrame = (run) => (run(), 0))');
    for (const each of [1, 2, 3]) {
      await ada.eval(`void document.querySelector('main').setAttribute('data-drawn', '${each}')`);
      await ada.go(desk.link);
      await until(() => ada.eval<boolean>(`document.querySelector('main')?.dataset.drawn === undefined`), 'a page drawn anew');
      await ada.sees('Nobody waits for you.', 5_000);
    }
  });

  test('a browser without the token is told how to get in, and gets in by pasting it', async () => {
    const stranger = await openViewer();
    try {
      await stranger.go(`${desk.url}/runs`);
      await stranger.sees('Open the link that the console printed');
      await stranger.click('input');
      await stranger.type(`wrong${enter}`);
      await stranger.sees('The token is wrong');
      await stranger.go(`${desk.url}/runs#token=${desk.link.split('=')[1]}`);
      await stranger.sees('Start a run');
    } finally {
      await stranger.close();
    }
  });

  test('EV20, EV21, EV22: axe-core finds nothing serious, and nothing is wider than 360 px, light and dark', async () => {
    const [run, other] = await Promise.all([paying('An order with averyveryveryveryveryveryverylongwordinside'), asking('A booking')]);
    await run.asks('confirmation');
    await other.asks('question');
    try {
      for (const scheme of ['light', 'dark'] as const) {
        await ada.scheme(scheme);
        for (const path of [
          '/',
          `/?asker=${encodeURIComponent(run.id)}`,
          '/runs',
          `/runs/${encodeURIComponent(run.id)}`,
          '/start',
          '/hosts',
        ]) {
          await ada.size(360, 800);
          await ada.go(`${desk.url}${path}`);
          await until(() => ada.eval<boolean>(`document.querySelector('main') && !document.body.innerText.includes('Looking…')`), path);
          expect([path, scheme, await ada.axe()]).toEqual([path, scheme, []]);
          // Less by a scroll bar.
          expect(await ada.eval<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
        }
      }
    } finally {
      await ada.size(1280, 800);
      await run.handle.cancel();
      await other.handle.cancel();
    }
  });

  test('EV24: while no worker answers, the inbox says so, and shows what is asked once there is one', async () => {
    const run = await asking('Later');
    await run.asks('question');
    await world.harness.worker.stop();
    const late = await openDesk(world.harness);
    try {
      await ada.go(late.link);
      await ada.sees('no worker answers', 30_000);
      const { startWorker } = await import('../../src/worker.js');
      const { createMemoryDriver } = await import('../../src/adapters/memory/memory-driver.js');
      const { config, home } = world.harness;
      const server = findTemporal(home, { TEMPORAL_ADDRESS: world.address });
      const again = await startWorker({ config, server, log: () => undefined, drivers: [createMemoryDriver()] });
      try {
        await ada.sees('Which day?', 40_000);
        await run.handle.cancel();
        await run.handle.result().catch(() => undefined);
      } finally {
        await again.stop();
      }
    } finally {
      await late.close();
    }
  });
});
