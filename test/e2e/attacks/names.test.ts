// Names that say one thing where a person reads another (LK11), and amounts that only a person is shown (HE40).
import { expect, test } from '@jest/globals';
import { choose, clickOn, openHostilePage, type HostilePage } from '../../support/hostile-page.js';

let page: HostilePage;
openHostilePage((opened) => void (page = opened));

const unseen = 'position: absolute; width: 1px; height: 1px; overflow: hidden; clip: rect(0 0 0 0)';
const lies: Readonly<Record<string, string>> = {
  'One next': '<button aria-label="One next">Delete account</button>',
  'Two next': '<input type="button" value="Delete account" aria-label="Two next">',
  'Three next': `<button><span style="${unseen}">Three next</span><span aria-hidden="true">Delete account</span></button>`,
  'Four next': `<label for="four" style="position: absolute; left: -999px">Four next</label><button id="four">Delete account</button>`,
  'Five next': '<span id="five" hidden>Five next</span><button aria-labelledby="five">Delete account</button>',
  'tnuocca eteleD': '<button style="unicode-bidi: bidi-override; direction: rtl">tnuocca eteleD</button>',
  'Seven next': '<style>#seven::before { content: "Delete account: " }</style><div id="seven" onclick="1">Seven next</div>',
  'Eight next': '<a href="#" data-method="delete">Eight next</a>',
  'Nine next': '<a href="#" data-confirm="Really delete it?">Nine next</a>',
};
const honest: Readonly<Record<string, string>> = {
  'Read more about cats': '<a href="#" aria-label="Read more about cats">Read more</a>',
  Close: '<button aria-label="Close">×</button>',
  'Next page': '<button title="Go on"><b>Next</b> page</button>',
};

test('LK11: what a person reads on a control counts, whatever it is named; a name that says more than is written is none of that', async () => {
  const long = `<button><span style="font-size: 0">${'Next page of the list. '.repeat(40)}</span>Delete account</button>`;
  const look = await page.show([...Object.values(lies), ...Object.values(honest), long].map((html) => `<div>${html}</div>`).join(''));
  const verdicts = Object.fromEntries(
    Object.keys({ ...lies, ...honest }).map((name) => [name, page.judged(look, clickOn(look, name)).slice(0, 13)]),
  );
  expect(verdicts).toEqual({
    ...Object.fromEntries(Object.keys(lies).map((name) => [name, 'held: deletes'])),
    ...Object.fromEntries(Object.keys(honest).map((name) => [name, ''])),
  });
  const cut = look.controls.find(({ name }) => name.startsWith('Next page of the list'));
  expect(page.judged(look, clickOn(look, cut?.name ?? ''))).toMatch(/^held: deletes .*Delete account"/);
});

test('HE40: an amount that is told twice, or that stands on the card around a button, is beside it', async () => {
  const look =
    await page.show(`<form><p><span style="${unseen}">$599.00</span><span aria-hidden="true"><span>$</span><span>599</span><i class="icon">home</i></span></p><button>Continue</button></form>
    <div role="button" tabindex="0"><p>Total: $20</p><button>Proceed</button></div>`);
  expect(look.controls.filter(({ role }) => role === 'text').map(({ name }) => name)).toEqual(['$599']);
  for (const name of ['Continue', 'Proceed']) expect(page.judged(look, clickOn(look, name))).toMatch(/^held: pays/);
});

test('LK10: an option is chosen by what a person reads before what the page calls it; named by the latter it may be any', async () => {
  const look =
    await page.show(`<select aria-label="Plan" onchange="post(this.selectedOptions[0].label)"><option>none<option value="Free">Pro<option value="Pro">Free</select>
    <select aria-label="Action"><option>none<option value="3">Delete everything</select>`);
  expect(await page.act(look, choose(look, 'Plan', 'Free'))).toEqual({ outcome: 'done', events: ['Free'] });
  expect(page.judged(look, choose(look, 'Action', '3'))).toMatch(/^held: deletes/);
  expect(page.judged(look, choose(look, 'Action', 'none'))).toBe('');
});
