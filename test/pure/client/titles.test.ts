// What lists show of a run that another client started: its input says what it is about.
import { expect, test } from '@jest/globals';
import { prepareAgent, prepareExplorer, prepareFlow, titleOf } from '../../../src/client/inputs.js';
import { InputError } from '../../../src/domain/errors/input-error.js';

const ref = `sha256:${'0'.repeat(64)}`;

test.each<[string, string, unknown, string]>([
  ['an agent', 'hostAgent', { request: 'Order a kettle' }, 'Order a kettle'],
  ['a flow', 'flow', { flow: { name: 'Fill the cart', nodes: [] } }, 'Fill the cart'],
  ['a flow without a name', 'flow', { flow: {} }, 'flow'],
  ['a stored flow', 'flow', { flowRef: ref }, 'flow'],
  ['an explorer', 'explorer', { device: { url: 'https://shop.example' } }, 'explore https://shop.example'],
  ['an explorer of a named application', 'explorer', { appId: 'shop' }, 'explore shop'],
  ['an explorer of a sensitive application', 'explorer', { appId: 'shop', sensitive: true }, 'explore'],
  ['a procedure', 'procedure', { definition: { title: 'Release a product' } }, 'Release a product'],
  ['a stored procedure', 'procedure', { definitionRef: ref }, 'procedure'],
])('the title of %s', (_what, type, input, title) => {
  expect(titleOf(type, input)).toBe(title);
});

test.each(['hostAgent', 'flow', 'explorer', 'procedure', 'purchase'])('what a %s does not take has no title', (type) => {
  expect(() => titleOf(type, { price: 48 })).toThrow();
  expect(() => titleOf(type, undefined)).toThrow();
});

test.each<[string, (input: never) => unknown, unknown, string]>([
  ['no flow input', prepareFlow, null, 'input'],
  ['no flow', prepareFlow, {}, 'input.flow'],
  ['a flow that is null', prepareFlow, { flow: null }, 'input.flow'],
  ['a flow without a name', prepareFlow, { flow: {} }, 'input.flow.name'],
  ['a flow whose name is a number', prepareFlow, { flow: { name: 5, nodes: [] } }, 'input.flow.name'],
  ['no request', prepareAgent, null, 'input'],
  ['nothing to explore', prepareExplorer, null, 'input'],
])('FL23: %s is refused at once, as no error of the program', (_what, prepare, input, field) => {
  const refused = (): unknown => prepare(input as never);
  expect(refused).toThrow(InputError);
  expect(refused).toThrow(field);
});
