// The guard: code, not a model. It checks each action between decision and `perform`, whatever status the model claimed (docs/design/overview.md §6).
//
// guard-1. An action that a rule matches is held for a person's approval, even with `safeGuard: false`; only `guard.off` disables rules.
// guard-2. A navigation outside the allowed origins is refused before anything runs; `off` does not lift that.
// guard-3. The input of a run may add rules and remove origins and applications, never the reverse; only the configuration can set `off`.
// guard-4. An action on a screen carries what it would set going (activation.ts): built-in rules hold kinds of risk. Rules of the configuration or the input match its target and whatever it would press, by
//     folded words.
// guard-5. All rules are asked, not only the first that holds: any may forbid that its approval is remembered.
// guard-6. A rule may name an effect check, and rules that hold nothing name one only. What matches is checked, whatever the guard holds.
// guard-7. The configuration may name a control, its place and a kind of risk that go unasked; nothing else lifts a rule for one thing.
// guard-8. To leave a page that has unsaved input is to delete something (unsaved-page.ts).
import type { EffectCheckUse } from '../effect/effect-check.js';
import { isOnScreen } from '../action/actions.js';
import { activationOf, riskReasons, type Activation, type DeedPlace, type RiskKind } from './activation.js';
import { plain, readingsOf, tokensOf } from './fold.js';
import { leavesUnsavedPage, leavingActivation } from './unsaved-page.js';
import { hasLogin, noLogin, withoutLogin } from '../checks/login-in-address.js';
import type { Remembering } from '../human/approvals.js';
import type { DecidedAction } from '../run/decided-action.js';
import type { ControlRef } from '../ui/control.js';
import type { DeviceAction } from '../ui/ui-action.js';

/** The actions that a rule is about: every part that it names must match. */
export interface RuleMatch {
  readonly functions?: readonly string[];
  readonly roles?: readonly string[];
  /** Words of the control's name, matched as whole words, without case. */
  readonly words?: readonly string[];
  /** Phrases that are removed from the name first: `order history` orders nothing. */
  readonly except?: readonly string[];
  readonly effect?: DecidedAction['effect'];
}

export interface GuardRule extends RuleMatch {
  /** Shown to the person as the reason: `deletes something`. */
  readonly reason: string;
  /** Reads what became of an action that it holds. */
  readonly effectCheck?: EffectCheckUse;
  /** False: an approval of what it holds is asked for each time, and cannot be remembered. */
  readonly remember?: boolean;
}

/** Checks actions, and holds none. */
export interface CheckRule extends RuleMatch {
  readonly effectCheck: EffectCheckUse;
}

/** A built-in rule may hold a kind of risk, and then names nothing else. */
export interface JudgedRule extends GuardRule {
  readonly risk?: RiskKind;
}

/** Of requests that pages send (`guard.requests`). Each part that it names must match. */
export interface RequestRule {
  readonly is: 'allow' | 'stop';
  readonly origin?: string;
  readonly method?: string;
  /** A `*` stands for one step: `/orders/*`. */
  readonly path?: string;
}

export interface Guard {
  /** `new URL(…).origin`; empty: any (also a device without addresses). */
  readonly origins: readonly string[];
  /** Names of applications that may be opened; empty: any. */
  readonly apps: readonly string[];
  readonly rules: readonly JudgedRule[];
  readonly checks?: readonly CheckRule[];
  readonly off: boolean;
  /** Absent: nothing. */
  readonly allow?: readonly AllowedDeed[];
  /** What pages may send, whatever the tables say. Absent: the tables alone say it. */
  readonly requests?: readonly RequestRule[];
  /** What a person who has taken over may see beyond these origins. Absent: nothing. */
  readonly person?: { readonly origins: readonly string[] };
}

export type GuardVerdict =
  | { readonly verdict: 'allow' }
  /** `forbids`: the reason of the rule that forbids to remember an approval. */
  | { readonly verdict: 'confirm'; readonly reason: string; readonly forbids?: string }
  | { readonly verdict: 'refuse'; readonly code: string; readonly message: string };

