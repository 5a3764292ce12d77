// EV36: a person has taken over a run whose window they can see, and uses the window itself; and a person acts on a virtual desktop, through the run.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { createTesseractTextReader } from '../../src/adapters/tesseract/tesseract-text-reader.js';
import { connect, type Steadyhand } from '../../src/client.js';
import { listOf, recordOf, textOf } from '../../src/domain/checks/read-stored.js';
import type { ArtifactRef } from '../../src/domain/ui/observation.js';
import type { Bounds, Point } from '../../src/domain/ui/geometry.js';
import { assignThenFinish, say, startHarness, type Harness, type Run } from '../support/agent-harness.js';
import { openPersonsScreen, type PersonsScreen } from '../support/desktop/persons-screen.js';
import { describeWithDesktop, offerApplications, runningOn, type TestApplications } from '../support/desktop/test-desktop.js';
import { tracesIn } from '../support/disguises.js';
import { startSignInSite, type SignInSite } from '../support/sign-in-site.js';
import { sharedServerAddress } from '../support/temporal-server.js';
import { until } from '../support/until.js';
import { filesBelow, findAll, historiesOf } from '../support/what-a-run-wrote.js';

const asksForHands = {
  host: assignThenFinish,
  app: [say('PENDING', { Questions: ['Only you can do this.'], NeedsHands: true }), say('FINISH', { Result: 'inside' })],
};
const size = { width: 1280, height: 900 } as const;

let harness: Harness;
let steadyhand: Steadyhand;

async function begin(config: object): Promise<void> {
  harness = await startHarness({ address: sharedServerAddress(), config: { slots: 1, ...config } });
  steadyhand = await connect({ env: { TEMPORAL_ADDRESS: sharedServerAddress(), STEADYHAND_HOME: harness.home }, folder: harness.home });
}

async function end(): Promise<void> {
  await steadyhand?.close();
  await harness?.close();
}

const promptsOf = (started: Run): string =>
  harness
    .asked(started)
    .map(({ text }) => text)
    .join('\n');

/** Where the run saw a control last, in px of its picture. */
async function middleOf(started: Run, name: string): Promise<Point> {
  const records = await harness.records(started);
  const ref = textOf(recordOf(records.findLast(({ type }) => type === 'observed')?.data['observation'])?.['controls']);
  const stored = recordOf(await steadyhand.artifacts.getJson(ref as ArtifactRef));
  const bounds = listOf(stored?.['controls']).find((control) => control['name'] === name)?.['bounds'] as Bounds | undefined;
  if (!bounds) throw new Error(`The run saw no '${name}'.`);
  return { x: bounds.x + bounds.width / 2, y: bounds.y + bounds.height / 2 };
}

/** Everything but what a browser keeps for itself. */
async function writtenBy(started: Run): Promise<ReadonlyMap<string, Buffer>> {
  return new Map([
    ...(await historiesOf(harness.client, started.id)),
    ...[...(await filesBelow(harness.home))].filter(([where]) => !/user-data|browser/.test(where)),
    ['prompts', Buffer.from(promptsOf(started))],
  ]);
}

const page = `<!doctype html><title>Sign in</title>
  <style>input { position: absolute; left: 20px; width: 200px; height: 30px }</style>
  <form method="post" action="/in">
    <input style="top: 20px" name="user" aria-label="User">
    <input style="top: 70px" name="password" type="password" aria-label="Password">
    <button style="position: absolute; top: 120px">Sign in</button>
  </form>
  <script>fetch('/at?x=' + (screenX + (outerWidth - innerWidth) / 2) + '&y=' + (screenY + outerHeight - innerHeight))</script>`;

