import type { CardFlag, ReportCard } from '../../domain/report/report.schema.js';
import { flagText } from '../words.js';

export interface Filter {
  readonly query: string;
  /** Any of these; empty: all. */
  readonly flags: readonly CardFlag[];
}

export const noFilter: Filter = { query: '', flags: [] };

interface FilterBarProps {
  readonly filter: Filter;
  readonly onFilter: (filter: Filter) => void;
  readonly cards: readonly ReportCard[];
  readonly found: number;
}

export function FilterBar({ filter, onFilter, cards, found }: FilterBarProps) {
  const { query, flags } = filter;
  const known = (['failed', 'asked', 'recovered', 'unknown', 'by-hand'] as const)
    .map((flag) => ({ flag, amount: cards.filter((card) => card.flags.includes(flag)).length }))
    .filter(({ amount }) => amount > 0);
  return (
    <search class="filter" aria-label="Steps">
      <input
        id="search"
        type="search"
        placeholder="Search  ( / )"
        aria-label="Search steps"
        autocomplete="off"
        spellcheck={false}
        value={query}
        onInput={(event) => onFilter({ ...filter, query: event.currentTarget.value })}
      />
      {known.map(({ flag, amount }) => (
        <button
          key={flag}
          type="button"
          aria-pressed={flags.includes(flag)}
          onClick={() => onFilter({ ...filter, flags: flags.includes(flag) ? flags.filter((one) => one !== flag) : [...flags, flag] })}
        >
          {flagText(flag)} <span class="number">{amount}</span>
        </button>
      ))}
      <span role="status" class="quiet">
        {query === '' && flags.length === 0 ? '' : `${found} of ${cards.length}`}
      </span>
    </search>
  );
}

/** Every word must be somewhere on the card. */
export function passes({ query, flags }: Filter, card: ReportCard): boolean {
  if (flags.length > 0 && !flags.some((flag) => card.flags.includes(flag))) return false;
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return true;
  const { title, agent, number, thought, comment, result, subtask, status, actions, notes, failures, recovery, questions, details } = card;
  const told = [...actions.flatMap(({ text, effect = '', outcome = '' }) => [text, effect, outcome]), ...details.map(({ value }) => value)];
  const all = [
    title,
    `${agent} ${number}`,
    thought,
    comment,
    result,
    subtask,
    status,
    ...told,
    ...notes,
    ...failures,
    ...recovery,
    ...questions,
  ];
  const text = all.join('\n').toLowerCase();
  return words.every((word) => text.includes(word));
}
