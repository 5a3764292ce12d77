import fc from 'fast-check';
import type { FlowDocument } from '../../../src/domain/flow/document.js';
import { applicationOf } from '../../../src/domain/library/flow-id.js';
import { matchRequest, checkedValues, nearRequests, otherDeeds } from '../../../src/domain/library/match-request.js';
import { lexicon } from '../../support/lexicon.js';
import { compiledFlow } from '../../support/library.js';

type Field = NonNullable<FlowDocument['form']>[number];

function flowFor(request: string, form: readonly Partial<Field>[]): FlowDocument {
  return compiledFlow({ form: form.map((field) => ({ name: 'x', ...field })), compiled: { run: 'r', request } });
}

const kettle = [{ name: 'item', default: 'blue kettle' }];
const two = [
  { name: 'item', default: 'kettle' },
  { name: 'city', default: 'Paris' },
];

test.each<[string, readonly Partial<Field>[], string, object | undefined]>([
  ['Order the blue kettle', kettle, 'Order the blue kettle', { item: 'blue kettle' }],
  ['Order the blue kettle', kettle, ' order  THE blue\nkettle. ', { item: 'blue kettle' }],
  ['Order the blue kettle', kettle, 'Order the Red Pan', { item: 'Red Pan' }],
  ['Order the blue kettle', kettle, 'Order the pan', { item: 'pan' }],
  ['Order the blue kettle', kettle, 'Order a red pan', undefined],
  ['Order the blue kettle', kettle, 'Order the', undefined],
  ['Order the blue kettle', kettle, 'Do not order the blue kettle', undefined],
  ['Order the blue kettle', kettle, 'Order the red pan and then cancel my account', undefined],
  ['Order the blue kettle', kettle, 'Order the red pan, cancel it', undefined],
  ['Order the blue kettle', kettle, 'Order the pan, twice', undefined],
  ['Order the blue kettle', kettle, 'Order the {{secret:shop}}', undefined],
  ['Order the "blue kettle"', kettle, 'Order the "large red pan with a lid, 2 l"', { item: 'large red pan with a lid, 2 l' }],
  ['Order the "blue kettle"', kettle, 'Order the "pan" and the "lid"', undefined],
  ['Click on "non."', [{ name: 'link', default: 'non.' }], 'Click on "eget".', { link: 'eget' }],
  ['Say hello.', [{ name: 'words', default: 'hello.' }], 'Say goodbye.', { words: 'goodbye' }],
  ['Send the kettle to Paris', two, 'Send the pan to Rome', { item: 'pan', city: 'Rome' }],
  ['Send the kettle to Paris', two, 'Send the way to go to Rome', undefined],
  ['Send kettle Paris', two, 'Send red pan Rome', undefined],
  ['Buy a kettle; pay for the kettle', [{ name: 'item', default: 'kettle' }], 'Buy a pan; pay for the pan', { item: 'pan' }],
  ['Buy a kettle; pay for the kettle', [{ name: 'item', default: 'kettle' }], 'Buy a pan; pay for the lid', undefined],
  ['Order 2 kettles', [{ name: 'count', type: 'number', default: '2' }], 'Order 12 kettles', { count: '12' }],
  ['Order 2 kettles', [{ name: 'count', type: 'number', default: '2' }], 'Order no kettles', undefined],
  ['Write to a@b.example', [{ name: 'to', type: 'email', default: 'a@b.example' }], 'Write to c@d.example', { to: 'c@d.example' }],
  ['Write to a@b.example', [{ name: 'to', type: 'email', default: 'a@b.example' }], 'Write to nobody', undefined],
  // A value inside a word is none.
  ['Order 2 of 12', [{ name: 'count', default: '2' }], 'Order 3 of 12', { count: '3' }],
  // The same value twice: nobody can say which is which.
  [
    'From Rome to Rome',
    [
      { name: 'from', default: 'Rome' },
      { name: 'to', default: 'Rome' },
    ],
    'From Rome to Paris',
    undefined,
  ],
  [
    'From Rome to Rome',
    [
      { name: 'from', default: 'Rome' },
      { name: 'to', default: 'Rome' },
    ],
    'From Rome to Rome',
    { from: 'Rome', to: 'Rome' },
  ],
  // An answer of a person was not in the request: its default stays.
  [
    'Order the kettle',
    [
      { name: 'item', default: 'kettle' },
      { name: 'size', default: 'large' },
    ],
    'Order the pan',
    { item: 'pan', size: 'large' },
  ],
  ['Order the kettle', [{ name: 'item', default: 'kettle' }, { name: 'size' }], 'Order the kettle', undefined],
  [
    'Order a kettle and a pan',
    [
      { name: 'constructor', default: 'kettle' },
      { name: '__proto__', default: 'pan' },
    ],
    'Order a mug and a pot',
    JSON.parse('{"constructor": "mug", "__proto__": "pot"}') as object,
  ],
  ['Check my mail', [], 'Check my mail', {}],
  ['Check my mail', [], 'Check my calendar', undefined],
  ['', [], '', undefined],
])('RP20: %j with %j and the request %j comes to %j', (recorded, form, request, expected) => {
  expect(matchRequest(request, flowFor(recorded, form))).toEqual(expected);
});

