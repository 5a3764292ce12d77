// Hovering, dragging and what stays pressed between two actions. Effects are counted by the page's server.
import { afterEach, describe, expect, test } from '@jest/globals';
import { createJudgement } from '../../src/domain/guard/judge.js';
import { judgedBy } from '../../src/domain/action/actions.js';
import type { DeviceAction, PressedPointer } from '../../src/domain/ui/ui-action.js';
import type { Control } from '../../src/domain/ui/control.js';
import { openBrowserAnd } from '../support/browser-and-site.js';
import { lexicon } from '../support/lexicon.js';
import { startObeyingSite, type ObeyingSite } from '../support/obeying-site.js';
import { until } from '../support/until.js';
import { openTestBrowser, type TestBrowser } from '../support/webdriver.js';

let site: ObeyingSite;
let browser: TestBrowser;
openBrowserAnd(startObeyingSite, (opened, at) => void ([browser, site] = [opened, at]));
afterEach(() => void (site.events.length = 0));

async function show(html: string): Promise<void> {
  site.serve(`<style>body { margin: 0; user-select: none }</style>${html}`);
  await browser.go(site.url);
  site.events.length = 0;
}

/** What pages posted, once there is as much. */
const posted = async (count: number): Promise<readonly string[]> =>
  until(async () => site.events.length >= count && [...site.events], `${count} posted`);
/** Nothing more is under way: what the page posts last comes last. */
const postedBeforeNow = async (): Promise<readonly string[]> => {
  await site.change(`post('now')`);
  await until(async () => site.events.includes('now'), 'now posted');
  return site.events.filter((event) => event !== 'now');
};

const find = async (name: string): Promise<{ readonly control: Control }> => {
  const { controls } = await browser.device.look();
  const control = controls.find((each) => each.name === name);
  if (!control) throw new Error(`No "${name}" among ${controls.map((each) => `${each.role} "${each.name}"`).join(', ')}.`);
  return { control };
};
const middleOf = ({ control: { bounds } }: { readonly control: Control }) => at(bounds.x + bounds.width / 2, bounds.y + bounds.height / 2);
const at = (x: number, y: number) => ({ point: { x, y }, unit: 'px' }) as const;
const drag = (from: Extract<DeviceAction, { type: 'drag' }>['from'], to: typeof from, more: object = {}): DeviceAction => ({
  type: 'drag',
  from,
  to,
  button: 'left',
  ...more,
});
const heldNow = async (): Promise<PressedPointer> => {
  const { pressed } = await browser.device.look();
  if (!pressed) throw new Error('nothing is held');
  return pressed;
};
/** As an agent's release comes to the device: at the place that was looked at, bound to what was judged there. */
const release = async (): Promise<DeviceAction> => {
  const { pressed, controls } = await browser.device.look();
  if (!pressed) throw new Error('nothing is held');
  const action: DeviceAction = {
    type: 'release',
    target: { point: pressed.at, unit: 'px' },
    pressed: { point: pressed.pressed, unit: 'px' },
  };
  return judgedBy(action, createJudgement({ controls }, lexicon)(action).presses);
};
const risksOf = async (action: DeviceAction) =>
  createJudgement({ controls: (await browser.device.look()).controls }, lexicon)(action).risks.map(({ kind }) => kind);

const box = (id: string, name: string, left: number, more = '') =>
  `<div id="${id}" role="button" tabindex="0" style="position: absolute; left: ${left}px; top: 100px; width: 120px; height: 80px; background: #ddd" ${more}>${name}</div>`;
const cardAndZone = (zone: string) => `${box('card', 'Card', 50, `draggable="true" onclick="post('card clicked')"`)}
  ${box('zone', zone, 400)}${box('other', 'Other', 700, `onclick="post('other clicked')"`)}
  <script>
    for (const type of ['dragstart', 'dragend']) card.addEventListener(type, (event) => post(type + (type === 'dragend' ? ' ' + event.dataTransfer.dropEffect : '')));
    card.addEventListener('dragstart', (event) => event.dataTransfer.setData('text/plain', 'the card'));
    zone.addEventListener('dragover', (event) => event.preventDefault());
    zone.addEventListener('drop', (event) => { event.preventDefault(); post('drop ' + event.dataTransfer.getData('text/plain')); });
  </script>`;