describeWithDesktop('a person at a screen with the window of the run', () => {
  let screen: PersonsScreen;
  beforeAll(async () => {
    screen = await openPersonsScreen(size);
  });
  afterAll(() => screen?.close());

  describe('a headed browser', () => {
    let site: SignInSite;
    beforeAll(async () => {
      site = await startSignInSite(page);
      await begin({ kinds: ['web'] });
    });
    afterAll(async () => {
      await end();
      await site?.close();
    });

    test('EV36: the person signs in at the window; the engine does nothing meanwhile, and the model is told what changed', async () => {
      const typed = { user: 'zaphod', password: 'horsecanary' };
      const started = await harness.run(asksForHands, { request: 'sign in', device: { kind: 'web', url: site.url, headed: true } });
      await started.asks();
      const run = steadyhand.run(started.id);
      expect(await run.takeOver({ by: 'Ann', reason: 'a password' })).toMatchObject({ parked: true });
      expect(await run.progress()).toMatchObject({ state: 'HELD' });
      const asked = harness.asked(started).length;
      const told = await until(() => site.asked.findLast(({ pathname }) => pathname === '/at'), 'the place of the window');
      const [left, top] = ['x', 'y'].map((name) => Number(told.searchParams.get(name)));
      const onScreen = ({ x, y }: Point): Point => ({ x: (left ?? 0) + x, y: (top ?? 0) + y });
      await screen.click(onScreen({ x: 100, y: 35 }));
      await screen.type(typed.user);
      await screen.click(onScreen({ x: 100, y: 85 }));
      await screen.type(typed.password);
      // Whoever looks sees the window as it is.
      expect(await run.look()).toMatchObject({ title: 'Sign in', focus: 'password' });
      await screen.press('Enter');
      await until(() => site.arrived.length === 1, 'what was typed to arrive');
      await until(async () => (await run.look()).title === 'Inside', 'the page behind the login');
      expect(harness.asked(started)).toHaveLength(asked);
      await run.handBack({ note: 'signed in at the window' });
      expect(await started.handle.result()).toMatchObject({ outcome: 'completed', unknownOutcomes: 0 });
      expect(Object.fromEntries(new URLSearchParams(site.arrived[0]))).toEqual(typed);
      expect(promptsOf(started)).toContain('Ann took over the screen (a password) and has given it back: signed in at the window.');
      expect(promptsOf(started)).toMatch(/What changed on the screen while the user had it[\s\S]*Welcome/);
      expect(findAll(await writtenBy(started), [typed.password])).toEqual([]);
      const report = await run.report();
      expect(report.holds).toMatchObject([{ by: 'Ann', state: 'handed-back', acts: [] }]);
    });
  });

  describe('a desktop', () => {
    let applications: TestApplications;
    beforeAll(async () => {
      applications = await offerApplications({ Form: ['form'] });
      await begin({ kinds: ['desktop'], desktop: { virtual: false } });
    });
    afterAll(async () => {
      await end();
      await applications?.dispose();
    });

    test('EV36: the person uses the program at the screen, and the model is told what changed', async () => {
      const started = await harness.run(asksForHands, { request: 'go on', device: { kind: 'desktop', app: 'Form' } });
      await started.asks();
      const run = steadyhand.run(started.id);
      expect(await run.takeOver({ by: 'Ann' })).toMatchObject({ parked: true });
      expect(await run.look()).toMatchObject({ title: 'Start', width: size.width });
      await screen.click(await middleOf(started, 'Next'));
      await until(async () => (await run.look()).title === 'Second', 'the second screen');
      await run.handBack({ note: 'went on' });
      expect(await started.handle.result()).toMatchObject({ outcome: 'completed', unknownOutcomes: 0 });
      expect(promptsOf(started)).toMatch(/What changed on the screen while the user had it[\s\S]*Second screen/);
    });
  });

  test('EV36: nothing is left on the screen when it is closed', async () => {
    expect((await runningOn(screen.temp)).length).toBeGreaterThan(0);
    const { temp } = screen;
    await screen.close();
    expect(await runningOn(temp)).toEqual([]);
  });
});

describeWithDesktop('a person at the wheel of a virtual desktop', () => {
  let applications: TestApplications;
  const reader = createTesseractTextReader();
  beforeAll(async () => {
    applications = await offerApplications({ Form: ['form'] });
    await begin({ kinds: ['desktop'], desktop: { virtual: true } });
  });
  afterAll(async () => {
    await end();
    await applications?.dispose();
    await reader.close();
  });

  test('EV36, EV32, EV33: clicks, keys and texts reach the program; what is typed stands nowhere, in no picture either', async () => {
    const canaries = ['Zaphod Canary', 'horse-CANARY 42!'];
    const started = await harness.run(asksForHands, { request: 'fill it in', device: { kind: 'desktop', app: 'Form' } });
    await started.asks();
    const run = steadyhand.run(started.id);
    expect(await run.takeOver({ by: 'Ann', reason: 'a code' })).toMatchObject({ parked: true });
    expect(await run.look()).toMatchObject({ title: 'Start', key: expect.stringMatching(/^[\w-]{43}$/) });
    const [display = ''] = [...(await filesBelow(harness.home))].flatMap(([path, text]) =>
      path.endsWith('/display-folder') ? [String(text)] : [],
    );
    expect((await runningOn(display)).length).toBeGreaterThan(0);
    const [first = '', second = ''] = canaries;
    expect(await run.act({ type: 'click', at: await middleOf(started, 'Name') })).toMatchObject({ outcome: { status: 'done' } });
    const named = await run.act({ type: 'text', text: first });
    expect(named).toMatchObject({ outcome: { status: 'done' }, look: { focus: expect.stringMatching(/^(?:secret|password)$/) } });
    await run.act({ type: 'keys', keys: '{TAB}' });
    const coded = await run.act({ type: 'text', text: second });
    expect(coded).toMatchObject({ outcome: { status: 'done' }, look: { focus: 'password' } });
    for (const { look } of [named, coded]) {
      const png = await sharp(await steadyhand.artifacts.get(look?.picture as ArtifactRef))
        .png()
        .toBuffer();
      const read = (await reader.read(png)).map(({ text }) => text).join('\n');
      expect(read).toContain('Next');
      for (const canary of canaries) expect(tracesIn(read, canary)).toEqual([]);
    }
    expect(await run.act({ type: 'click', at: await middleOf(started, 'Next') })).toMatchObject({
      on: 'button "Next"',
      look: { title: 'Second' },
    });
    await run.handBack({ note: 'filled in' });
    expect(await started.handle.result()).toMatchObject({ outcome: 'completed', unknownOutcomes: 0 });
    expect(promptsOf(started)).toMatch(/What changed on the screen while the user had it[\s\S]*Second screen/);
    expect(findAll(await writtenBy(started), canaries)).toEqual([]);
    await until(async () => (await runningOn(display)).length === 0, 'its display to be ended');
    expect((await run.report()).holds).toMatchObject([{ acts: [{}, { text: 'type a text (hidden)' }, {}, {}, {}] }]);
  });
});
