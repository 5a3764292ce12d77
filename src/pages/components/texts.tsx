// Small things that every page shows: words of others, states, links, what folds.
import { visibleLine, visibleText } from '../../domain/text/visible-text.js';
import type { ComponentChildren } from 'preact';
import { clock } from '../../domain/report/iso-time.js';
import type { EventRef } from '../../domain/report/report.schema.js';
import { useState } from 'preact/hooks';

/** Text of a page, a model or a person: shown as text whatever it contains, in its own direction. */
export function Said({ text, line = false }: { readonly text: string; readonly line?: boolean }) {
  return (
    <span class="said" dir="auto">
      {line ? visibleLine(text) : visibleText(text)}
    </span>
  );
}

export type Tone = 'plain' | 'good' | 'bad' | 'warn' | 'person' | 'model' | 'accent';

interface BadgeProps {
  readonly tone?: Tone;
  readonly children: ComponentChildren;
}

export function Badge({ tone = 'plain', children }: BadgeProps) {
  return <span class={`badge ${tone}`}>{children}</span>;
}

const tones: Readonly<Record<string, Tone>> = {
  ...{ done: 'good', completed: 'good', COMPLETED: 'good', FINISH: 'good', ok: 'good', pass: 'good', approved: 'good', answered: 'good' },
  ...{ 'handed-back': 'good' },
  ...{ failed: 'bad', error: 'bad', FAILED: 'bad', FAIL: 'bad', fail: 'bad', rejected: 'bad', invalid: 'bad', TIMED_OUT: 'bad' },
  ...{ TERMINATED: 'bad', terminated: 'bad', refused: 'bad' },
  ...{
    unknown: 'warn',
    UNKNOWN: 'warn',
    warn: 'warn',
    recovered: 'warn',
    cancelled: 'warn',
    'ran-out': 'warn',
    CANCELED: 'warn',
    stopped: 'warn',
  },
  ...{ PENDING: 'person', CONFIRM: 'person', HELD: 'person', waiting: 'person', asked: 'person', 'by-hand': 'person', held: 'person' },
  ...{ RUNNING: 'accent', running: 'accent' },
};

/** Of a state, a status or an outcome, whoever names it. */
export function toneOf(word: string): Tone {
  return tones[word] ?? (/limit|budget/.test(word) ? 'warn' : 'plain');
}

interface LinkProps {
  readonly href: string;
  readonly children: ComponentChildren;
}

/** Only to the web and to files beside the page: an address with any other scheme (`javascript:`) is shown as text. */
export function Link({ href, children }: LinkProps) {
  return isHarmless(href) ? (
    <a href={href} rel="noreferrer noopener">
      {children}
    </a>
  ) : (
    <span title={href}>{children}</span>
  );
}

function isHarmless(href: string): boolean {
  return /^(https?:\/\/|#|\.{0,2}\/(?!\/))/i.test(href);
}

/** An event of Temporal's history; linked where the Web UI's address is known. */
function EventLink({ event }: { readonly event: EventRef }) {
  const { type, workflow, id, at, href } = event;
  const text = `${type} #${id}`;
  return (
    <span class="event" title={`${workflow}, ${at}`}>
      {href === undefined ? text : <Link href={href}>{text}</Link>} <time dateTime={at}>{clock(at)}</time>
    </span>
  );
}

export function EventLinks({ events }: { readonly events: readonly EventRef[] }) {
  if (events.length === 0) return null;
  return (
    <ul class="events" aria-label="Events in Temporal's history">
      {events.map((event) => (
        <li key={`${event.execution} ${event.id}`}>
          <EventLink event={event} />
        </li>
      ))}
    </ul>
  );
}

interface FoldProps {
  readonly summary: ComponentChildren;
  /** Made when it is unfolded first: it may be long. */
  readonly children: () => ComponentChildren;
}

export function Fold({ summary, children }: FoldProps) {
  const [isOpened, setOpened] = useState(false);
  return (
    <details class="fold" onToggle={(event) => event.currentTarget.open && setOpened(true)}>
      <summary>{summary}</summary>
      {isOpened && <div class="folded">{children()}</div>}
    </details>
  );
}

export type Keys = readonly (readonly [keys: string, what: string])[];

/** What the keys of a page do. */
export function KeyHelp({ keys }: { readonly keys: Keys }) {
  return (
    <ul class="keys" aria-label="Keys">
      {keys.map(([names, what]) => (
        <li key={names}>
          {names.split(' ').map((name) => (
            <kbd key={name}>{name}</kbd>
          ))}{' '}
          {what}
        </li>
      ))}
    </ul>
  );
}
