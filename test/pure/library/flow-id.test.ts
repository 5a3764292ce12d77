import { flowIdOf, isFlowId } from '../../../src/domain/library/flow-id.js';

test.each([
  ['', 'Order the kettle', 'order-the-kettle'],
  ['order-1', 'Order the kettle', 'order-1'],
  ['', 'Café: «crème»', 'cafe-creme'],
  ['../../etc/passwd', 'x', 'etc-passwd'],
  ['__proto__', 'x', 'proto'],
])('RP12: a flow with the id %j and the name %j is kept as %s', (id, name, expected) => {
  expect(flowIdOf({ id, name })).toBe(expected);
});

test('RP12: names of other scripts and long ones are told apart', () => {
  const ids = ['订购水壶', '订购杯子', `${'long '.repeat(40)}a`, `${'long '.repeat(40)}b`, 'Größe', 'Gröe', '…'].map((name) =>
    flowIdOf({ id: '', name }),
  );
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) {
    expect(isFlowId(id)).toBe(true);
    expect(flowIdOf({ id, name: 'x' })).toBe(id);
  }
});
