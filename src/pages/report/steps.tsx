import type { ReportCard } from '../../domain/report/report.schema.js';
import { FilterBar, type Filter } from '../components/filter-bar.js';
import { KeyHelp, type Keys } from '../components/key-help.js';
import { StepCard } from '../components/step-card.js';

export const keys: Keys = [
  ['← →', 'step back, step on'],
  ['space', 'play, stop'],
  ['/', 'search'],
  ['f a r h', 'failed, asked, recovered, by hand'],
  ['Esc', 'show all'],
];

interface StepsProps {
  readonly cards: readonly ReportCard[];
  readonly found: readonly ReportCard[];
  readonly filter: Filter;
  readonly onFilter: (filter: Filter) => void;
  readonly current: string | undefined;
  readonly isPlaying: boolean;
  readonly onPlay: () => void;
  readonly shownOf: (id: string) => number;
  readonly onShow: (id: string, shown: number) => void;
  readonly textOf: (ref: string) => string | undefined;
}

export function Steps({ cards, found, filter, onFilter, current, isPlaying, onPlay, shownOf, onShow, textOf }: StepsProps) {
  const byHand = cards.filter(({ kind }) => kind === 'act').length;
  return (
    <section aria-labelledby="steps">
      <div class="steps-bar">
        <h2 id="steps">
          Steps{' '}
          <span class="quiet number">
            {cards.length - byHand}
            {byHand > 0 && ` + ${byHand} by hand`}
          </span>
        </h2>
        <button type="button" class="play" aria-pressed={isPlaying} onClick={onPlay}>
          {isPlaying ? '❚❚ Stop' : '▶ Play'}
        </button>
        <FilterBar filter={filter} onFilter={onFilter} cards={cards} found={found.length} />
      </div>
      <KeyHelp keys={keys} />
      {cards.length === 0 && <p class="card none quiet">No step is recorded.</p>}
      {cards.length > 0 && found.length === 0 && <p class="card none quiet">No step matches.</p>}
      <ol class="steps">
        {found.map((card, index) => (
          <li key={card.id}>
            <StepCard
              card={card}
              isSameSubtask={found[index - 1]?.subtask === card.subtask}
              isCurrent={card.id === current}
              shown={shownOf(card.id)}
              onShow={(shown) => onShow(card.id, shown)}
              textOf={textOf}
            />
          </li>
        ))}
      </ol>
    </section>
  );
}
