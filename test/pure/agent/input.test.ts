import { describe, expect, test } from '@jest/globals';
import { parseHostAgentInput } from '../../../src/domain/agent/input.js';
import { InputError } from '../../../src/domain/errors/input-error.js';

const device = { kind: 'web', url: 'http://shop.test/' } as const;
const good = { request: 'Order two', device };

function refusal(input: unknown): InputError {
  try {
    parseHostAgentInput(input);
  } catch (error) {
    if (error instanceof InputError) return error;
    throw error;
  }
  throw new Error(`accepted: ${JSON.stringify(input)}`);
}

describe('a valid input', () => {
  test('gets its defaults', () => {
    expect(parseHostAgentInput(good)).toEqual({
      request: 'Order two',
      keepOpen: false,
      device,
      budget: {},
      guard: {},
      settings: {},
      models: {},
    });
  });

  test('may omit the kind of device, which is then the web, and set fields to null', () => {
    expect(parseHostAgentInput({ request: 'r', device: { url: 'http://shop.test' }, plan: null, budget: null }).device).toEqual({
      kind: 'web',
      url: 'http://shop.test',
    });
  });

  test.each([
    [{ maxStep: 5 }],
    [{ max_step: 5 }],
    [{ max_steps: 5 }],
    [{ maxSteps: 5 }],
    [{ settings: { maxStep: 5 } }],
    [{ settings: { max_steps: 5 } }],
    [{ settings: { maxSteps: 5 } }],
  ])('takes the step cap as %j', (more) => {
    expect(parseHostAgentInput({ ...good, ...more }).settings).toEqual({ maxStep: 5 });
  });

  test.each([
    [{ maxSteps: 5 }, { maxSteps: 5 }],
    [{ maxStep: 5 }, { maxSteps: 5 }],
    [{ max_steps: 5 }, { maxSteps: 5 }],
    [{ max_cost: 1.5 }, { maxCostUsd: 1.5 }],
    [{ max_time_ms: 10 }, { maxTimeMs: 10 }],
  ])('takes the budget %j', (budget, expected) => {
    expect(parseHostAgentInput({ ...good, budget }).budget).toEqual(expected);
  });

  test('takes names in snake case', () => {
    expect(parseHostAgentInput({ ...good, keep_open: true, settings: { safe_guard: false, on_fail: 'finish' } })).toMatchObject({
      keepOpen: true,
      settings: { safeGuard: false, onFail: 'finish' },
    });
  });

  test('takes a plan, and its own rules', () => {
    const plan = { task: 't', object: 'Shop', steps: ['one'] };
    expect(
      parseHostAgentInput({
        device,
        plan,
        guard: { origins: ['HTTP://Shop.test/cart'], rules: [{ words: ['Buy'], except: ['Buy guide'] }] },
      }),
    ).toMatchObject({
      plan,
      guard: { origins: ['http://shop.test'], rules: [{ reason: 'a rule of this run', words: ['Buy'], except: ['Buy guide'] }] },
    });
  });

  test('may be an open session without a request', () => {
    expect(parseHostAgentInput({ device, keepOpen: true })).toMatchObject({ request: undefined });
  });
});

