// An effect check reads a system of record before an action and after an outcome that nobody could see, and tells what became of it.
//
// effect-1. Unchanged means `not-done` only once the system has had time to note it, and when nothing that was sent can still arrive. A page that answers a look has handled
//     what was sent to it; of desktops, phones and devices of others a look tells no such thing, nor of a tool that a server may still run: there nobody knows (`onlyDone`).
// effect-2. A change other than the expected one tells nothing: somebody else may have made it.
// effect-3. A reading that fails tells nothing, whichever of the two it is.
import { assertNever } from '../errors/assert-never.js';
import type { FlowDocument } from '../flow/document.js';
import type { DeviceKind, DeviceSpec } from '../device/device-spec.js';
import { InputError } from '../errors/input-error.js';
import { own } from '../collections.js';
import { isList, type Json } from '../run/json.js';

/** A configured check by its name, and what a run fills into it. */
export interface EffectCheckUse {
  readonly check: string;
  readonly with?: Readonly<Record<string, string>>;
}

/** What an action that was done makes of the value that is read. */
export type ExpectedEffect =
  /** A number, or the length of a list, grows by that. */
  | { readonly rises: number }
  /** It becomes this, having been something else. */
  | { readonly becomes: string | number | boolean };

/** What workflows know of a configured check. */
export interface EffectCheck {
  readonly expect: ExpectedEffect;
  /** ms that the system may need to note what was done (effect-1). */
  readonly settleMs: number;
  /** ms for one reading. */
  readonly timeoutMs: number;
  /** What a use has to fill in. */
  readonly parameters: readonly string[];
  /** What is unchanged may still come (effect-1). */
  readonly onlyDone?: true;
  /** Absent: an activity reads. */
  readonly flow?: { readonly document: FlowDocument; readonly device: Partial<DeviceSpec>; readonly value: string };
}

/** Kinds of devices whose looks are answered by what handles their actions, one after the other. */
const inOrder: ReadonlySet<DeviceKind> = new Set<DeviceKind>(['web', 'memory', 'stub']);

/** As they hold for actions on a device of that kind. */
export function checksOn(kind: DeviceKind, checks: EffectChecks): EffectChecks {
  if (inOrder.has(kind)) return checks;
  return Object.fromEntries(Object.entries(checks).map(([name, check]) => [name, onlyDone(check)]));
}

/** For an action of which something may come after any look. */
export function onlyDone<C extends EffectCheck>(check: C): C {
  return { ...check, onlyDone: true };
}

export type EffectChecks = Readonly<Record<string, EffectCheck>>;

export interface DueCheck extends EffectCheck {
  readonly use: EffectCheckUse;
}

export type Reading = { readonly value: Json } | { readonly failed: string };

export type EffectVerdict = 'done' | 'not-done' | 'changed-otherwise' | 'check-failed';

/** `evidence`: for people and the model, `'orders' was 3 and is 4`. */
export interface JudgedEffect {
  readonly verdict: EffectVerdict;
  readonly evidence: string;
}

export function judgeEffect({ use, expect }: Pick<DueCheck, 'use' | 'expect'>, before: Reading, after: Reading): JudgedEffect {
  const name = `'${use.check}'`;
  if ('failed' in before) return { verdict: 'check-failed', evidence: `${name} could not be read before: ${before.failed}` };
  if ('failed' in after) return { verdict: 'check-failed', evidence: `${name} could not be read: ${after.failed}` };
  const [was, is] = [before.value, after.value].map((value) => plainValue(expect, value));
  if (was === undefined || is === undefined)
    return {
      verdict: 'check-failed',
      evidence: `${name} reads ${shown(was === undefined ? before.value : after.value)}, ${wanted(expect)}`,
    };
  if (was === is) {
    if ('becomes' in expect && is === expect.becomes)
      return { verdict: 'check-failed', evidence: `${name} was ${shown(is)} already, before the action` };
    return { verdict: 'not-done', evidence: `${name} was ${shown(was)} and still is` };
  }
  return { verdict: isExpected(expect, was, is) ? 'done' : 'changed-otherwise', evidence: `${name} was ${shown(was)} and is ${shown(is)}` };
}

type Plain = string | number | boolean | null;

/** Undefined: the expectation does not speak of such a value. */
function plainValue(expect: ExpectedEffect, value: Json): Plain | undefined {
  if ('rises' in expect) {
    const count = isList(value) ? value.length : value;
    return typeof count === 'number' ? count : undefined;
  }
  return typeof value === 'object' && value !== null ? undefined : value;
}

