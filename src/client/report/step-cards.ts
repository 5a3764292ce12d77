// The cards of agents' steps, from their records and the lists of controls that were stored with them.
import { agentCard, type AgentCard } from '../../domain/report/agent-cards.js';
import type { RecordedRecovery } from '../../domain/report/recoveries.js';
import type { ReportCard } from '../../domain/report/report.schema.js';
import type { WorkflowStory } from '../../domain/report/workflow-story.js';
import type { ArtifactStore } from '../../ports/artifact-store.js';
import type { StepEntry } from '../../domain/run/entry.js';
import type { Step } from '../steps.js';
import { grouped } from '../../domain/collections.js';
import { listOf, type Data } from '../../domain/checks/recorded-data.js';
import type { ClientContext } from '../context.js';
import type { RecordedSteps } from '../current-steps.js';
import { framesOf } from './frames.js';

export interface AgentCards {
  readonly cards: readonly ReportCard[];
  readonly recoveries: readonly RecordedRecovery[];
  /** Actions as they were decided. */
  readonly decided: readonly Data[];
}

interface Beside {
  /** Whose events the cards name. */
  readonly stories: readonly WorkflowStory[];
  /** History is known, so that what a person did by hand has cards of its own (domain/report/holds.ts). */
  readonly actsApart: boolean;
}

/** Makes each card once: a reader that is asked again keeps those of steps to which nothing was added. */
export function createAgentCards({ artifacts }: Pick<ClientContext, 'artifacts'>, run: string) {
  let made: ReadonlyMap<string, AgentCard> = new Map();
  return {
    /** `isNew`: one of them was not there the last time. */
    async read({ steps, records }: RecordedSteps, { stories, actsApart }: Beside): Promise<AgentCards & { readonly isNew: boolean }> {
      const ofStep = recordsByStep(records.filter(({ type }) => type !== byPerson));
      const shown = (actsApart ? withoutActsByHand(steps) : steps).filter(
        ({ key, recovery }) => recovery.length > 0 || !actsApart || ofStep.get(key)?.some(({ type }) => type !== 'observed'),
      );
      const before = made;
      const cards = await Promise.all(
        shown.map(async (step) => {
          const own = ofStep.get(step.key) ?? [];
          const name = `${step.key} ${step.at} ${own.length} ${step.actions.length} ${step.complete}`;
          return [name, before.get(name) ?? (await stepCard(artifacts(), run, step, own, stories))] as const;
        }),
      );
      made = new Map(cards);
      return {
        cards: cards.map(([, { card }]) => card),
        recoveries: cards.flatMap(([, { recoveries }]) => recoveries),
        decided: records.filter(({ type }) => type === 'decided').flatMap(({ data }) => listOf(data['actions'])),
        isNew: cards.some(([name]) => !before.has(name)),
      };
    },
  };
}

async function stepCard(
  artifacts: ArtifactStore,
  run: string,
  step: Step,
  records: readonly StepEntry[],
  stories: readonly WorkflowStory[],
): Promise<AgentCard> {
  const made = agentCard(run, step, records, stories);
  return { ...made, card: { ...made.card, frames: await framesOf(artifacts, made.aims) } };
}

/** By the key of the step. */
function recordsByStep(records: readonly StepEntry[]): ReadonlyMap<string, readonly StepEntry[]> {
  return grouped(
    records.filter(({ seq }) => stepKey(seq) !== undefined),
    ({ seq }) => stepKey(seq) ?? '',
  );
}

function stepKey(seq: string): string | undefined {
  return /^(.+#\d+)\./.exec(seq)?.[1];
}

const byPerson = 'person-acted';

/** What a person did by hand: how often. */
export function actsByHand({ records }: RecordedSteps): number {
  return records.filter(({ type }) => type === byPerson).length;
}

function withoutActsByHand(steps: readonly Step[]): readonly Step[] {
  return steps.flatMap((step) => {
    const actions = step.actions.filter(({ by }) => by === undefined);
    if (actions.length === step.actions.length) return [step];
    return actions.length === 0 && step.status === 'HELD' ? [] : [{ ...step, actions }];
  });
}
