// What cards of all kinds have, and those of what procedures, explorers and settings record.
import { capital } from '../checks/read-stored.js';
import type { PolicyEntry } from '../run/entry.js';
import type { ReportCard } from './report.schema.js';

/** A card of which nothing is known yet but what it is about. */
export const blankCard = {
  ...{ status: '', subtask: '', thought: '', comment: '', result: '' },
  ...{ actions: [], questions: [], notes: [], failures: [], recovery: [], pictures: {}, frames: [] },
  ...{ phases: [], details: [], flags: [], events: [] },
} satisfies Partial<ReportCard>;

export function cardId(name: string, number: number): string {
  return `step-${name.replace(/[^\p{L}\p{N}]+/gu, '-')}-${number}`;
}

interface EntryFacts {
  readonly number: number;
  readonly at: string;
  /** An activity of a procedure, or a screen. */
  readonly agent: string;
  readonly title: string;
  readonly status: string;
  readonly isFailed?: boolean;
  readonly isAsked?: boolean;
  readonly before?: string;
  readonly after?: string;
  readonly details?: ReportCard['details'];
  readonly notes?: readonly string[];
}

/** What the configuration has changed while the run went on. */
export function policyCards(changes: readonly PolicyEntry[]): readonly ReportCard[] {
  return changes.map(({ at, data }, index) => ({
    ...entryCard({ number: index + 1, at, agent: 'configuration', title: data.text, status: '' }),
    id: cardId('configuration', index + 1),
  }));
}

export function entryCard(facts: EntryFacts): ReportCard {
  const { number, at, agent, title, status, isFailed, isAsked, before, after, details = [], notes = [] } = facts;
  return {
    ...blankCard,
    ...{ id: cardId('entry', number), kind: 'entry', agent, number, at, title: capital(title), status, notes, details },
    pictures: { before, after },
    flags: [...(isFailed ? (['failed'] as const) : []), ...(isAsked ? (['asked'] as const) : [])],
  };
}
