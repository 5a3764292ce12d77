// The input of a run meets the worker's configuration: it may narrow guard and budgets, never widen them.
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parseHostAgentInput } from '../../../src/domain/agent/input.js';
import { defaultTimings, resolveRun, withConfigured, type RunDefaults } from '../../../src/domain/run/resolve-settings.js';
import { defaultAgentSettings } from '../../../src/domain/run/settings.js';
import { isAllowedAddress } from '../../../src/domain/guard/guard.js';
import { InputError } from '../../../src/domain/errors/input-error.js';
import type { Budget } from '../../../src/domain/budget/budget.js';
import { seeded, walksOfEach } from '../../support/properties.js';

const shop = { name: 'Shop', url: 'http://shop.test/cart' };
const defaults: RunDefaults = {
  settings: defaultAgentSettings,
  budget: {},
  guard: { origins: [], apps: [], rules: [{ reason: 'configured' }], off: false },
  apps: [],
  timings: defaultTimings,
  model: { timeoutMs: 120_000 },
};
const input = (more: object = {}) => parseHostAgentInput({ request: 'r', device: { url: 'http://start.test/a' }, ...more });
const fenced = (...origins: readonly string[]): RunDefaults => ({ ...defaults, guard: { ...defaults.guard, origins } });

describe('origins', () => {
  test('are those of the start address and the configured applications', () => {
    expect(resolveRun({ ...defaults, apps: [shop] }, input()).guard.origins).toEqual(['http://start.test', 'http://shop.test']);
  });

  test('of the input replace those of the applications', () => {
    const { guard } = resolveRun({ ...defaults, apps: [shop] }, input({ guard: { origins: ['http://other.test'] } }));
    expect(guard.origins).toEqual(['http://start.test', 'http://other.test']);
  });

  test.each([
    ['a start address outside', {}, 'input.device.url'],
    ['an origin outside', { device: { url: 'http://a.test/' }, guard: { origins: ['http://start.test'] } }, 'input.guard.origins'],
    ['no start address, and no application inside', { device: {} }, 'input.device.url'],
  ])('refuse %s, by field', (_case, more, field) => {
    expect(() => resolveRun({ ...fenced('http://a.test'), apps: [shop] }, input(more))).toThrow(
      expect.objectContaining({ code: 'invalid-input', field, message: expect.stringContaining('http://a.test') }),
    );
  });

  test('leave out applications that the configuration does not allow', () => {
    expect(resolveRun({ ...fenced('http://start.test'), apps: [shop] }, input()).guard.origins).toEqual(['http://start.test']);
  });

  test('need at least one starting point', () => {
    expect(() => resolveRun(defaults, input({ device: {} }))).toThrow(/input\.device\.url is missing; allowed: a start address/);
  });

  test('of the configuration apply to devices other than browsers too', () => {
    const device = { kind: 'appium' };
    expect(resolveRun(fenced('http://a.test'), input({ device })).guard.origins).toEqual(['http://a.test']);
    expect(resolveRun(defaults, input({ device })).guard.origins).toEqual([]);
  });
});

describe('applications', () => {
  const some: RunDefaults = { ...defaults, guard: { ...defaults.guard, apps: ['Shop', 'Mail'] } };

  test('may be restricted', () => {
    expect(resolveRun(some, input({ guard: { apps: ['Mail'] } })).guard.apps).toEqual(['Mail']);
    expect(resolveRun(some, input({ guard: { apps: [] } })).guard.apps).toEqual(['Shop', 'Mail']);
  });

  test('that are not configured are refused by name', () => {
    expect(() => resolveRun(some, input({ guard: { apps: ['Bank'] } }))).toThrow(/input\.guard\.apps is "Bank"; allowed: .*Shop, Mail/);
  });
});

describe('the step cap', () => {
  test.each([
    ['neither', {}, {}, 50],
    ['maxStep', {}, { maxStep: 80 }, 80],
    ['a budget of steps', {}, { budget: { maxSteps: 80 } }, 80],
    ['both', {}, { maxStep: 80, budget: { maxSteps: 70 } }, 70],
    ['more than the configuration allows', { maxSteps: 60 }, { maxStep: 80 }, 60],
    ['less', { maxSteps: 60 }, { maxStep: 5 }, 5],
  ])('by %s', (_case, budget, more, expected) => {
    const resolved = resolveRun({ ...defaults, budget }, input(more));
    expect([resolved.budget.maxSteps, resolved.settings.maxStep]).toEqual([expected, expected]);
  });
});

describe('narrowing never widens', () => {
  const caps = ['maxSteps', 'maxTokens', 'maxTimeMs', 'maxCostUsd'] as const;
  const budget: fc.Arbitrary<Budget> = fc.record(Object.fromEntries(caps.map((cap) => [cap, fc.integer({ min: 1, max: 99 })])), {
    requiredKeys: [],
  });
  const some = (...of: readonly string[]) => fc.subarray([...of]);
  const origins = ['http://a.test', 'http://b.test', 'http://c.test'];

  test('for any configuration and input', () => {
    let accepted = 0;
    const run = fc.record({
      outer: budget,
      inner: budget,
      allowed: some(...origins),
      wanted: fc.option(some(...origins)),
      apps: some('A', 'B'),
      asked: fc.option(some('A', 'B', 'C')),
      start: fc.constantFrom(...origins),
    });
    fc.assert(
      fc.property(run, ({ outer, inner, allowed, wanted, apps, asked, start }) => {
        const given: RunDefaults = { ...defaults, budget: outer, guard: { ...defaults.guard, origins: allowed, apps } };
        const guard = { ...(wanted ? { origins: wanted } : {}), ...(asked ? { apps: asked } : {}), rules: [{ reason: 'mine' }] };
        try {
          const resolved = resolveRun(given, input({ device: { url: start }, budget: inner, guard }));
          accepted += 1;
          const isAllowed = (list: readonly string[], app: string) => list.length === 0 || list.includes(app);
          expect({
            // A configured cap stays, and is not raised.
            caps: caps.filter((cap) => outer[cap] !== undefined && !((resolved.budget[cap] ?? Infinity) <= outer[cap])),
            origins: origins.filter((each) => isAllowedAddress(resolved.guard.origins, each) && !isAllowedAddress(allowed, each)),
            apps: ['A', 'B', 'C'].filter((app) => isAllowed(resolved.guard.apps, app) && !isAllowed(apps, app)),
            rules: resolved.guard.rules.map(({ reason }) => reason),
            off: resolved.guard.off,
          }).toEqual({ caps: [], origins: [], apps: [], rules: ['configured', 'mine'], off: false });
        } catch (error) {
          if (!(error instanceof InputError)) throw error;
        }
      }),
      { ...seeded, numRuns: 33 * walksOfEach },
    );
    expect(accepted).toBeGreaterThan(7 * walksOfEach);
  });
});

test('open tabs have the names of configured applications; the others can be launched', () => {
  const tab = { id: 'tab-1', name: 'Your cart', url: 'http://shop.test/other', running: true, current: true };
  expect(withConfigured([tab], [shop, { name: 'Mail', url: 'http://mail.test/' }])).toEqual([
    { ...tab, name: 'Shop' },
    { id: 'app:Mail', name: 'Mail', url: 'http://mail.test/', running: false, current: false },
  ]);
});