function isExpected(expect: ExpectedEffect, was: Plain, is: Plain): boolean {
  return 'rises' in expect ? is === Number(was) + expect.rises : is === expect.becomes;
}

function wanted(expect: ExpectedEffect): string {
  return 'rises' in expect ? 'which is neither a number nor a list' : 'which is not one value';
}

function shown(value: Json): string {
  const text = JSON.stringify(value);
  return text.length <= 80 ? text : `${text.slice(0, 79)}…`;
}

/** Several checks of one action: whatever one of them knows, as long as no other contradicts it. */
export function togetherJudged(judged: readonly JudgedEffect[]): JudgedEffect {
  const evidence = judged.map((each) => each.evidence).join('; ');
  const known = new Set(judged.map(({ verdict }) => verdict));
  if (known.has('changed-otherwise') || (known.has('done') && known.has('not-done'))) return { verdict: 'changed-otherwise', evidence };
  const verdict = (['done', 'not-done'] as const).find((one) => known.has(one)) ?? 'check-failed';
  return { verdict, evidence };
}

/** effect-1. `isSettled`: its time has passed; `isStill`: nothing that was sent can still arrive. */
export type SettledVerdict = EffectVerdict | 'too-early';

export function settledVerdict(verdict: EffectVerdict, isStill: boolean): SettledVerdict {
  switch (verdict) {
    case 'done':
    case 'changed-otherwise':
    case 'check-failed':
      return verdict;
    case 'not-done':
      return isStill ? verdict : 'too-early';
    default:
      return assertNever(verdict);
  }
}

/** `orders.0.state`, or one key with dots in it; the whole value for an empty path. Undefined: there is none. */
export function valueAt(value: Json, path: string): Json | undefined {
  if (path === '') return value;
  if (typeof value !== 'object' || value === null) return undefined;
  const fields = value as Readonly<Record<string, Json>>;
  const whole = own(fields, path);
  if (whole !== undefined) return whole;
  for (let dot = path.indexOf('.'); dot >= 0; dot = path.indexOf('.', dot + 1)) {
    const inner = own(fields, path.slice(0, dot));
    if (inner !== undefined) return valueAt(inner, path.slice(dot + 1));
  }
  return undefined;
}

type KnownChecks = Readonly<Record<string, Pick<EffectCheck, 'parameters'>>>;

/** Throws `InputError` for a name that is not configured, and for a value that is missing. */
export function refuseUnknownUse(use: EffectCheckUse | undefined, known: KnownChecks | undefined, field: string): void {
  const refused = refusedUse(use, known);
  if (refused) throw new InputError([field, ...refused.at].join('.'), refused.value, refused.allowed);
}

interface RefusedUse {
  readonly at: readonly string[];
  readonly value?: string;
  readonly allowed: string;
}

export function refusedUse(use: EffectCheckUse | undefined, known: KnownChecks = {}): RefusedUse | undefined {
  if (use === undefined) return undefined;
  const check = own(known, use.check);
  if (!check) return { at: [], value: use.check, allowed: `the configured effect checks: ${Object.keys(known).join(', ') || 'none'}` };
  const missing = check.parameters.find((name) => own(use.with ?? {}, name) === undefined);
  return missing === undefined ? undefined : { at: ['with', missing], allowed: `a text, which the effect check '${use.check}' asks for` };
}

/** As documents write it: the name alone where nothing is filled in. */
export function useOf(given: string | EffectCheckUse): EffectCheckUse {
  return typeof given === 'string' ? { check: given } : given;
}

/** What is known of the checks that an action names. */
export function dueChecks(uses: readonly EffectCheckUse[], known: EffectChecks = {}): readonly DueCheck[] {
  return uses.flatMap((use) => {
    const check = own(known, use.check);
    return check ? [{ ...check, use }] : [];
  });
}

const parameter = /\{\{([A-Za-z_]\w*)\}\}/g;

/** Names of the `{{…}}` in a text. */
export function parametersIn(text: string): readonly string[] {
  return [...text.matchAll(parameter)].map(([, name = '']) => name);
}

/** `as`: how a value stands in that text. */
export function fillIn(
  text: string,
  values: Readonly<Record<string, string>> = {},
  as: (value: string) => string = (value) => value,
): string {
  return text.replace(parameter, (whole, name: string) => {
    const value = own(values, name);
    return value === undefined ? whole : as(value);
  });
}