test('HE10: hovering opens a menu; its entry is listed then, and clicked', async () => {
  await show(`<style>ul { margin: 0 } li ul { display: none } li:hover > ul { display: block }</style>
    <ul><li><a href="#" onclick="post('File clicked')">File</a><ul><li><button onclick="post('Print')">Print</button></li></ul></li></ul>`);
  const listed = async () => (await browser.device.look()).controls.filter(({ visible }) => visible).map(({ name }) => name);
  expect(await listed()).not.toContain('Print');
  await browser.act({ type: 'hover', target: await find('File') });
  expect(await listed()).toContain('Print');
  await browser.act({ type: 'hover', target: middleOf(await find('Print')) });
  await browser.click('button', 'Print');
  expect(await posted(1)).toEqual(['Print']);
});

test('HE10: the wheel turns over the box at a point, down and sideways', async () => {
  await show(`<div id="list" style="position: absolute; left: 100px; top: 100px; width: 200px; height: 200px; overflow: auto">
      <div style="width: 2000px; height: 2000px">long</div></div>
    <div style="height: 5000px"></div>`);
  await browser.act({ type: 'scroll', target: at(200, 200), deltaX: 300, deltaY: 200 });
  await until(async () => {
    await site.change(`post(list.scrollLeft + ' ' + list.scrollTop + ' ' + scrollY)`);
    return site.events.at(-1) === '300 200 0';
  }, 'the list scrolled');
});

describe('HE10: an element that the browser drags', () => {
  test('is dropped on another, from label to label', async () => {
    await show(cardAndZone('Inbox'));
    await browser.act(drag(await find('Card'), await find('Inbox')));
    expect(await posted(3)).toEqual(['dragstart', 'drop the card', expect.stringMatching(/^dragend/)]);
  });

  test('is dropped from point to point, through others', async () => {
    await show(`${cardAndZone('Inbox')}<script>other.addEventListener('dragenter', () => post('over other'))</script>`);
    const [card, zone, other] = [middleOf(await find('Card')), middleOf(await find('Inbox')), middleOf(await find('Other'))];
    await browser.act(drag(card, zone, { via: [other] }));
    expect(await posted(4)).toEqual(['dragstart', 'over other', 'drop the card', expect.stringMatching(/^dragend/)]);
  });

  test('is held, looked at, moved on and dropped', async () => {
    await show(cardAndZone('Inbox'));
    const card = await find('Card');
    await browser.act(drag(card, at(300, 300), { hold: true }));
    expect(await postedBeforeNow()).toEqual(['dragstart']);
    expect(await heldNow()).toEqual({ pressed: middleOf(card).point, at: { x: 300, y: 300 } });
    await browser.device.screenshot();
    await browser.act({ type: 'move', target: await find('Inbox') });
    expect(await postedBeforeNow()).toEqual(['dragstart']);
    await browser.act(await release());
    expect(await posted(4)).toEqual(expect.arrayContaining(['dragstart', 'drop the card']));
    expect((await browser.device.look()).pressed).toBeUndefined();
  });

  test('is put back before anything else is done: no drop, no click', async () => {
    await show(cardAndZone('Inbox'));
    await browser.act(drag(await find('Card'), await find('Inbox'), { hold: true }));
    await browser.click('button', 'Other');
    expect(await postedBeforeNow()).toEqual(['dragstart', 'dragend none', 'other clicked']);
    expect((await browser.device.look()).pressed).toBeUndefined();
  });

  test('is put back without a drop, also where the place that it comes from takes drops', async () => {
    await show(`${cardAndZone('Inbox')}<script>
      card.addEventListener('dragover', (event) => event.preventDefault());
      card.addEventListener('drop', () => post('dropped on itself'));
    </script>`);
    await browser.act(drag(await find('Card'), at(300, 300), { hold: true }));
    await browser.act({ type: 'hover', target: at(300, 400) });
    expect(await postedBeforeNow()).toEqual(['dragstart', 'dragend none']);
  });
});