/** What the guard checks of an action, whether a model decided it or an author wrote it. */
export interface GuardedAction extends Pick<DecidedAction, 'function' | 'args' | 'effect'> {
  readonly target?: Pick<ControlRef, 'role' | 'name'>;
  /** Absent: nothing on a screen. */
  readonly activation?: Activation;
  /** Absent: nothing is done to a device. */
  readonly run?: DecidedAction['run'] | { readonly kind: 'device'; readonly action: DeviceAction };
}

/** The guard's verdict on one action. */
export function guardAction(guard: Guard, action: GuardedAction): GuardVerdict {
  const run = action.run?.kind === 'device' ? action.run.action : undefined;
  const address = run?.type === 'navigate' ? run.url : run?.type === 'launch-application' && URL.canParse(run.name) ? run.name : undefined;
  if (address !== undefined && !isAllowedAddress(guard.origins, address)) {
    return {
      verdict: 'refuse',
      code: 'origin-refused',
      message: `${withoutLogin(address)} is outside the allowed origins: ${guard.origins.join(', ')}.`,
    };
  }
  if (address !== undefined && hasLogin(address))
    return { verdict: 'refuse', code: 'login-in-address', message: `${withoutLogin(address)} must be ${noLogin}.` };
  if (
    run?.type === 'launch-application' &&
    guard.apps.length > 0 &&
    !guard.apps.some((app) => app === run.name || app === action.args['name'])
  ) {
    return {
      verdict: 'refuse',
      code: 'application-refused',
      message: `'${run.name}' is not an allowed application: ${guard.apps.join(', ')}.`,
    };
  }
  const { activation } = action;
  if (activation?.refused) return { verdict: 'refuse', ...activation.refused };
  if (guard.off) return { verdict: 'allow' };
  // guard-8.
  if (run && leavesUnsavedPage(run)) return judged(guard, action, leavingActivation);
  if (action.effect === 'read') return { verdict: 'allow' };
  if (run && isOnScreen(run) && !activation) return { verdict: 'confirm', reason: 'nobody has judged what it sets going' };
  return judged(guard, action, activation ?? nothingOnScreen);
}

const nothingOnScreen = activationOf([], []);

/** guard-4. */
function judged({ rules, allow }: Guard, action: GuardedAction, { risks, presses, at }: Activation): GuardVerdict {
  const aimed: readonly GuardedAction[] = [action, ...presses.map((target) => ({ ...action, target }))];
  return verdictOfRules(
    rules.flatMap((rule): readonly RuleHit[] => {
      const found = risks.find(({ kind }) => kind === rule.risk);
      if (found && isAllowedDeed(allow, at, found.kind)) return [];
      if (found) return [{ rule, reason: found.why === '' ? rule.reason : `${rule.reason}: ${found.why}` }];
      return rule.risk === undefined && aimed.some((each) => matches(rule, each)) ? [{ rule, reason: rule.reason }] : [];
    }),
  );
}

/** guard-6. */
export function effectChecksOf({ rules, checks = [], off }: Guard, action: GuardedAction): readonly EffectCheckUse[] {
  if (action.run !== undefined && action.run.kind !== 'device') return [];
  const aimed: readonly GuardedAction[] = [action, ...(action.activation?.presses ?? []).map((target) => ({ ...action, target }))];
  const uses = [...(off ? [] : rules), ...checks].flatMap((rule) =>
    rule.effectCheck && aimed.some((each) => matches(rule, each)) ? [rule.effectCheck] : [],
  );
  return [...new Map(uses.map((use) => [JSON.stringify(use), use])).values()];
}

interface RuleHit {
  readonly rule: JudgedRule;
  readonly reason: string;
}

/** The first rule gives the reason; any of them may forbid to remember an approval. */
function verdictOfRules(held: readonly RuleHit[]): GuardVerdict {
  const [first] = held;
  const strict = held.find(({ rule }) => rule.remember === false);
  return first ? { verdict: 'confirm', reason: first.reason, forbids: strict?.rule.reason } : { verdict: 'allow' };
}

/** Of an action that was held. `forbids`: the reason of the rule that forbids it. */
export function rememberingOfVerdict(forbids: string | undefined, read: Remembering | undefined): { readonly remembering?: Remembering } {
  if (forbids !== undefined) return { remembering: { not: `a rule of the guard forbids it (${forbids})` } };
  return read ? { remembering: read } : {};
}

