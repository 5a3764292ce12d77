import { clock, duration } from '../../domain/report/iso-time.js';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { CardAction, ReportCard } from '../../domain/report/report.schema.js';
import { count, flagText, money } from '../words.js';
import { shownActions } from '../../domain/report/card-lines.js';
import { Badge, EventLinks, Fold, Said, toneOf } from './texts.js';
import { BeforeAfter } from './pictures.js';

interface StepCardProps {
  readonly card: ReportCard;
  readonly isCurrent?: boolean;
  /** The card before it has said its subtask. */
  readonly isSameSubtask?: boolean;
  /** Prompts and replies as they are stored; undefined: no longer there. */
  readonly textOf?: ((ref: string) => string | undefined) | undefined;
  /** Given: who shows the card also says which picture is shown. */
  readonly shown?: number;
  readonly onShow?: (shown: number) => void;
  /** What the card's page adds below it. */
  readonly children?: ComponentChildren;
}

/** One step, node or entry of a run. */
export function StepCard({ card, isCurrent = false, isSameSubtask = false, textOf, shown, onShow, children }: StepCardProps) {
  const [own, setOwn] = useState(0);
  const { id, pictures, frames, title } = card;
  const hasPictures = pictures.before !== undefined || pictures.after !== undefined;
  return (
    <article
      id={id}
      class={`card step${isCurrent ? ' current' : ''}${hasPictures ? '' : ' wordy'}`}
      tabIndex={-1}
      aria-labelledby={`${id}-title`}
    >
      <div class="words">
        <CardHead card={card} />
        <CardWords card={card} />
        <CardCosts card={isSameSubtask ? { ...card, subtask: '' } : card} />
        <CardFolds card={card} textOf={textOf} />
        {children}
      </div>
      {hasPictures && (
        <BeforeAfter
          before={pictures.before}
          after={pictures.after}
          frames={frames}
          title={title}
          shown={shown ?? own}
          onShow={onShow ?? setOwn}
        />
      )}
    </article>
  );
}

function CardHead({ card: { id, agent, number, at, title, status, flags } }: { readonly card: ReportCard }) {
  return (
    <header>
      <p class="where">
        <a href={`#${id}`} aria-label={`Link to ${agent} ${number}`}>
          {agent} {number}
        </a>
        <time dateTime={at} class="number">
          {clock(at)}
        </time>
        {status !== '' && <Badge tone={toneOf(status)}>{status}</Badge>}
        {flags.map((flag) => (
          <Badge key={flag} tone={toneOf(flag)}>
            {flagText(flag)}
          </Badge>
        ))}
      </p>
      <h3 id={`${id}-title`}>
        <Said text={title} line />
      </h3>
    </header>
  );
}

function CardWords({ card }: { readonly card: ReportCard }) {
  const { notes, failures, thought, recovery, guard, questions, comment, result } = card;
  const actions = shownActions(card);
  return (
    <>
      <Lines className="notes" lines={notes} />
      <Lines className="failures" lines={failures} />
      {thought !== '' && (
        <p class="thought">
          <Said text={thought} />
        </p>
      )}
      {actions.length > 0 && (
        <ol class="actions">
          {actions.map((action, index) => (
            <Action key={index} action={action} />
          ))}
        </ol>
      )}
      {guard && guard.verdict !== 'allowed' && (
        <p class="guard">
          <Badge tone={toneOf(guard.verdict)}>guard: {guard.verdict}</Badge> <Said text={guard.reason} />
        </p>
      )}
      <Lines className="recovery" lines={recovery} />
      <Lines className="questions" lines={questions.filter((question) => question !== card.title)} />
      {comment !== '' && comment !== thought && comment !== card.title && (
        <p>
          <Said text={comment} />
        </p>
      )}
      {result !== '' && (
        <p class="result">
          <Said text={result} />
        </p>
      )}
    </>
  );
}

function Lines({ className, lines }: { readonly className: string; readonly lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <ul class={`lines ${className}`}>
      {lines.map((line, index) => (
        <li key={index}>
          <Said text={line} />
        </li>
      ))}
    </ul>
  );
}

function Action({ action: { text, outcome, effect } }: { readonly action: CardAction }) {
  return (
    <li>
      <Said text={text} line /> {outcome !== undefined && <Badge tone={toneOf(outcome)}>{outcome}</Badge>}
      {effect !== undefined && (
        <span class="effect">
          <Said text={effect} />
        </span>
      )}
    </li>
  );
}

function CardCosts({ card: { phases, tokens, subtask, details } }: { readonly card: ReportCard }) {
  return (
    <dl class="costs">
      {phases.map(({ name, ms }) => (
        <Fact key={name} name={name} value={duration(ms)} />
      ))}
      {tokens && <Fact name="tokens" value={`${count(tokens.input)} in, ${count(tokens.output)} out`} />}
      {tokens && tokens.costUsd > 0 && <Fact name="cost" value={money(tokens.costUsd)} />}
      {tokens?.model !== undefined && <Fact name="model" value={tokens.model} />}
      {subtask !== '' && <Fact name="subtask" value={subtask} />}
      {details.map(({ name, value }, index) => (
        <Fact key={`${name} ${index}`} name={name} value={value} />
      ))}
    </dl>
  );
}

function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <Said text={value} />
      </dd>
    </div>
  );
}

function CardFolds({ card: { prompt, reply, events }, textOf }: Pick<StepCardProps, 'card' | 'textOf'>) {
  const stored = [
    ['Prompt', prompt],
    ['Reply', reply],
  ] as const;
  return (
    <div class="folds">
      {stored.map(
        ([name, ref]) =>
          ref !== undefined &&
          textOf && (
            <Fold key={name} summary={name}>
              {() => (
                <pre tabIndex={0} aria-label={name}>
                  <Said text={textOf(ref) ?? 'It is no longer stored.'} />
                </pre>
              )}
            </Fold>
          ),
      )}
      {events.length > 0 && <Fold summary={`Temporal events (${events.length})`}>{() => <EventLinks events={events} />}</Fold>}
    </div>
  );
}
