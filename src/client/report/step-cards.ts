// The cards of agents' steps, from their records and the lists of controls that were stored with them.
import { agentCard, type AgentCard } from '../../domain/report/agent-cards.js';
import type { WorkflowStory } from '../../domain/report/workflow-story.js';
import type { ArtifactStore } from '../../ports/artifact-store.js';
import { isStepEntry, type RunEntry, type StepEntry } from '../../domain/run/entry.js';
import type { Step } from '../steps.js';
import { framesOf } from './frames.js';

/** By the key of the step. */
export function recordsByStep(entries: readonly RunEntry[]): ReadonlyMap<string, readonly StepEntry[]> {
  const byStep = new Map<string, StepEntry[]>();
  for (const record of entries.filter(isStepEntry)) {
    const [, key] = /^(.+#\d+)\./.exec(record.seq) ?? [];
    if (key !== undefined) byStep.set(key, [...(byStep.get(key) ?? []), record]);
  }
  return byStep;
}

interface Sources {
  /** Of this step. */
  readonly records: readonly StepEntry[];
  /** None: the card tells no events. */
  readonly stories: readonly WorkflowStory[];
}

export async function stepCard(artifacts: ArtifactStore, run: string, step: Step, { records, stories }: Sources): Promise<AgentCard> {
  const made = agentCard(run, step, records, stories);
  return { ...made, card: { ...made.card, frames: await framesOf(artifacts, made.aims) } };
}

/** Where history tells of holds, what a person did has cards of its own (domain/report/holds.ts). */
export function withoutActsByHand(steps: readonly Step[]): readonly Step[] {
  return steps.flatMap((step) => {
    const actions = step.actions.filter(({ by }) => by === undefined);
    if (actions.length === step.actions.length) return [step];
    return actions.length === 0 && step.status === 'HELD' ? [] : [{ ...step, actions }];
  });
}
