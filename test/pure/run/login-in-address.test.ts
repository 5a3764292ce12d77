// LK74: a password in an address would stand in histories and records.
import { describe, expect, test } from '@jest/globals';
import { parseHostAgentInput } from '../../../src/domain/agent/input.js';
import { parseFlow } from '../../../src/domain/flow/parse-flow.schema.js';
import { guardAction, type Guard } from '../../../src/domain/guard/guard.js';

const withLogin = 'https://ann:opensesame@shop.example/cart';
const longest = `https://ann:opensesame${'x'.repeat(200)}@shop.example/cart`;
const told = /an address without a login.*log in on the page, with \{\{secret:NAME\}\} for the password/;
const guard: Guard = { origins: ['https://shop.example'], apps: [], rules: [], off: false };

/** What is thrown or told. */
const messageOf = (work: () => unknown): string => {
  try {
    return JSON.stringify(work());
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};

describe.each([
  withLogin,
  'HTTPS://ann@shop.example/cart',
  'https://:opensesame@shop.example/cart',
  longest,
  'https://ann:open sesame"opensesame@shop.example/cart',
  'https://shop.example/cart?next=https://ann:opensesame@shop.example',
  'https://shop.example/cart?next=https%3A%2F%2Fann%3Aopensesame%40shop.example',
])('LK74: %s', (url) => {
  test.each([
    ['as the address of a device', () => parseHostAgentInput({ request: 'x', device: { kind: 'web', url } })],
    ['as an allowed origin', () => parseHostAgentInput({ request: 'x', device: { kind: 'web' }, guard: { origins: [url] } })],
    [
      'in a flow',
      () =>
        parseFlow({ name: 'x', nodes: [{ id: 'a', name: 'a', node_type: { type: 'Act', deed: { type: 'Navigate', url } } }], edges: [] }),
    ],
  ])('is refused %s, and its password is not repeated', (_where, given) => {
    const message = messageOf(given);
    expect(message).toMatch(told);
    expect(message).not.toContain('opensesame');
  });

  test('is not opened, whoever says so', () => {
    for (const action of [
      { type: 'navigate', url },
      { type: 'launch-application', name: url },
    ] as const) {
      const verdict = guardAction(guard, { function: 'open_url', args: {}, effect: 'launch', run: { kind: 'device', action } });
      expect(verdict).toMatchObject({ verdict: 'refuse', code: 'login-in-address', message: expect.stringMatching(told) });
      expect(JSON.stringify(verdict)).not.toContain('opensesame');
    }
  });
});

test.each([
  ' https://ann:opensesame@shop.example/cart',
  'https:ann:opensesame@shop.example/cart',
  'https:\\\\ann:opensesame@shop.example',
  'ht\ttps://ann:opensesame@shop.example',
  '//ann:opensesame@shop.example/',
  'ann:opensesame@shop.example',
  'view-source:https://ann:opensesame@shop.example',
  'blob:https://ann:opensesame@shop.example',
  'https://ann:opensesame＠shop.example',
  'https://ann:opensesame%40shop.example',
])('LK74: what is no address of a page, such as %s, is refused as an address, and its password is not repeated', (url) => {
  for (const given of [
    () => parseHostAgentInput({ request: 'x', device: { kind: 'web', url } }),
    () => parseHostAgentInput({ request: 'x', device: { kind: 'web' }, guard: { origins: [url] } }),
  ]) {
    expect(given).toThrow();
    expect(messageOf(given)).not.toContain('opensesame');
  }
});

test('LK74: an address of mail is no login', () => {
  const url = 'https://shop.example/cart?mail=ann@mail.example';
  expect(parseHostAgentInput({ request: 'x', device: { kind: 'web', url } }).device).toMatchObject({ url });
});
