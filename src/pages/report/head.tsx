import { duration } from '../../domain/report/iso-time.js';
import type { ReportHead } from '../../domain/report/report.schema.js';
import { Badge, Fold, Link, Said, toneOf } from '../components/texts.js';
import { count, counted, moment, money } from '../words.js';

const engines = { agent: 'Agent', flow: 'Flow', explorer: 'Explorer', procedure: 'Procedure' } as const;

/** Characters. */
const longestTitle = 200;

interface HeadProps {
  readonly run: string;
  readonly engine: keyof typeof engines;
  readonly head: ReportHead;
  readonly summary: readonly string[];
}

export function Head({ run, engine, head, summary }: HeadProps) {
  const { request, state, outcome, started, ended, ui, links } = head;
  const word = outcome ?? state;
  const isLong = request.length > longestTitle * 1.5;
  return (
    <header class="card head">
      <p class="where">
        <strong>{engines[engine]}</strong>
        <Badge tone={toneOf(word)}>{word}</Badge>
        <code>{run}</code>
        {ui !== undefined && <Link href={ui}>Temporal</Link>}
        {links.map(({ text, href }) => (
          <Link key={href} href={href}>
            {text}
          </Link>
        ))}
      </p>
      <h1>
        <Said text={request === '' ? run : isLong ? `${request.slice(0, longestTitle).trimEnd()} …` : request} />
      </h1>
      {isLong && <Fold summary="The whole request">{() => <Said text={request} />}</Fold>}
      <ul class="summary" aria-label="In short">
        {summary.map((line, index) => (
          <li key={index}>
            <Said text={line} />
          </li>
        ))}
      </ul>
      <Numbers head={head} />
      <Durations head={head} />
      <p class="quiet small">
        {started === undefined ? 'When it was started is not known.' : `Started ${moment(started)}.`}{' '}
        {ended !== undefined && `Ended ${moment(ended)}.`}
      </p>
      <Facts facts={head.facts} />
    </header>
  );
}

function Numbers({ head }: { readonly head: ReportHead }) {
  const { steps, modelCalls, inputTokens, outputTokens, costUsd, models, unknownOutcomes } = head;
  return (
    <dl class="numbers">
      <Number name="steps" value={count(steps)} />
      <Number name="model calls" value={count(modelCalls)} />
      <Number name="tokens" value={count(inputTokens + outputTokens)} more={`${count(inputTokens)} in, ${count(outputTokens)} out`} />
      <Number name="cost" value={money(costUsd)} more={costUsd === 0 && modelCalls > 0 ? 'or no price known' : models.join(', ')} />
      <Number name="unknown outcomes" value={count(unknownOutcomes)} />
    </dl>
  );
}

function Number({ name, value, more }: { readonly name: string; readonly value: string; readonly more?: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {value}
        {more !== undefined && more !== '' && <small>{more}</small>}
      </dd>
    </div>
  );
}

function Durations({ head: { duration: lasted } }: { readonly head: ReportHead }) {
  if (!lasted || lasted.total === 0) return null;
  const { total, active, people, devices } = lasted;
  const parts = [
    ['active', active, 'active'],
    ['people', people, 'waiting for people'],
    ['devices', devices, 'waiting for devices'],
  ] as const;
  return (
    <div class="durations">
      <div class="bar" aria-hidden="true">
        {parts.map(([kind, ms]) => ms > 0 && <span key={kind} class={kind} style={{ flexGrow: ms / total }} />)}
      </div>
      <ul>
        <li>
          <strong>{duration(total)}</strong> in all
        </li>
        {parts.map(([kind, ms, what]) => (
          <li key={kind}>
            <span class={`dot ${kind}`} aria-hidden="true" /> {duration(ms)} {what}
          </li>
        ))}
      </ul>
    </div>
  );
}

const fewFacts = 4;

function Facts({ facts }: Pick<ReportHead, 'facts'>) {
  if (facts.length === 0) return null;
  const list = () => (
    <dl class="facts">
      {facts.map(({ name, value }, index) => (
        <div key={index}>
          <dt>{name}</dt>
          <dd>
            <Said text={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
  return facts.length > fewFacts ? <Fold summary={counted(facts.length, 'fact')}>{list}</Fold> : list();
}
