// Keys that press something else than what they were judged by (LK10): what has the focus, where Tab leads, and what Enter presses in a field are told by the browser.
import { expect, test } from '@jest/globals';
import { clickOn, keys, openHostilePage, type HostilePage } from '../../support/hostile-page.js';

let page: HostilePage;
openHostilePage((opened) => void (page = opened));

const next = `<button id="next" onclick="post('next')">Next</button>`;
const deleting = `<button id="del" onclick="post('deleted')">Delete account</button>`;

test.each([
  [
    'a target that takes no focus, while another button has it',
    `<div role="button" onclick="post('next')">Next</div>${deleting}<script>del.focus()</script>`,
    'Next',
    'action-failed',
  ],
  ['a target that passes the focus on', `${next}${deleting}<script>next.onfocus = () => del.focus()</script>`, 'Next', 'action-failed'],
])('LK10: %s: no key is pressed', async (_what, html, name, outcome) => {
  const look = await page.show(html);
  expect(await page.act(look, keys('{ENTER}', look, name))).toEqual({ outcome, events: [] });
});

test('LK10: a target that passes the focus on, in a window that is not in front: no key is pressed', async () => {
  const { device, attachment } = page.browser;
  const { port, path = '', sessionId } = attachment as { readonly port: number; readonly path?: string; readonly sessionId: string };
  const first = (await device.look()).application.id;
  const opened = await fetch(`http://127.0.0.1:${port}${path}/session/${sessionId}/window/new`, { method: 'POST', body: '{"type":"tab"}' });
  const { value } = (await opened.json()) as { readonly value: { readonly handle: string } };
  await device.selectApplication(value.handle);
  const look = await page.show(`${next}${deleting}<script>next.onfocus = () => del.focus()</script>`);
  expect(await page.act(look, keys('{ENTER}', look, 'Next'))).toEqual({ outcome: 'action-failed', events: [] });
  await device.closeApplication(value.handle);
  await device.selectApplication(first);
});

test.each([
  [
    'an order of its own for Tab',
    `<input id="a" tabindex="1" aria-label="First">${next}<button tabindex="1" onclick="post('deleted')">Delete account</button><script>a.focus()</script>`,
  ],
  [
    'a handler that sends Tab elsewhere',
    `<input id="a" aria-label="First">${next}${deleting}<script>a.onkeydown = (event) => { if (event.key === 'Tab') { event.preventDefault(); del.focus(); } }; a.focus()</script>`,
  ],
])('LK10: %s: the sequence stops before Enter and before Space', async (_what, html) => {
  const look = await page.show(html);
  for (const pressing of ['{ENTER}', '{SPACE}']) {
    await page.site.change('a.focus()');
    expect(await page.act(look, keys(`{TAB}${pressing}`))).toEqual({ outcome: 'control-gone', events: [] });
    page.site.events.length = 0;
  }
});

test('LK10: focus that has moved since it was judged, also into a frame of another site: nothing is pressed', async () => {
  page.site.serveAt('/framed', `<button id="del" onclick="post('deleted')">Delete account</button>`);
  const look = await page.show(
    `${next}${deleting}<iframe id="frame" src="${page.site.other}/framed"></iframe><script>next.focus()</script>`,
  );
  expect(await page.act(look, keys('{ENTER}'), () => page.site.change('del.focus()'))).toEqual({ outcome: 'control-gone', events: [] });
  page.site.events.length = 0;
  await page.site.change('next.focus()');
  expect(await page.act(look, keys('{ENTER}'))).toEqual({ outcome: 'done', events: ['next'] });
});

test('LK10: a sequence that presses what it was judged by runs whole', async () => {
  const look = await page.show(`<form onsubmit="post('sent ' + this.elements.a.value + this.elements.b.checked); return false">
    <input id="a" name="a" aria-label="First"><input type="checkbox" name="b" aria-label="Second"><button type="button">Show</button><button>Search</button></form><script>a.focus()</script>`);
  expect(await page.act(look, keys('one{TAB}{SPACE}{TAB}{TAB}{ENTER}'))).toEqual({ outcome: 'done', events: ['sent onetrue'] });
});

test.each([
  [
    'the key that a button has for itself',
    `${next}<button accesskey="d" onclick="post('deleted')">Delete account</button>`,
    '%d',
    undefined,
  ],
  [
    'the button that Enter presses, though it is not displayed',
    `<form onsubmit="return false"><button style="display: none" onclick="post('deleted')">Delete account</button><input aria-label="Query"><button>Search</button></form>`,
    '{ENTER}',
    'Query',
  ],
  [
    'the same out of view',
    `<form onsubmit="return false"><button style="position: absolute; left: -9999px" onclick="post('deleted')">Delete account</button><input aria-label="Query"><button>Search</button></form>`,
    '{ENTER}',
    'Query',
  ],
  [
    'the button of the form that a field belongs to, which is another than the one around it',
    `<form id="other" onsubmit="return false"><button onclick="post('deleted')">Delete account</button></form>
     <form onsubmit="return false"><input form="other" aria-label="Query"><button>Search</button></form>`,
    '{ENTER}',
    'Query',
  ],
  [
    'a form without a button that puts a password into the address',
    `<form><label>Password <input type="password" name="p"></label></form>`,
    '{ENTER}',
    'Password',
  ],
])('LK10, LK21: judged by %s', async (_what, html, pressed, name) => {
  const look = await page.show(html);
  expect(page.judged(look, name === undefined ? keys(pressed) : keys(pressed, look, name))).toMatch(/^held: (?:deletes|puts a secret)/);
});

test('LK10, HE40: a button is judged by the form that it belongs to, wherever it stands; a password that belongs to it counts there', async () => {
  const look = await page.show(`<form id="pay"><label>Card number <input name="card"></label></form><form id="get"></form>
    <main><div><button form="pay">Continue</button></div><div><label>Password <input type="password" name="p" form="get"></label></div><div><button form="get">Go on</button></div></main>`);
  expect(page.judged(look, clickOn(look, 'Continue'))).toMatch(/^held: pays/);
  expect(page.judged(look, clickOn(look, 'Go on'))).toMatch(/^held: puts a secret/);
});

test('a link to another program is not followed by a key either, nor one of a drawing', async () => {
  const look = await page.show(
    `<a id="mail" href="mailto:a@example.com">Mail us</a><svg width="80" height="20"><a href="tel:1"><title>Telephone</title><rect width="80" height="20" /></a></svg><script>mail.focus()</script>`,
  );
  expect((await page.act(look, keys('{ENTER}'))).outcome).toBe('not-supported');
  expect((await page.act(look, clickOn(look, 'Telephone'))).outcome).toBe('not-supported');
});
