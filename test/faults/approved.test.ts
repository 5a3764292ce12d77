// A page changes while a person is asked. What runs afterwards is what was approved, or nothing (LK3, HE13). Effects are counted by the page's server.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { assignThenFinish, click, say, startHarness, type Answer, type Harness } from '../support/agent-harness.js';
import { startObeyingSite, type ObeyingSite } from '../support/obeying-site.js';
import { sharedServerAddress } from '../support/temporal-server.js';

const mail = (sender: string) => `<li><p>${sender}</p><button onclick="post('deleted ${sender}')">Delete</button></li>`;
const inbox = (...senders: readonly string[]) => `<title>Mail</title><h1>Inbox</h1><ul>${senders.map(mail).join('')}</ul>`;
const order = `<title>Shop</title><p id="news">Welcome</p>
  <div><p>Total: <span id="total">$5</span></p><button id="pay" onclick="post('paid ' + total.textContent)">Pay now</button></div>`;
const ticking = `<p id="clock">Time left: 60 sec</p><script>
  let left = 60; setInterval(() => { clock.textContent = 'Time left: ' + --left + ' sec'; }, 1000);
</script>`;
const drawing = (word: string) =>
  `{ const pen = picture.getContext('2d'); pen.fillStyle = 'white'; pen.fillRect(0, 0, 300, 150); pen.fillStyle = 'black'; pen.font = '20px sans-serif'; pen.fillText('${word}', 30, 60); }`;

const inTheMiddle = '{ position: fixed; left: 40vw; top: 40vh; width: 20vw; height: 20vh; }';
const clickThere: Answer = { Function: 'click_on_coordinates', Args: { x: 0.5, y: 0.5, button: 'left', double: false }, Status: 'CONFIRM' };
const pressEnter: Answer = { Function: 'keyboard_input', Args: { keys: '{ENTER}' }, Status: 'CONFIRM' };

describe('an agent that was approved', () => {
  let harness: Harness;
  let site: ObeyingSite;
  beforeAll(async () => {
    site = await startObeyingSite();
    harness = await startHarness({ address: sharedServerAddress(), config: { kinds: ['web'], slots: 1 } });
  });
  afterAll(async () => {
    await harness?.close();
    await site?.close();
  });

  /** The events, and what the model was told, of one action that is held, approved after `meanwhile`, and run or not. */
  async function approved(html: string, action: Answer, meanwhile: () => Promise<unknown>) {
    const before = site.events.length;
    site.serve(html);
    const brain = { host: assignThenFinish, app: [action, say('FINISH', { Result: 'over' })] };
    const run = await harness.run(brain, { request: 'do it', device: { kind: 'web', url: site.url } });
    try {
      const { requestId } = await run.asks('confirmation');
      await meanwhile();
      await run.handle.signal('confirm', { requestId, approved: true });
      const result = await run.handle.result();
      return { events: site.events.slice(before), told: JSON.stringify(result.blackboard.trajectories) };
    } finally {
      await run.handle.cancel().catch(() => undefined);
    }
  }

  test('LK3: a mail that arrived on top is not deleted: the approved one is', async () => {
    const { events } = await approved(inbox('Ada'), click('Delete'), () =>
      site.change(`document.querySelector('ul').insertAdjacentHTML('afterbegin', ${JSON.stringify(mail('Bob'))})`),
    );
    expect(events).toEqual(['deleted Ada']);
  });

  test('LK3: nor when the list was made anew: nothing is', async () => {
    const { events, told } = await approved(inbox('Ada'), click('Delete'), () =>
      site.change(`document.querySelector('ul').innerHTML = ${JSON.stringify(mail('Bob') + mail('Ada'))}`),
    );
    expect(events).toEqual([]);
    expect(told).toContain('"Ada');
  });

  test('LK3: nor when the same elements show another mail', async () => {
    const { events } = await approved(inbox('Ada'), click('Delete'), () =>
      site.change(
        `document.querySelector('li p').textContent = 'Bob'; document.querySelector('li button').onclick = () => post('deleted Bob')`,
      ),
    );
    expect(events).toEqual([]);
  });

  test('LK3: nor on a page that was loaded anew and has another row there', async () => {
    const { events } = await approved(inbox('Ada'), click('Delete'), async () => {
      site.serve(inbox('Bob', 'Ada'));
      await site.change('location.reload()');
    });
    expect(events).toEqual([]);
  });

  test('LK3: a page that was loaded anew and is the same', async () => {
    const { events } = await approved(inbox('Ada'), click('Delete'), () => site.change('location.reload()'));
    expect(events).toEqual(['deleted Ada']);
  });

  test('LK3, HE13: an amount beside the button changed', async () => {
    const { events, told } = await approved(order, click('Pay now'), () => site.change(`total.textContent = '$500'`));
    expect(events).toEqual([]);
    expect(told).toContain('$500');
  });

  test('HE13: a text elsewhere changed', async () => {
    const { events } = await approved(order, click('Pay now'), () => site.change(`news.textContent = 'Sale!'`));
    expect(events).toEqual(['paid $5']);
  });

  test('HE13: a click at a point, on a page with a clock', async () => {
    const html = `${ticking}${order}<style>#pay ${inTheMiddle}</style>`;
    const { events } = await approved(html, clickThere, async () => undefined);
    expect(events).toEqual(['paid $5']);
  });

  test('HE13: at the point is another button by now', async () => {
    const html = `${order}<button id="all" hidden onclick="post('deleted all')">Delete all</button><style>#pay, #all ${inTheMiddle} [hidden] { display: none; }</style>`;
    const { events } = await approved(html, clickThere, () => site.change('all.hidden = false'));
    expect(events).toEqual([]);
  });

  const canvas = `${ticking}<canvas id="picture" width="300" height="150" style="position: fixed; left: calc(50vw - 50px); top: calc(50vh - 55px)" onclick="post('drawn')"></canvas><script>${drawing('Agree')}</script>`;

  test('HE13: a click on a picture, on a page with a clock', async () => {
    const { events } = await approved(canvas, clickThere, async () => undefined);
    expect(events).toEqual(['drawn']);
  });

  test('HE13: the picture there has changed', async () => {
    const { events, told } = await approved(canvas, clickThere, () => site.change(drawing('Delete')));
    expect(events).toEqual([]);
    expect(told).toContain('picture');
  });

  test('HE13: keys for what has the focus, on a page with a clock', async () => {
    const { events } = await approved(`${ticking}${order}<script>pay.focus()</script>`, pressEnter, async () => undefined);
    expect(events).toEqual(['paid $5']);
  });

  test('HE13: the focus is elsewhere by now', async () => {
    const html = `${order}<button id="all" onclick="post('deleted all')">Delete all</button><script>pay.focus()</script>`;
    const { events } = await approved(html, pressEnter, () => site.change('all.focus()'));
    expect(events).toEqual([]);
  });
});
