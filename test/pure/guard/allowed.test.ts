// LK76: `guard.allow`, on screens as a browser shows them.
import { describe, expect, test } from '@jest/globals';
import { type AllowedDeed, guardAction, narrowGuard, type Guard, defaultGuardRules } from '../../../src/domain/guard/guard.js';
import { createJudgement } from '../../../src/domain/guard/judge.js';
import type { Control } from '../../../src/domain/ui/control.js';
import { lexicon } from '../../support/lexicon.js';

const named: AllowedDeed = {
  origin: 'https://shop.example',
  path: '/orders/*',
  control: { role: 'button', name: 'Delete draft' },
  kind: 'deletes',
};
const guard: Guard = { origins: [], apps: [], rules: defaultGuardRules, off: false, allow: [named] };

interface Shown {
  readonly address?: string;
  readonly application?: string;
  readonly name?: string;
  readonly role?: string;
  readonly more?: readonly string[];
}

function controlOf(name: string, index: number, role: string): Control {
  const bounds = { x: 10, y: 40 * index, width: 120, height: 30 };
  return {
    id: `${index}`,
    role,
    name,
    bounds,
    enabled: true,
    visible: true,
    interactive: true,
    path: `main/button[${index}]`,
    source: 'tree',
  };
}

function verdictOn(
  { address, application = 'Shop', name = 'Delete draft', role = 'button', more = [] }: Shown,
  against: Guard = guard,
): string {
  const controls = [name, ...more].map((each, index) => controlOf(each, index + 1, role));
  const page = { name: application, ...(address === undefined ? {} : { url: address }) };
  const action = { type: 'click', target: { control: controls[0] as Control }, button: 'left', clickCount: 1 } as const;
  const activation = createJudgement({ controls, page }, lexicon)(action);
  return guardAction(against, { function: 'click_input', args: {}, effect: 'input', target: { role, name }, activation }).verdict;
}

const there = { address: 'https://shop.example/orders/17?from=mail' };

test('LK76: what the configuration names goes unasked', () => {
  expect(verdictOn(there, { ...guard, allow: [] })).toBe('confirm');
  expect(verdictOn(there)).toBe('allow');
});

describe('LK76: anything else is asked about', () => {
  test.each<[string, Shown]>([
    ['another origin', { address: 'https://shop.example.evil.example/orders/17' }],
    ['the same name over http', { address: 'http://shop.example/orders/17' }],
    ['another port', { address: 'https://shop.example:8443/orders/17' }],
    ['a longer path', { address: 'https://shop.example/orders/17/items' }],
    ['a shorter one', { address: 'https://shop.example/orders' }],
    ['an empty step', { address: 'https://shop.example/orders/' }],
    ['a route behind the path', { address: 'https://shop.example/orders/17#/all' }],
    ['the path in another case', { address: 'https://shop.example/Orders/17' }],
    ['a page without an address of its own', { address: 'data:text/html,/orders/17' }],
    ['an application of that name', { application: 'https://shop.example/orders/17' }],
    ['another control', { ...there, name: 'Delete customer' }],
    ['a name that only looks alike', { ...there, name: 'Dеlete draft' }],
    ['another role', { ...there, role: 'link' }],
    ['two of them', { ...there, more: ['Delete draft'] }],
  ])('%s', (_what, shown) => {
    expect(verdictOn(shown)).toBe('confirm');
  });

  test('a point, whatever is listed there', () => {
    const controls = [controlOf('Delete draft', 1, 'button')];
    const click = (target: object) =>
      ({ type: 'click', target, button: 'left', clickCount: 1 }) as Parameters<ReturnType<typeof createJudgement>>[0];
    const judged = createJudgement({ controls, size: { width: 800, height: 600 }, page: { name: 'Shop', url: there.address } }, lexicon);
    const at = (target: object) =>
      guardAction(guard, { function: 'click', args: {}, effect: 'input', activation: judged(click(target)) }).verdict;
    expect(at({ control: controls[0] })).toBe('allow');
    expect(at({ point: { x: 60, y: 50 }, unit: 'px' })).toBe('confirm');
  });

  test('another kind of what the control does, and a rule of the configuration', () => {
    expect(verdictOn(there, { ...guard, allow: [{ ...named, kind: 'pays' }] })).toBe('confirm');
    const rules = [...defaultGuardRules, { reason: 'our rule', words: ['draft'] }];
    expect(verdictOn(there, { ...guard, rules })).toBe('confirm');
    expect(
      verdictOn(
        { ...there, name: 'Delete and pay' },
        { ...guard, allow: [{ ...named, control: { role: 'button', name: 'Delete and pay' } }] },
      ),
    ).toBe('confirm');
  });

  test('what the input of a run brings', () => {
    const brought = { allow: [named], origins: [] } as Parameters<typeof narrowGuard>[1];
    const { allow: _, ...without } = guard;
    expect(narrowGuard(without, brought).allow).toBeUndefined();
    expect(narrowGuard(guard, {}).allow).toEqual([named]);
  });
});

test('LK76: without addresses, by the name of the application', () => {
  const own = { ...named, origin: '', path: 'Orders' };
  expect(verdictOn({ application: 'Orders' }, { ...guard, allow: [own] })).toBe('allow');
  expect(verdictOn({ application: 'Customers' }, { ...guard, allow: [own] })).toBe('confirm');
  expect(verdictOn({ address: 'https://evil.example/Orders', application: 'Orders' }, { ...guard, allow: [own] })).toBe('confirm');
});
