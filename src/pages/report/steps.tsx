import type { Kill, Report, ReportCard, ReportRecovery } from '../../domain/report/report.schema.js';
import { type Filter, FilterBar } from '../components/filter-bar.js';
import { Badge, EventLinks, KeyHelp, type Keys, Said } from '../components/texts.js';
import { StepCard } from '../components/step-card.js';
import { clock } from '../../domain/report/iso-time.js';
import { shortHost } from '../../domain/report/losses.js';
import { Lane } from '../components/lane.js';

const keys: Keys = [
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
  const personActed = cards.filter(({ kind }) => kind === 'act').length;
  return (
    <section aria-labelledby="steps">
      <div class="steps-bar">
        <h2 id="steps">
          Steps{' '}
          <span class="quiet number">
            {cards.length - personActed}
            {personActed > 0 && ` + ${personActed} by hand`}
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

export function Recovery({ report: { lane, kills, recoveries } }: { readonly report: Report }) {
  if (!lane && recoveries.length === 0) return null;
  return (
    <section id="recovery" tabIndex={-1} aria-labelledby="recovery-title">
      <h2 id="recovery-title">Time line{kills.length + recoveries.length > 0 ? ' and recovery' : ''}</h2>
      <div class="card lane-card">
        {lane && <Lane lane={lane} />}
        {kills.length + recoveries.length > 0 && (
          <ol class="recoveries">
            {kills.map((kill, index) => (
              <KillLine key={index} kill={kill} />
            ))}
            {recoveries.map((recovery, index) => (
              <RecoveryLine key={index} recovery={recovery} />
            ))}
          </ol>
        )}
      </div>
    </section>
  );
}

function KillLine({ kill: { kind, host, after, before, lost, events } }: { readonly kill: Kill }) {
  return (
    <li>
      <p class="where">
        <time dateTime={before}>{clock(before)}</time>
        <Badge tone="bad">{kind === 'kill' ? 'worker killed' : 'heartbeats lost'}</Badge>
        <span>host {shortHost(host)}</span>
      </p>
      <p>
        The worker {kind === 'kill' ? 'was killed' : 'fell silent'} between {clock(after)} and {clock(before)}, while at{' '}
        <Said text={lost.join(', ')} line />.
      </p>
      <EventLinks events={events} />
    </li>
  );
}

function RecoveryLine({ recovery }: { readonly recovery: ReportRecovery }) {
  const { at, work, attempt, host, epoch, said, events, card, outcome } = recovery;
  return (
    <li>
      <p class="where">
        <time dateTime={at}>{clock(at)}</time>
        <Badge tone="warn">recovered</Badge>
        <span>
          {attempt !== undefined && `attempt ${attempt}, `}host {shortHost(host)}, epoch {epoch}
        </span>
        {card !== undefined && <a href={`#${card}`}>step</a>}
      </p>
      <p>
        <code>
          <Said text={work} line />
        </code>
        {outcome !== undefined && (
          <>
            {' '}
            <Badge tone={outcome === 'done' ? 'good' : 'warn'}>{outcome}</Badge>
          </>
        )}
      </p>
      <dl class="said-by">
        {said.map(({ who, text }, index) => (
          <div key={index}>
            <dt>{who}</dt>
            <dd>
              <Said text={text} />
            </dd>
          </div>
        ))}
      </dl>
      <EventLinks events={events} />
    </li>
  );
}
