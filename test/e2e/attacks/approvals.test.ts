// What was approved has become something else though its words are the same (LK3, HE13): where it leads, what its form carries, on which page it stands.
import { expect, test } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { clickOn, openHostilePage, type HostilePage } from '../../support/hostile-page.js';

let page: HostilePage;
openHostilePage((opened) => void (page = opened));

const form = `<form action="/one" onsubmit="post('sent ' + this.id.value); return false"><p>Mail of Ada</p><input type="hidden" name="id" value="1"><input type="hidden" name="csrf_token" value="a">
  <select name="to" style="display: none"><option value="ada">Ada<option value="eve">Eve</select><button>Delete mail</button></form>`;

test.each([
  ['a hidden field', `document.querySelector('input').value = '2'`, /^void: what button "Delete mail" would send/],
  ['a choice that is not shown', `document.querySelector('select').value = 'eve'`, /^void: what button "Delete mail" would send/],
  ['the address of its form', `document.querySelector('form').action = '/two'`, /^void: button "Delete mail" now leads elsewhere/],
  [
    'the address of the button',
    `document.querySelector('button').setAttribute('formaction', '/all')`,
    /^void: button "Delete mail" now leads elsewhere/,
  ],
  ['the address of the page, by a script', `history.pushState(null, '', '/users/2')`, /^void: the page is now .*\/users\/2/],
])('LK3: %s changed', async (_what, change, outcome) => {
  const look = await page.show(form);
  const acted = await page.approved(look, clickOn(look, 'Delete mail'), () => page.site.change(change));
  expect(acted).toEqual({ outcome: expect.stringMatching(outcome), events: [] });
});

test('LK3: the link leads elsewhere, and what is shown on it under another name changed', async () => {
  const look = await page.show(
    `<p>Invoice</p><a id="link" href="#one">Delete invoice</a><p>Order</p><button id="pay" aria-label="Pay now">Pay $5</button>`,
  );
  const link = await page.approved(look, clickOn(look, 'Delete invoice'), () => page.site.change(`link.href = '#two'`));
  expect(link.outcome).toMatch(/^void: .* leads elsewhere/);
  const pay = await page.approved(look, clickOn(look, 'Pay now'), () => page.site.change(`pay.textContent = 'Pay $500'`));
  expect(pay.outcome).toMatch(/^void: .* now shows "Pay \$500"/);
});

test('LK3: a long form: an amount far from its button changed', async () => {
  const fields = Array.from({ length: 70 }, (_, at) => `<div><label>Field ${at} <input></label></div>`).join('');
  const look = await page.show(
    `<form onsubmit="post('paid ' + this.sum.value); return false"><label>Amount <input name="sum" value="5"></label>${fields}<div><p>Ready?</p><button>Pay now</button></div></form>`,
  );
  const acted = await page.approved(look, clickOn(look, 'Pay now'), () => page.site.change(`document.forms[0].sum.value = '500'`));
  expect(acted).toEqual({ outcome: expect.stringMatching(/^void: what button "Pay now" would send/), events: [] });
});

test('LK3: a page or a pop-up of the same layout under another address', async () => {
  const { site, browser } = page;
  const user = `<main><p>Danger zone</p><button onclick="post('deleted on ' + location.pathname)">Delete user</button></main>`;
  const look = await page.show(user);
  const first = look.application.id;
  const opened = await page.approved(look, clickOn(look, 'Delete user'), async () => {
    await site.change(`open('/users/3')`);
    await sleep(300);
  });
  expect(opened).toEqual({ outcome: expect.stringMatching(/^void: the page is now .*\/users\/3/), events: [] });
  for (const { id } of await browser.device.listApplications()) if (id !== first) await browser.device.closeApplication(id);
});

test('HE13: what pages renew by themselves voids nothing, nor does a mark in the page or a field of another form', async () => {
  const look = await page.show(`${form}<form><input name="other" aria-label="Other"></form>`);
  const acted = await page.approved(look, clickOn(look, 'Delete mail'), () =>
    page.site.change(
      `document.querySelector('[name=csrf_token]').value = 'b'; location.hash = 'top'; document.querySelector('[name=other]').value = 'x'`,
    ),
  );
  expect(acted).toEqual({ outcome: 'done', events: ['sent 1'] });
});