test('RP20: whatever one word the values are, they are read as they stand', () => {
  const word = fc.stringMatching(/^[a-z]{1,8}$/).filter((text) => text !== 'to');
  fc.assert(
    fc.property(word, word, (item, city) => {
      expect(matchRequest(`Send the ${item} to ${city}`, flowFor('Send the kettle to Paris', two))).toEqual({ item, city });
    }),
  );
});

test('RP20: a request that could be read in thousands of ways is given up, not waited for', () => {
  const form = Array.from({ length: 8 }, (_, index) => ({ name: `v${index}`, default: `value${index} a a a a a a a a` }));
  const flow = flowFor(form.map((field) => field.default).join(' a '), form);
  expect(matchRequest('a '.repeat(1_500), flow)).toBeUndefined();
});

describe('near requests', () => {
  const order = flowFor('Order the blue kettle in the shop', kettle);
  const invoice = flowFor('Download the invoices of March', [{ name: 'month', default: 'March' }]);

  test('RP20: one that shares most of its words is near, one that shares few is not', () => {
    expect(nearRequests('Please order a red pan in the shop', [invoice, order])).toEqual([order]);
    expect(nearRequests('Delete my account', [invoice, order])).toEqual([]);
  });

  test.each<[string, Readonly<Record<string, string | null>>, object | undefined]>([
    ['Please order a Red  pan', { item: 'red pan' }, { item: 'Red pan' }],
    ['Please order a red pan', { item: 'green pan' }, undefined],
    ['Please order a red pan', { item: null }, undefined],
    ['Please order a red pan', {}, undefined],
    ['Please order a {{secret:x}}', { item: '{{secret:x}}' }, undefined],
  ])('RP20: in %j a model may have read %j: %j', (request, read, expected) => {
    expect(checkedValues(request, order, read)).toEqual(expected);
  });
});

test('RP20: an application is the origin of an address, configured or given, or a name', () => {
  const apps = [{ name: 'shop', url: 'https://shop.example/start' }];
  expect(applicationOf({ kind: 'web', url: 'https://shop.example/a?b' }, apps)).toBe('https://shop.example');
  expect(applicationOf({ kind: 'web', app: 'shop' }, apps)).toBe('https://shop.example');
  expect(applicationOf({ kind: 'desktop', app: 'shop' }, apps)).toBe('shop');
  expect(applicationOf({}, apps)).toBe('');
});

test.each<[string, readonly string[]]>([
  ['Please order me the red pan', []],
  ['Do not order the red pan', ['forbids something']],
  ['Cancel the order of the red pan', ['deletes something']],
  [`Order the red pan. ${'It is for my aunt. '.repeat(150)}Delete all the rest.`, ['deletes something']],
  ['Die rote Pfanne bestellen und das Konto löschen', ['deletes something']],
])('RP20: R7: %s says other deeds than to order the kettle: %j', (request, others) => {
  expect(otherDeeds(request, flowFor('Order the blue kettle', kettle), lexicon)).toEqual(others);
});
