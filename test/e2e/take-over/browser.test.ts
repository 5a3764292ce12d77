// EV33: what a person types into the browser of a run stands nowhere but in the page.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { connect } from '../../../src/client.js';
import { assignThenFinish, say, startHarness, type Harness } from '../../support/agent-harness.js';
import { sharedServerAddress } from '../../support/temporal-server.js';
import { startSignInSite, type SignInSite } from '../../support/sign-in-site.js';
import { filesBelow, findAll, historiesOf } from '../../support/what-a-run-wrote.js';

const page = `<!doctype html><title>Sign in</title>
  <style>input, button { position: absolute; left: 20px; width: 200px; height: 30px }</style>
  <form method="post" action="/in">
    <input style="top: 20px" name="user" aria-label="User">
    <input style="top: 70px" name="password" type="password" aria-label="Password">
    <input style="top: 120px" name="code" autocomplete="one-time-code" inputmode="numeric" maxlength="6" aria-label="Code">
    <button style="top: 170px">Sign in</button>
  </form>`;
const typed = { user: 'zaphod-canary', password: 'correct-horse-canary', code: '739154' };

describe('a person who signs in by hand', () => {
  let harness: Harness;
  let site: SignInSite;

  beforeAll(async () => {
    site = await startSignInSite(page);
    harness = await startHarness({
      address: sharedServerAddress(),
      config: { kinds: ['web'], slots: 1, guard: { person: { origins: [site.url.replace('127.0.0.1', 'localhost').slice(0, -1)] } } },
    });
  });
  afterAll(async () => {
    await harness?.close();
    await site?.close();
  });

  test('EV32, EV33: it is typed, and neither history, records, journals, logs nor artifacts have it in clear', async () => {
    const started = await harness.run(
      {
        host: assignThenFinish,
        app: [say('PENDING', { Questions: ['A code from your phone'], NeedsHands: true }), say('FINISH', { Result: 'inside' })],
      },
      { request: 'sign in', device: { kind: 'web', url: site.url } },
    );
    await started.asks();
    const steadyhand = await connect({ env: { TEMPORAL_ADDRESS: sharedServerAddress() }, folder: harness.home });
    const run = steadyhand.run(started.id);
    try {
      const from = Date.now();
      expect(await run.takeOver({ by: 'Ann', reason: 'a code' })).toMatchObject({ parked: true });
      console.log(`EV37 hand-over of a waiting run in a browser: ${Date.now() - from} ms`);
      const seen = await run.look();
      expect(seen).toMatchObject({ title: 'Sign in', key: expect.stringMatching(/^[\w-]{43}$/) });
      expect((await run.progress()).hold).toMatchObject({ key: seen.key });
      let y = 35;
      for (const text of Object.values(typed)) {
        await run.act({ type: 'click', at: { x: 100, y } });
        const acted = await run.act({ type: 'text', text });
        expect(acted.outcome).toEqual({ status: 'done' });
        expect(acted.look?.focus).toMatch(/^(?:secret|password)$/);
        y += 50;
      }
      const looks = Date.now();
      for (let count = 0; count < 5; count += 1) await run.look();
      console.log(`EV32 a look: ${Math.round((Date.now() - looks) / 5)} ms`);
      expect(await run.act({ type: 'click', at: { x: 100, y: 185 } })).toMatchObject({ outcome: { status: 'done' } });
      expect(await run.act({ type: 'text', sealed: `{{sealed:h1.${'A'.repeat(43)}.${'A'.repeat(16)}.${'A'.repeat(30)}}}` })).toMatchObject({
        outcome: { status: 'failed', code: 'secret-refused', message: expect.stringMatching(/sealed for another device process/) },
      });
      await run.handBack({ note: 'signed in' });
    } finally {
      await steadyhand.close();
    }
    expect(await started.handle.result()).toMatchObject({ outcome: 'completed' });
    expect(site.arrived.map((body) => Object.fromEntries(new URLSearchParams(body)))).toEqual([typed]);
    const prompts = harness
      .asked(started)
      .map(({ text }) => text)
      .join('\n');
    const written = new Map([
      ...(await historiesOf(harness.client, started.id)),
      ...[...(await filesBelow(harness.home))].filter(([where]) => !/user-data|browser/.test(where)),
      ['prompts', Buffer.from(prompts)],
    ]);
    expect(findAll(written, Object.values(typed))).toEqual([]);
    expect(prompts).toContain('signed in');
  });

  test('EV34: a person may see what the configuration admits for them, the model afterwards may not', async () => {
    const started = await harness.run(
      {
        host: assignThenFinish,
        app: [say('PENDING', { Questions: ['Sign on'], NeedsHands: true }), say('FINISH', { Result: 'inside' })],
      },
      { request: 'sign on', device: { kind: 'web', url: site.url } },
    );
    await started.asks();
    const steadyhand = await connect({ env: { TEMPORAL_ADDRESS: sharedServerAddress() }, folder: harness.home });
    const run = steadyhand.run(started.id);
    const elsewhere = site.url.replace('127.0.0.1', 'localhost');
    try {
      await run.takeOver({ by: 'Ann' });
      expect(await run.act({ type: 'navigate', url: elsewhere })).toMatchObject({
        outcome: { status: 'done' },
        look: { address: elsewhere },
      });
      expect(await run.look()).toMatchObject({ address: elsewhere });
      expect(await run.act({ type: 'navigate', url: 'http://example.test/' })).toMatchObject({ outcome: { code: 'origin-refused' } });
      await run.handBack();
    } finally {
      await steadyhand.close();
    }
    expect(await started.handle.result()).toMatchObject({ outcome: 'completed' });
    const told = harness
      .asked(started)
      .map(({ text }) => text)
      .filter((text) => text.includes('Ann took over the screen'));
    // The fence stands again: the page that the person was on is left.
    expect(told[0]).toContain(`! origin-refused ${new URL(elsewhere).origin}`);
    expect(told[0]).not.toContain(`The address is now ${elsewhere}`);
  });
});
