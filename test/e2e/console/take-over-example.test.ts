// EV38: examples/sign-in. A shop wants a password and a code that is made from a clock; a person gives them through the console.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { shopScript } from '../../../examples/scripted-model/shop-script.mjs';
import type { Shop } from '../../../examples/shop/server.mjs';
import { oneTimeCode } from '../../../examples/sign-in/one-time-code.mjs';
import { startShopWithSignIn } from '../../../examples/sign-in/server.mjs';
import type { Answer } from '../../support/agent-harness.js';
import { useOwnServer } from '../../support/agents.js';
import { filesBelow, findAll, historiesOf } from '../../support/what-a-run-wrote.js';
import { actsOf, openWheelDesk, pictureOf, showsScreen, spotOf, type WheelDesk } from '../../support/hold-desk.js';
import type { Spot } from '../../support/viewer.js';

const password = 'Canary-in-the-^mine%+{7}';
const codeSecret = 'a secret of this test';
const enter = '\uE007';

const asScripted =
  (field: string): Answer =>
  async ({ text }) =>
    shopScript({ text, fields: [field], images: 0 });

describe('a run that meets a sign-in with a one-time code', () => {
  const world = useOwnServer();
  let desk: WheelDesk;
  let shop: Shop;
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'steadyhand-sign-in-'));
    shop = await startShopWithSignIn({ ledgerFile: join(folder, 'ledger.jsonl'), password, codeSecret });
    desk = await openWheelDesk(world.harness);
  });
  afterAll(async () => {
    await desk?.close();
    await shop?.close();
    await rm(folder, { recursive: true, force: true });
  });

  test('EV31, EV33, EV38: a person signs in by the console, hands the run back, and the run orders; what was typed stands nowhere', async () => {
    const { ada, bob, adas, line } = desk;
    const run = await world.harness.run(
      { host: [asScripted('CurrentSubtask')], app: [asScripted('Status')] },
      { request: 'Order two blue notebooks for Ada Lovelace', device: { kind: 'web', url: `${shop.url}/` } },
    );
    await run.asks('question');
    await ada.go(adas.link);
    await ada.sees('The shop wants you to sign in');
    // Taking over comes first.
    expect(await ada.eval<readonly string[]>(`[...document.querySelectorAll('.ask button')].map((each) => each.innerText)`)).toEqual([
      'Take over',
      'Answer',
    ]);
    await ada.eval(`new Promise((resolve) => setTimeout(resolve, 700))`);
    await ada.click('button', 'Take over');
    await showsScreen(ada, 'Sign in');

    const { pixels } = await pictureOf(ada);
    const [secret, code] = await fieldsOf(pixels);
    await ada.press(await spotOf(ada, secret));
    await ada.type(password);
    const number = oneTimeCode(codeSecret, Date.now());
    await ada.press(await spotOf(ada, code));
    await ada.type(`${number}${enter}`);
    await showsScreen(ada, 'Everything for the desk');
    expect((await actsOf(ada)).map((act) => act.replace(/ at .*/, ''))).toEqual([
      'done keys {ENTER}',
      'done text •••',
      'done click',
      'done text •••',
      'done click',
    ]);
    await ada.click('#hold-note');
    await ada.type('I have signed in.');
    await ada.click('button', 'Give it back');
    await ada.sees('On which day is the order to be delivered');
    await ada.eval(`new Promise((resolve) => setTimeout(resolve, 700))`);
    await ada.click('.ask textarea');
    await ada.type('Friday');
    await ada.click('button', 'Answer');
    await ada.click('button', 'Approve');
    expect(await run.handle.result()).toMatchObject({ outcome: 'completed', unknownOutcomes: 0 });
    expect(shop.ledger()).toEqual([expect.objectContaining({ name: 'Ada Lovelace', day: 'Friday', total: 2_500 })]);

    const prompts = world.harness.asked(run).map(({ text }) => text);
    const written = new Map([
      ...(await historiesOf(world.harness.client, run.id)),
      ...[...(await filesBelow(world.harness.home))].filter(([where]) => !/user-data|browser/.test(where)),
      ['prompts', Buffer.from(prompts.join('\n'))],
      ['logs', Buffer.from(desk.logged.join('\n'))],
      ['what the browser sent', line.sent()],
    ]);
    // It was all there, sealed.
    expect(
      [...written].filter(
        ([where, bytes]) => / WorkflowExecutionUpdateAccepted|_UPDATE_ACCEPTED/.test(where) && bytes.includes('{{sealed:h1.'),
      ),
    ).toHaveLength(2);
    expect(line.count('{{sealed:h1.')).toBe(2);
    expect(prompts.join('\n')).toContain('I have signed in.');
    expect(findAll(written, [password, password.slice(0, 16)])).toEqual([]);
    // Six digits happen to stand within longer numbers.
    expect(
      [...written].filter(([, bytes]) => new RegExp(`(?<![\\d.])${number}(?!\\d)`).test(bytes.toString('latin1'))).map(([where]) => where),
    ).toEqual([]);

    /** Where they are in a browser of the same size, as a person would see. */
    async function fieldsOf({ width, height }: { readonly width: number; readonly height: number }): Promise<readonly [Spot, Spot]> {
      await bob.size(width, height);
      await bob.go(shop.url);
      const middle = (id: string): Promise<Spot> =>
        bob.eval<Spot>(`(() => {
          const { left, top, width, height } = document.getElementById('${id}').getBoundingClientRect();
          return { x: left + width / 2, y: top + height / 2 };
        })()`);
      return [await middle('password'), await middle('code')];
    }
  });
});
