import { clock } from '../../domain/report/iso-time.js';
import type { Kill, Report, ReportRecovery } from '../../domain/report/report.schema.js';
import { shortHost } from '../../domain/report/short-host.js';
import { Badge } from '../components/badge.js';
import { EventLinks } from '../components/event-link.js';
import { Lane } from '../components/lane.js';
import { Said } from '../components/said.js';

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