describe('an invalid input names field, value and what is allowed', () => {
  test.each([
    [undefined, 'input', /input is missing; allowed: an object/],
    ['Order two', 'input', /input is "Order two"; allowed: an object/],
    [[good], 'input', /allowed: an object/],
    [{}, 'input.request', /is missing; allowed: what to do, in a sentence/],
    [{ ...good, request: '  ' }, 'input.request', /a text/],
    [{ ...good, request: 5 }, 'input.request', /is 5; allowed: a text/],
    [{ ...good, colour: 'red' }, 'input.colour', /is "red"; allowed: the fields request, plan/],
    [{ ...good, plan: { steps: ['x'] } }, 'input.plan', /either a request or a plan/],
    [{ device, plan: { task: 't', steps: [] } }, 'input.plan.steps', /a list of at least one step/],
    [{ device, plan: { task: 't' } }, 'input.plan.steps', /is missing/],
    [{ device, plan: { task: 't', steps: ['one', ''] } }, 'input.plan.steps[1]', /a text/],
    [{ ...good, keepOpen: 'yes' }, 'input.keepOpen', /is "yes"; allowed: true or false/],
    [{ ...good, device: { kind: 'toaster' } }, 'input.device.kind', /is "toaster"; allowed: web, desktop, appium/],
    [{ ...good, device: { url: 'shop.test' } }, 'input.device.url', /an http\(s\) address/],
    [{ ...good, device: { url: 'javascript:alert(1)' } }, 'input.device.url', /an http\(s\) address/],
    [{ ...good, device: { ...device, profile: '../x' } }, 'input.device.profile', /a name of letters/],
    [{ ...good, device: { ...device, profile: '..' } }, 'input.device.profile', /a name of letters/],
    [{ ...good, device: { ...device, headed: 1 } }, 'input.device.headed', /true or false/],
    [{ ...good, device: { ...device, capabilities: [] } }, 'input.device.capabilities', /an object/],
    [{ ...good, budget: { maxSteps: 0 } }, 'input.budget.maxSteps', /is 0; allowed: a number from 1/],
    [{ ...good, budget: { maxTokens: '100' } }, 'input.budget.maxTokens', /is "100"; allowed: a number/],
    [{ ...good, budget: { maxCostUsd: -1 } }, 'input.budget.maxCostUsd', /a number from 0/],
    [{ ...good, budget: { maxTimeMs: Number.NaN } }, 'input.budget.maxTimeMs', /is "NaN"; allowed: a number from 1/],
    [{ ...good, budget: JSON.parse('{"maxTimeMs": 1e999}') }, 'input.budget.maxTimeMs', /is "∞"; allowed: a number from 1/],
    [{ ...good, budget: JSON.parse('{"maxSteps": -1e999}') }, 'input.budget.maxSteps', /is "-∞"; allowed: a number from 1/],
    [{ ...good, guard: 'off' }, 'input.guard', /an object/],
    [{ ...good, guard: { off: true } }, 'input.guard.off', /the fields origins, apps, rules/],
    [{ ...good, guard: { origins: 'http://a.test' } }, 'input.guard.origins', /a list/],
    [{ ...good, guard: { origins: ['a.test'] } }, 'input.guard.origins[0]', /an http\(s\) origin/],
    [{ ...good, guard: { rules: [{ effect: 'write' }] } }, 'input.guard.rules[0].effect', /read, input, launch/],
    [{ ...good, settings: { onFail: 'again' } }, 'input.settings.onFail', /retry, finish/],
    [{ ...good, settings: { maxSubtaskRetries: 101 } }, 'input.settings.maxSubtaskRetries', /from 0 to 100/],
    [{ ...good, settings: { controlRoles: [1] } }, 'input.settings.controlRoles[0]', /a text/],
    [{ ...good, models: { app: 1 } }, 'input.models.app', /a text/],
    [{ ...good, maxStep: 5, max_steps: 6 }, 'input.max_steps', /maxStep once/],
    // Names inherited by every object are as unknown as any other.
    [JSON.parse('{"request":"r","__proto__":{"x":1}}'), 'input.__proto__', /the fields/],
    [{ ...good, constructor: 1 }, 'input.constructor', /the fields/],
    [{ ...good, settings: { toString: true } }, 'input.settings.toString', /the fields/],
  ])('%j', (input: unknown, field, text) => {
    const error = refusal(input);
    expect([error.code, error.field]).toEqual(['invalid-input', field]);
    expect(error.message).toMatch(text);
  });

  test('a long value is not repeated in full', () => {
    expect(refusal({ ...good, colour: 'x'.repeat(10_000) }).message.length).toBeLessThan(400);
  });
});