describe('HE10: a slider', () => {
  const valueNow = async () => {
    const events = site.events.length;
    await site.change(`post('value ' + (document.querySelector('input')?.value ?? slider.dataset.value))`);
    await until(async () => site.events.length > events, 'a value');
    return Number(site.events.at(-1)?.replace('value ', ''));
  };
  const range = `<input type="range" min="0" max="100" value="0" aria-label="Volume" style="position: absolute; left: 100px; top: 100px; width: 400px; height: 30px" onchange="post('changed to ' + value)" onclick="post('clicked')">`;
  const captured = `<div id="slider" role="slider" tabindex="0" aria-label="Volume" data-value="0" style="position: absolute; left: 100px; top: 100px; width: 400px; height: 30px; background: #ccc; touch-action: none" onclick="post('clicked')"></div><script>
    const tell = ({ clientX }) => { slider.dataset.value = Math.round((clientX - 100) / 4); };
    let pressed = false;
    slider.onpointerdown = (event) => { slider.setPointerCapture(event.pointerId); pressed = true; tell(event); };
    slider.onpointermove = (event) => { if (pressed) tell(event); };
    slider.onpointerup = () => { pressed = false; post('changed to ' + slider.dataset.value); };
  </script>`;

  test.each([
    ['of the browser', range, at(108, 115)],
    ['that captures the pointer', captured, at(104, 115)],
  ])('%s follows a press, moves and a release', async (_what, html, thumb) => {
    await show(html);
    await browser.act(drag(thumb, at(200, 115), { hold: true }));
    const first = await valueNow();
    expect(Math.abs(first - 25)).toBeLessThan(4);
    await browser.act({ type: 'move', target: at(400, 115) });
    const second = await valueNow();
    expect(Math.abs(second - 75)).toBeLessThan(4);
    expect(site.events.filter((event) => event.startsWith('changed'))).toEqual([]);
    await browser.act(await release());
    await until(async () => site.events.includes(`changed to ${second}`), 'the change');
  });

  test('that is let go by another action is where it was pressed, and nothing is clicked', async () => {
    await show(`${captured}${box('other', 'Other', 700, `onclick="post('other clicked')"`)}`);
    await browser.act(drag(at(120, 115), at(400, 115), { hold: true }));
    expect(await valueNow()).toBe(75);
    site.events.length = 0;
    await browser.click('button', 'Other');
    expect(await posted(2)).toEqual(['changed to 5', 'other clicked']);
  });
});

/** As libraries sort: from 5 px on, by what the pointer passes. */
const sortable = `<ul id="list" style="position: absolute; left: 100px; top: 50px; margin: 0; padding: 0; width: 200px; list-style: none">
    ${['One', 'Two', 'Three', 'Four'].map((name) => `<li role="option" tabindex="0" style="height: 40px" onclick="post('clicked ${name}')">${name}</li>`).join('')}</ul>
  ${box('other', 'Other', 700, `onclick="post('other clicked')"`)}
  <script>
    let taken, start, moving = false;
    const order = () => [...list.children].map((each) => each.textContent).join(' ');
    list.onmousedown = (event) => { taken = event.target.closest('li'); start = event.clientY; };
    document.addEventListener('mousemove', ({ clientY, buttons }) => {
      if (!taken) return;
      if (buttons !== 1) { post('lost'); taken = undefined; return; }
      moving ||= Math.abs(clientY - start) > 5;
      if (!moving) return;
      const over = [...list.children].find((each) => { const { top, bottom } = each.getBoundingClientRect(); return clientY >= top && clientY < bottom; });
      if (!over || over === taken) return;
      if (taken.compareDocumentPosition(over) & Node.DOCUMENT_POSITION_FOLLOWING) over.after(taken);
      else over.before(taken);
    });
    document.addEventListener('mouseup', () => { if (moving) post('sorted ' + order()); taken = undefined; moving = false; });
  </script>`;

