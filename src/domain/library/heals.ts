// Heals that replays proposed: which wait for a person, and what accepting one makes of the document.
//
// heals-1. The same proposal of several replays is one, and keeps its number, whatever is decided about others.
// heals-2. A heal changes its own node and nothing else, and only one that still stands as it was when the heal was made.
import type { FlowDocument } from '../flow/document.js';
import type { Heal } from '../flow/heal.js';
import { targetAt, withTarget } from '../flow/compiled-node.js';
import { digestOf } from '../ui/digest.js';
import type { Replay } from './replay.js';

/** What somebody decided about a proposal. */
export interface HealDecision {
  readonly heal: string;
  readonly decision: 'accepted' | 'rejected';
  readonly by: string;
  /** ISO 8601, UTC. */
  readonly at: string;
  /** That the accepted ones made. Of one that was accepted, absent: it is not written yet. */
  readonly version?: number;
}

/** Whoever accepted it did not come to write it: accepting it again does. */
export function isUnwritten({ decision, version }: HealDecision): boolean {
  return decision === 'accepted' && version === undefined;
}

export interface ProposedHeal {
  /** Of what it proposes. */
  readonly id: string;
  /** From 1. */
  readonly number: number;
  readonly heal: Heal;
  /** Replays that proposed it, oldest first. */
  readonly runs: readonly string[];
  /** `waiting`: for somebody to decide, or (`decided`) to write what was accepted, by accepting it again. `outdated`: its node has changed since. */
  readonly state: 'waiting' | 'outdated' | HealDecision['decision'];
  readonly decided?: HealDecision;
  /** Why it cannot be accepted. */
  readonly because?: string;
}

export function proposedHeals(flow: FlowDocument, replays: readonly Replay[], decisions: readonly HealDecision[]): readonly ProposedHeal[] {
  const found = new Map<string, { readonly heal: Heal; readonly runs: string[] }>();
  for (const { run, heals } of replays)
    for (const heal of heals) {
      const id = healId(heal);
      const known = found.get(id);
      if (known) known.runs.push(run);
      else found.set(id, { heal, runs: [run] });
    }
  return [...found].map(([id, { heal, runs }], index) => ({
    ...{ id, number: index + 1, heal, runs },
    ...standing(
      flow,
      heal,
      decisions.findLast((each) => each.heal === id),
    ),
  }));
}

function standing(flow: FlowDocument, heal: Heal, decided: HealDecision | undefined): Pick<ProposedHeal, 'state' | 'decided' | 'because'> {
  if (decided && !isUnwritten(decided)) return { state: decided.decision, decided };
  const healed = applyHeal(flow, heal);
  const known = decided ? { decided } : {};
  if ('flow' in healed) return { state: healed.flow === flow ? 'accepted' : 'waiting', ...known };
  return { state: 'outdated', because: healed.refusal, ...known };
}

export function healId(heal: Heal): string {
  const { node } = heal;
  return digestOf(
    ordered(heal.kind === 'target' ? [node, heal.at, heal.was, heal.now, heal.screen] : [heal.interruption.close, heal.interruption.texts]),
  );
}

/** The same document where the heal is in it already. */
export function applyHeal(flow: FlowDocument, heal: Heal): { readonly flow: FlowDocument } | { readonly refusal: string } {
  if (heal.kind === 'interruption') {
    const { interruption } = heal;
    const known = flow.interruptions ?? [];
    const isKnown = known.some(({ close, texts }) => isSame([close, texts], [interruption.close, interruption.texts]));
    return { flow: isKnown ? flow : { ...flow, interruptions: [...known, interruption] } };
  }
  const { at, was, now } = heal;
  const node = flow.nodes.find(({ id }) => id === heal.node);
  if (!node) return { refusal: `the flow has no node '${heal.node}' any more` };
  const target = targetAt(node, at);
  if (!isSame(target, was) && !isSame(target, now))
    return { refusal: `the target of "${node.name}" has changed since: run the flow again, and look at what it proposes then` };
  const healed = withTarget(node.node_type, heal);
  if (isSame(healed, node.node_type)) return { flow };
  return { flow: { ...flow, nodes: flow.nodes.map((each) => (each === node ? { ...node, node_type: healed } : each)) } };
}

function isSame(one: unknown, other: unknown): boolean {
  return ordered(one) === ordered(other);
}

/** As JSON, whatever the order of its fields. */
function ordered(value: unknown): string {
  return JSON.stringify(value ?? null, (_key, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([one], [other]) => (one < other ? -1 : 1)))
      : each,
  );
}
