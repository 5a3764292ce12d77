// Whether a tool may act: the guard's verdict, and what a person approved.
import type { EffectCheckUse } from '../../domain/effect/effect-check.js';
import type { CallToolInput, CallToolResult } from '../../domain/flow/call-tool.js';
import { effectChecksOf, guardAction, rememberingOfHeld, type Guard, type GuardedAction } from '../../domain/guard/guard.js';
import type { Control } from '../../domain/ui/control.js';
import type { ArtifactRef } from '../../domain/ui/observation.js';
import type { ArtifactStore } from '../../ports/artifact-store.js';

/** tool-2 of tool-activities.ts. Undefined: it may run. */
export type Judge = (input: CallToolInput, action: GuardedAction, target?: Control) => Promise<Stopped | undefined>;
type Stopped = Extract<CallToolResult, { readonly status: 'failed' | 'approval' }>;

const guardsKept = 32;

export function createJudge(artifacts: Pick<ArtifactStore, 'getJson'>): Judge {
  const guards = new Map<ArtifactRef, Guard>();

  /** Cached: few runs are active at a time, and each asks for the same guard again and again. */
  async function guardOf({ guard: ref }: CallToolInput): Promise<Guard> {
    const known = guards.get(ref);
    if (known) return known;
    const guard = (await artifacts.getJson(ref)) as Guard;
    guards.set(ref, guard);
    for (const oldest of [...guards.keys()].slice(0, -guardsKept)) guards.delete(oldest);
    return guard;
  }

  return async (input, action, target) => {
    const guard = await guardOf(input);
    const verdict = guardAction(guard, action);
    switch (verdict.verdict) {
      case 'allow':
        return undefined;
      case 'refuse':
        return { status: 'failed', code: verdict.code, message: verdict.message };
      case 'confirm':
        return isApproved(input, target)
          ? undefined
          : {
              status: 'approval',
              reason: verdict.reason,
              ...checkedBy(effectChecksOf(guard, action)),
              ...shown(target),
              ...rememberingOfHeld(verdict.forbids, action.activation?.remembering),
            };
    }
  };
}

function checkedBy(effectChecks: readonly EffectCheckUse[]): Pick<Extract<Stopped, { readonly status: 'approval' }>, 'effectChecks'> {
  return effectChecks.length > 0 ? { effectChecks } : {};
}

/** An approval without a target covers only an action without one. */
function isApproved({ approved }: CallToolInput, target: Control | undefined): boolean {
  return approved !== undefined && approved?.role === target?.role && approved?.name === target?.name;
}

function shown(target: Control | undefined) {
  return target ? { target: { label: '', role: target.role, name: target.name } } : {};
}