/** Addresses without an origin (`about:blank`, `data:`) are allowed only when the list is empty. */
export function isAllowedAddress(origins: readonly string[], address: string): boolean {
  return origins.length === 0 || origins.includes(originOf(address));
}

/** `null` for what has no origin. `URL` is part of the workflow sandbox. */
export function originOf(address: string): string {
  return URL.canParse(address) ? new URL(address).origin : 'null';
}

/** Rules add up; origins and applications can only be removed (guard-3). */
export function narrowGuard(
  outer: Guard,
  {
    origins,
    apps,
    rules = [],
    checks = [],
  }: {
    readonly origins?: readonly string[];
    readonly apps?: readonly string[];
    readonly rules?: readonly GuardRule[];
    readonly checks?: readonly CheckRule[];
  },
): Guard {
  const allChecks = [...(outer.checks ?? []), ...checks];
  return {
    origins: narrowList(outer.origins, origins),
    apps: narrowList(outer.apps, apps),
    rules: [...outer.rules, ...rules],
    checks: allChecks.length > 0 ? allChecks : undefined,
    off: outer.off,
    allow: outer.allow,
    requests: outer.requests,
    person: outer.person,
  };
}

/** An empty list means any, so a list that would become empty is left unchanged. */
function narrowList(outer: readonly string[], inner: readonly string[] = []): readonly string[] {
  if (outer.length === 0) return inner;
  const both = inner.filter((entry) => outer.includes(entry));
  return both.length > 0 ? both : outer;
}

function matches(rule: RuleMatch, action: GuardedAction): boolean {
  if (action.effect === 'read') return false;
  return (
    (rule.functions === undefined || rule.functions.includes(action.function)) &&
    (rule.roles === undefined || (action.target !== undefined && rule.roles.includes(action.target.role))) &&
    (rule.effect === undefined || rule.effect === action.effect) &&
    (rule.words === undefined || hasWord(rule.words, rule.except ?? [], action.target?.name ?? ''))
  );
}

/** Whole words, so that "Reorder columns" is not an order and "Displayed" not a payment; also of names in disguise (fold.ts), the words folded alike. */
function hasWord(words: readonly string[], except: readonly string[], name: string): boolean {
  const [folded, excepted] = [words, except].map((list) => list.map((word) => ` ${tokensOf(plain(word)).join(' ')} `));
  return readingsOf(name).some((tokens) => {
    const text = (excepted ?? []).reduce((rest, phrase) => rest.replaceAll(phrase, ' '), ` ${tokens.join(' ')} `);
    return (folded ?? []).some((word) => text.includes(word));
  });
}

/**
 * What always needs a person's approval (docs/design/guard.md): UFO's three (deleting, launching applications, changing the system's configuration), paying, sending, agreeing, transferring rights.
 * What an action does is judged where the screen is known (judge.ts); a rule then holds a kind of risk.
 */
export const defaultGuardRules: readonly JudgedRule[] = [
  ...(Object.keys(riskReasons) as RiskKind[]).map((risk) => ({ reason: riskReasons[risk], risk })),
  { reason: 'opens an application', effect: 'launch' },
];

// What may go unasked (`guard.allow`): one control, at one place, for one kind of risk, named by the configuration alone.
//
// allowed-1. The place is the browser's word, the control the only one of its role and name on the screen that the action would press. What aims at a point, at nothing named, or presses more than that is asked about.
// allowed-2. It lifts that one kind. What else the action would do is held as ever, and so is what rules of the configuration or the input name.

export interface AllowedDeed {
  readonly origin: string;
  /** As in `PagePlace`; a `*` stands for one step: `/orders/*`. */
  readonly path: string;
  readonly control: { readonly role: string; readonly name: string };
  readonly kind: RiskKind;
}

function isAllowedDeed(allowed: readonly AllowedDeed[] = [], at: DeedPlace | undefined, risk: RiskKind): boolean {
  return (
    at !== undefined &&
    allowed.some(
      ({ origin, path, control, kind }) =>
        kind === risk && control.role === at.role && control.name === at.name && origin === at.origin && isPath(path, at.path),
    )
  );
}

export function isPath(allowed: string, asked: string): boolean {
  const [wanted, steps] = [allowed.split('/'), asked.split('/')];
  return wanted.length === steps.length && wanted.every((step, index) => step === steps[index] || (step === '*' && steps[index] !== ''));
}
