import { z } from 'zod';
import { inputOf, toolNameOf } from '../../../src/mcp/flow-tools.js';
import { flowIdOf } from '../../../src/domain/library/flow-id.js';

test('RP21: names of tools are valid, as short as clients want them, and as many as flows', () => {
  const names = ['Order the kettle', 'Order-the kettle 2', '订购水壶', 'x'.repeat(300), `${'x'.repeat(300)}y`, '__proto__'];
  const tools = names.map((name) => toolNameOf(flowIdOf({ id: '', name })));
  expect(new Set(tools).size).toBe(names.length);
  for (const tool of tools) expect(tool).toMatch(/^flow_[a-z0-9_]{1,59}$/);
});

test('RP21: a form is an input schema: types, descriptions, what may be left out', () => {
  const input = z.strictObject(
    inputOf([
      { name: 'item', title: 'Item', type: 'text', default: 'kettle' },
      { name: 'count', type: 'number' },
      { name: 'mail', type: 'email', description: 'where to' },
      { name: 'page', type: 'url', default: 'https://shop.example' },
      { name: 'day', type: 'date' },
    ]),
  );
  const { properties = {}, required } = z.toJSONSchema(input);
  expect(required).toEqual(['count', 'mail', 'day']);
  expect(properties).toMatchObject({
    item: { type: 'string', description: 'Item; otherwise "kettle"' },
    count: { type: 'number' },
    mail: { format: 'email', description: 'where to' },
    page: { format: 'uri' },
    day: { format: 'date' },
  });
  expect(input.safeParse({ count: 2, mail: 'a@b.example', day: '2026-11-26' }).success).toBe(true);
  expect(input.safeParse({ count: '2', mail: 'a@b.example', day: '2026-11-26' }).success).toBe(false);
});
