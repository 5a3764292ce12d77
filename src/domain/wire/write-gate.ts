// What a page sends is judged before it leaves: it goes through, or it is stopped. Nothing is held until somebody answers.
//
// gate-1. Only what is risky is stopped. What no table knows follows the verdict on the control that caused it, which was free or approved.
// gate-2. What was approved for an action covers its first write of such a kind to the page's own site, with its hops. It may come late, as of a mail that
//     can be called back; but not for ever.
// gate-3. A pass lets one equal write through, once: it is spent before that one leaves.
// gate-4. A rule of the configuration outranks the table, both ways; the first that fits counts.
import { defined } from '../collections.js';
import type { RiskKind } from '../guard/activation.js';
import { isPath, type Guard, type RequestRule } from '../guard/guard.js';
import type { DecidedAction } from '../run/decided-action.js';
import { judgeRequest, type JudgedRequest } from './judge-request.js';

/** What an action may send that is risky. */
export interface WritePermit {
  /** Those that were approved for it, or that the configuration lets go unasked. */
  readonly kinds: readonly RiskKind[];
  readonly passes: readonly WritePass[];
  readonly rules?: readonly RequestRule[];
}

export interface WritePass {
  /** Of the write that it is for (`StoppedWrite`). */
  readonly key: string;
  /** Of the approval: another one of the same write is another pass. */
  readonly id: string;
}

export interface LeavingWrite extends JudgedRequest {
  /** Of the request and its hops; absent: the browser does not tell. */
  readonly id: string | undefined;
  readonly origin: string;
  readonly path: string;
  /** It goes to the site of what sends it. */
  readonly isOwn: boolean;
  /** What makes another one equal to it. */
  readonly key: string;
}

/** Undefined: it goes through. */
export type Stop = { readonly kinds: readonly RiskKind[]; readonly why: string } | undefined;

export interface WriteGate {
  /** An action is about to be sent. Absent: all that it sends goes through, as what a person does. */
  began(permit?: WritePermit): void;
  judge(write: LeavingWrite): Stop;
}

interface Covered {
  readonly kinds: readonly RiskKind[];
  /** ms of the clock. */
  readonly until: number;
}

/** ms in which a write of an action that was approved may still come. */
const lateMs = 120_000;
/** Ids of requests. */
const mostIds = 200;

/** `now`: ms of a clock. */
export function createWriteGate(now: () => number): WriteGate {
  let permit: WritePermit | undefined;
  let covered: readonly Covered[] = [];
  /** Of approvals. */
  const spent = new Set<string>();
  /** Of requests that were let through by an approval. */
  const through = new Set<string>();

  /** gate-2. */
  const covers = (kinds: readonly RiskKind[]): boolean => {
    covered = covered.filter(({ until }) => until > now());
    // What a rule stops is of no kind.
    const first = kinds.length === 0 ? undefined : covered.find((each) => kinds.every((kind) => each.kinds.includes(kind)));
    covered = covered.filter((each) => each !== first);
    return first !== undefined;
  };
  /** gate-3. */
  const passes = (key: string): boolean => {
    const pass = permit?.passes.find((each) => each.key === key && !spent.has(each.id));
    if (pass) spent.add(pass.id);
    return pass !== undefined;
  };

  return {
    began(given) {
      permit = given;
      if (!given || given.kinds.length === 0) return;
      // Who was asked twice about one deed, as by a dialog, has approved it once.
      const others = covered.filter(({ kinds }) => !kinds.some((kind) => given.kinds.includes(kind)));
      covered = [...others, { kinds: given.kinds, until: now() + lateMs }];
    },
    judge(write) {
      if (!permit || (write.id !== undefined && through.has(write.id))) return undefined;
      const risks = risksOf(write, permit.rules);
      if (!risks) return undefined;
      if (!passes(write.key) && !(write.isOwn && covers(risks.kinds))) return risks;
      if (write.id !== undefined) remember(through, write.id);
      return undefined;
    },
  };
}

/** gate-4. Undefined: none. */
function risksOf(write: LeavingWrite, rules: readonly RequestRule[] = []): Exclude<Stop, undefined> | undefined {
  const rule = rules.find((each) => fits(each, write));
  if (rule?.is === 'allow') return undefined;
  if (rule) return { kinds: [], why: 'a rule of the configuration' };
  const verdict = judgeRequest(write);
  return verdict.is === 'risky' ? { kinds: verdict.kinds, why: verdict.why } : undefined;
}

function fits({ origin, method, path }: RequestRule, write: LeavingWrite): boolean {
  return (
    (origin === undefined || origin === write.origin) &&
    (method === undefined || method === write.method) &&
    (path === undefined || isPath(path, write.path))
  );
}

function remember(ids: Set<string>, id: string): void {
  ids.add(id);
  const [oldest] = ids;
  if (ids.size > mostIds && oldest !== undefined) ids.delete(oldest);
}

/** Once it comes to perform them, what is risky about them was approved, or the configuration lets it go unasked. Undefined: the guard is off. */
export function writesOf(
  { off, requests }: Pick<Guard, 'off' | 'requests'>,
  actions: readonly Pick<DecidedAction, 'activation'>[],
  passes: readonly WritePass[] = [],
): WritePermit | undefined {
  if (off) return undefined;
  const kinds = [...new Set(actions.flatMap(({ activation }) => activation?.risks.map(({ kind }) => kind) ?? []))];
  return { kinds, passes, ...defined({ rules: requests }) };
}
