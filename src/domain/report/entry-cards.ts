// What procedures, explorers and settings record, as cards without a step of an agent.
import { cardId } from './agent-cards.js';
import { capital } from '../checks/recorded-data.js';
import type { PolicyEntry } from '../run/entry.js';
import type { ReportCard } from './report.schema.js';

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
    ...{ id: cardId('entry', number), kind: 'entry', agent, number, at, title: capital(title), status },
    ...{ subtask: '', thought: '', comment: '', result: '', actions: [], questions: [], notes: [...notes], failures: [], recovery: [] },
    pictures: { before, after },
    frames: [],
    phases: [],
    details,
    flags: [...(isFailed ? (['failed'] as const) : []), ...(isAsked ? (['asked'] as const) : [])],
    events: [],
  };
}