describe('HE10: a list that is sorted', () => {
  test('by a drag from label to label', async () => {
    await show(sortable);
    await browser.act(drag(await find('One'), await find('Three')));
    expect(await posted(1)).toEqual(['sorted Two Three One Four']);
  });

  test('in parts: it is seen how it would be before it is let go', async () => {
    await show(sortable);
    await browser.act(drag(await find('One'), at(200, 110), { hold: true }));
    const names = async () => (await browser.device.look()).controls.filter(({ role }) => role === 'option').map(({ name }) => name);
    expect(await names()).toEqual(['Two', 'One', 'Three', 'Four']);
    await browser.act({ type: 'move', target: at(200, 190) });
    expect(await names()).toEqual(['Two', 'Three', 'Four', 'One']);
    await browser.act(await release());
    expect(await posted(1)).toEqual(['sorted Two Three Four One']);
  });

  test('is as it was when another action lets go, and nothing is clicked', async () => {
    await show(sortable);
    await browser.act(drag(await find('One'), at(200, 190), { hold: true }));
    await browser.click('button', 'Other');
    expect(await postedBeforeNow()).toEqual(['sorted One Two Three Four', 'other clicked']);
  });

  test('a press in its place is no click, however it is let go', async () => {
    await show(sortable);
    const one = await find('One');
    await browser.act(drag(one, one, { hold: true }));
    await browser.click('button', 'Other');
    expect(await postedBeforeNow()).toEqual(['other clicked']);
    await browser.act(drag(one, one, { hold: true }));
    await browser.act(await release());
    expect(await postedBeforeNow()).toEqual(['other clicked']);
  });
});

describe('HE10: what is held', () => {
  test('is judged when it is dropped, and not before', async () => {
    await show(cardAndZone('Delete'));
    const [card, zone] = [await find('Card'), await find('Delete')];
    expect(await risksOf(drag(card, zone))).toEqual(['deletes']);
    expect(await risksOf(drag(middleOf(card), middleOf(zone)))).toEqual(['deletes']);
    const hold = drag(card, zone, { hold: true });
    expect(await risksOf(hold)).toEqual([]);
    await browser.act(hold);
    expect(await risksOf(await release())).toEqual(['deletes']);
  });

  test('LK12: is not dropped on what has come there since it was judged', async () => {
    await show(cardAndZone('Inbox'));
    await browser.act(drag(await find('Card'), await find('Inbox'), { hold: true }));
    const judged = await release();
    await site.change(`document.body.insertAdjacentHTML('beforeend', ${JSON.stringify(box('front', 'Delete', 400))})`);
    await expect(browser.act(judged)).rejects.toMatchObject({ code: 'control-gone', message: expect.stringContaining('Delete') });
    expect(await postedBeforeNow()).toEqual(['dragstart']);
    expect((await browser.device.look()).pressed).toBeDefined();
  });

  test('is still held when another worker takes the browser over, and can be let go by it', async () => {
    const first = browser;
    browser = await openTestBrowser();
    try {
      await show(sortable);
      await browser.act(drag(await find('One'), at(200, 110), { hold: true }));
      const { pressed } = await browser.device.look();
      await browser.device.detach();
      const next = await browser.driver.attach(browser.attachment, browser.context);
      expect((await next.look()).pressed).toEqual(pressed);
      const live = new AbortController().signal;
      await next.perform({ type: 'release', target: at(200, 110), pressed: at(0, 0) }, live);
      expect(await posted(1)).toEqual(['sorted Two One Three Four']);
      await expect(next.perform({ type: 'move', target: at(1, 1) }, live)).rejects.toMatchObject({ code: 'not-held' });
      await next.detach();
    } finally {
      await browser.close();
      browser = first;
    }
  });
});

test('HE10: a drag whose ends are not in view together is refused, and so is one to where it begins; nothing is pressed', async () => {
  await show(`${box('card', 'Card', 50, `onmousedown="post('pressed')"`)}<div style="height: 4000px"></div><button>Below</button>`);
  const [card, below] = [await find('Card'), await find('Below')];
  for (const action of [drag(card, below), drag(middleOf(card), below), drag(card, below, { via: [middleOf(card)] })])
    await expect(browser.act(action)).rejects.toMatchObject({ code: 'out-of-reach' });
  await expect(browser.act(drag(card, card))).rejects.toMatchObject({ code: 'action-failed' });
  expect(await postedBeforeNow()).toEqual([]);
});

test('HE10: what is out of view is reached by a pointer that is held', async () => {
  await show(`${cardAndZone('Inbox')}<script>zone.style.top = '3000px'</script>`);
  const [card, zone] = [await find('Card'), await find('Inbox')];
  await browser.act(drag(card, at(300, 300), { hold: true }));
  await browser.act({ type: 'move', target: zone });
  await browser.act(await release());
  expect(await posted(3)).toEqual(expect.arrayContaining(['dragstart', 'drop the card']));
});
