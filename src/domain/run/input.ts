// What the inputs of all engines have in common, as people write them, checked at the workflow's door (docs/design/contracts.md).
import { defined } from '../collections.js';
import type { Budget } from '../budget/budget.js';
import type { DeviceSpec } from '../device/device-spec.js';
import { useOf, type EffectCheckUse } from '../effect/effect-check.js';
import type { CheckRule, GuardRule } from '../guard/guard.js';
import { isBoolean, isListOf, isMapOf, isNumber, isObject, isOneOf, isShape, isText, type Check } from '../checks/input-check.js';
import { InputError } from '../errors/input-error.js';
import { hasLogin, noLogin } from '../checks/login-in-address.js';
import { longestMs } from './limits.js';
import { queueFields, type QueuePlace } from './queue-place.js';
import type { AgentSettings } from './settings.js';

export interface GuardInput {
  readonly origins?: readonly string[];
  readonly apps?: readonly string[];
  readonly rules?: readonly GuardRule[];
}

/** What every engine's input has in common. */
export interface RunInput {
  readonly device: DeviceSpec;
  readonly budget: Budget;
  readonly guard: GuardInput;
  /** Absent: none. */
  readonly effectChecks?: readonly CheckRule[];
  readonly settings: Partial<AgentSettings>;
  readonly models: Readonly<Record<string, string>>;
}

const origin: Check<string> = (value, field) => {
  const text = isText(value, field);
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text))
    throw new InputError(field, value, 'an http(s) origin such as https://shop.example');
  if (hasLogin(text)) throw new InputError(field, text, noLogin);
  return new URL(text).origin;
};

const address: Check<string> = (value, field) => {
  const text = isText(value, field);
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text))
    throw new InputError(field, value, 'an http(s) address such as https://shop.example/');
  if (hasLogin(text)) throw new InputError(field, text, noLogin);
  return text;
};

const ourKind = isOneOf('web', 'desktop', 'appium', 'stub', 'memory');

/** A custom device kind; the worker provides its driver. */
function isOwnKind(value: unknown): value is `own-${string}` {
  return typeof value === 'string' && /^own-[a-z0-9-]+$/.test(value);
}

const device = isShape({
  kind: (value, field): DeviceSpec['kind'] => (isOwnKind(value) ? value : ourKind(value, field)),
  url: address,
  app: isText,
  capabilities: isObject,
  profile: (value, field) => {
    const name = isText(value, field);
    if (!/^[\w.-]{1,64}$/.test(name) || name.startsWith('.'))
      throw new InputError(field, value, 'a name of letters, digits, `_`, `-`, `.` (at most 64)');
    return name;
  },
  headed: isBoolean,
});

/** ms. */
const isTime = isNumber(1, longestMs);

const budget = isShape(
  { maxSteps: isNumber(1), maxTokens: isNumber(1), maxTimeMs: isTime, maxCostUsd: isNumber(0) },
  { maxStep: 'maxSteps', max_step: 'maxSteps', max_cost: 'maxCostUsd', maxCost: 'maxCostUsd', maxTime: 'maxTimeMs' },
);

const match = {
  functions: isListOf(isText),
  roles: isListOf(isText),
  words: isListOf(isText),
  except: isListOf(isText),
  effect: isOneOf('read', 'input', 'launch'),
} as const;

/** Its name alone, or what is filled into it besides. */
export const effectCheckUse: Check<EffectCheckUse> = (value, field) => {
  if (typeof value === 'string') return useOf(isText(value, field));
  const { check, with: filled } = isShape({ check: isText, with: isMapOf(isText) })(value, field);
  if (check === undefined) throw new InputError(`${field}.check`, check, 'the name of an effect check');
  return { check, with: filled };
};

const checkRule: Check<CheckRule> = (value, field) => {
  if (typeof value === 'string') return { effectCheck: effectCheckUse(value, field) };
  const { effectCheck, ...about } = isShape({ effectCheck: effectCheckUse, ...match })(value, field);
  if (effectCheck === undefined) throw new InputError(`${field}.effectCheck`, effectCheck, 'the name of an effect check');
  return { effectCheck, ...about };
};

const rule = isShape({ reason: isText, ...match, effectCheck: effectCheckUse, remember: isBoolean });

const guard = isShape({
  origins: isListOf(origin),
  apps: isListOf(isText),
  rules: isListOf((value, field): GuardRule => {
    const { reason = 'a rule of this run', ...rest } = rule(value, field);
    return { reason, ...rest };
  }),
});

const settings = isShape(
  {
    maxStep: isNumber(1),
    maxRound: isNumber(1),
    safeGuard: isBoolean,
    askQuestion: isBoolean,
    host: isOneOf('always', 'when-needed'),
    actionSequence: isBoolean,
    pictures: isOneOf('never', 'when-needed', 'always'),
    includeLastScreenshot: isBoolean,
    onFail: isOneOf('retry', 'finish'),
    maxSubtaskRetries: isNumber(0, 100),
    onError: isOneOf('end-session', 'next-request'),
    continueOnFail: isBoolean,
    pendingTimeout: isTime,
    holdTimeout: isTime,
    confirmTimeout: isTime,
    controlRoles: isListOf(isText),
    releaseDeviceAfter: isTime,
    evaluate: isBoolean,
    reuse: isOneOf('ask', 'always', 'never'),
  },
  { max_steps: 'maxStep', maxSteps: 'maxStep' },
);

/** Fields of every engine's input, for `isShape`. */
export const runFields = {
  device,
  budget,
  guard,
  effectChecks: isListOf(checkRule),
  settings,
  models: isMapOf(isText),
  maxStep: isNumber(1),
  ...queueFields,
} as const;
export const runAliases = { max_steps: 'maxStep', maxSteps: 'maxStep' } as const;

/** The same as people write it, without defaults. */
export interface RunFields extends QueuePlace {
  readonly device?: Partial<DeviceSpec>;
  readonly budget?: Budget;
  readonly guard?: GuardInput;
  /** Read before and after actions, so that one whose outcome nobody saw is known: names of configured checks, or such rules. */
  readonly effectChecks?: readonly CheckRule[];
  readonly settings?: Partial<AgentSettings>;
  readonly models?: Readonly<Record<string, string>>;
  readonly maxStep?: number;
}

/** Applies the defaults. */
export function runInputOf({
  device: given,
  budget: caps,
  guard: fence,
  effectChecks,
  settings: chosen,
  models,
  maxStep,
}: RunFields): RunInput {
  return {
    device: { kind: 'web', ...defined(given) },
    budget: caps ?? {},
    guard: fence ?? {},
    effectChecks,
    settings: { ...chosen, ...defined({ maxStep }) },
    models: models ?? {},
  };
}
