import { clock, duration, timeScale, type TimeScale } from '../../domain/report/iso-time.js';
import { useMemo, useState } from 'preact/hooks';
import { assertNever } from '../../domain/errors/assert-never.js';
import type { LaneMark, LaneSpan, ReportLane } from '../../domain/report/report.schema.js';

import { Said } from './texts.js';

const rowPx = 30;

/** The time line of a run: who was at work when, who was lost, who was asked. */
export function Lane({ lane }: { readonly lane: ReportLane }) {
  const [told, setMessage] = useState('');
  const { rows, spans, marks, from, to } = lane;
  const scale = useMemo(() => timeScale(momentsOf(lane)), [lane]);
  const height = rows.length * rowPx;
  const topOf = (row: string): number => rows.findIndex(({ id }) => id === row) * rowPx;
  return (
    <figure class="lane" aria-label={`Time line from ${clock(from)} to ${clock(to)} UTC`}>
      <div class="lane-rows" aria-hidden="true">
        {rows.map(({ id, label, kind }) => (
          <div key={id} class={`lane-label ${kind}`} title={label}>
            {label}
          </div>
        ))}
      </div>
      <svg class="lane-picture" width="100%" height={height + 22} role="group" aria-label="Time line">
        {rows.map(({ id }, index) => (
          <line key={id} class="lane-line" x1="0" x2="100%" y1={index * rowPx + rowPx / 2} y2={index * rowPx + rowPx / 2} />
        ))}
        {rows.map(({ id, label }, index) => (
          <text key={id} class="lane-inner" x="0" y={index * rowPx + 5} aria-hidden="true">
            {label}
          </text>
        ))}
        <Axis scale={scale} height={height} />
        {spans.map((span, index) => (
          <Span key={index} span={span} top={topOf(span.row)} end={to} scale={scale} onTell={setMessage} />
        ))}
        {marks.map((mark, index) => (
          <Mark key={index} mark={mark} top={topOf(mark.row)} scale={scale} onTell={setMessage} />
        ))}
      </svg>
      <figcaption class="quiet">
        {told === '' ? (
          'Point at a mark, or move to it with Tab, to read what happened. Zigzags stand for long waits.'
        ) : (
          <Said text={told} line />
        )}
      </figcaption>
    </figure>
  );
}

function momentsOf({ from, to, spans, marks }: ReportLane): readonly number[] {
  const times = [from, to, ...spans.flatMap((span) => [span.from, span.to ?? to]), ...marks.map(({ at }) => at)];
  return times.map((time) => Date.parse(time)).filter((ms) => !Number.isNaN(ms));
}

const percent = (part: number): string => `${(100 * part).toFixed(3)}%`;

function Axis({ scale, height }: { readonly scale: TimeScale; readonly height: number }) {
  return (
    <>
      {scale.ticks.map(({ ms, at }) => (
        <text
          key={ms}
          class={`lane-tick${at < 0.05 || at > 0.95 ? '' : ' inner'}`}
          x={percent(at)}
          y={height + 16}
          text-anchor={at < 0.05 ? 'start' : at > 0.95 ? 'end' : 'middle'}
        >
          {clock(new Date(ms).toISOString())}
        </text>
      ))}
      {scale.cuts.map(({ at, ms }) => (
        <svg key={at} x={percent(at)} y="0" overflow="visible">
          <path class="lane-cut" d={zigzag(height)}>
            <title>{`${duration(ms)} in which nothing else happened`}</title>
          </path>
        </svg>
      ))}
    </>
  );
}

function zigzag(height: number): string {
  const turns = Math.floor(height / 6);
  return `M0 0${Array.from({ length: turns }, (_, index) => `l${index % 2 === 0 ? 4 : -4} 6`).join('')}`;
}

interface Told {
  readonly scale: TimeScale;
  readonly top: number;
  readonly onTell: (text: string) => void;
}

function Span({ span, top, end, scale, onTell }: Told & { readonly span: LaneSpan; readonly end: string }) {
  const { from, to, kind, text, card } = span;
  const [left, right] = [from, to ?? end].map((time) => scale.place(Date.parse(time)));
  const said = `${clock(from)}–${to === undefined ? '' : clock(to)} ${text}`;
  const width = Math.max(0, (right ?? 0) - (left ?? 0));
  const thick = kind === 'held' ? 6 : 14;
  const bar = (
    <rect
      class={`lane-span ${kind}`}
      x={percent(left ?? 0)}
      y={top + (rowPx - thick) / 2}
      width={percent(width)}
      height={thick}
      rx="3"
      onMouseEnter={() => onTell(said)}
    >
      <title>{said}</title>
    </rect>
  );
  return card === undefined ? (
    bar
  ) : (
    <a href={`#${card}`} tabIndex={-1}>
      {bar}
    </a>
  );
}

function Mark({ mark, top, scale, onTell }: Told & { readonly mark: LaneMark }) {
  const { at, kind, text, card, event } = mark;
  const said = `${clock(at)} ${text}${event ? ` (${event.type} #${event.id})` : ''}`;
  const sign = (
    <svg x={percent(scale.place(Date.parse(at)))} y={top + rowPx / 2} overflow="visible" class={`lane-mark ${kind}`}>
      <circle class="lane-hit" r="10" />
      <path d={signOf(kind)} />
      <title>{said}</title>
    </svg>
  );
  const tell = { onMouseEnter: () => onTell(said), onFocus: () => onTell(said) };
  return (
    <a href={card === undefined ? '#recovery' : `#${card}`} aria-label={said} {...tell}>
      {sign}
    </a>
  );
}

/** Told apart by their shape, not by colour alone. */
function signOf(kind: LaneMark['kind']): string {
  switch (kind) {
    case 'start':
    case 'end':
      return 'M-2 -8h4v16h-4z';
    case 'kill':
      return 'M-6 -8 0 -2 6 -8 8 -6 2 0 8 6 6 8 0 2 -6 8 -8 6 -2 0 -8 -6z';
    case 'silence':
      return 'M0 -8a8 8 0 1 0 .01 0zM0 -5a5 5 0 1 1 -.01 0z';
    case 'epoch':
      return 'M0 -8 8 0 0 8 -8 0z';
    case 'journal':
      return 'M-7 -7h14v14h-14zM-4 -3h8v2h-8zM-4 1h8v2h-8z';
    case 'decision':
      return 'M-7 -6 7 0 -7 6z';
    case 'retry':
      return 'M-6 -8h4v16h-4zM2 -8h4v16h-4z';
    case 'asked':
      return 'M-8 -7h16v11h-9l-4 4v-4h-3z';
    case 'answered':
      return 'M-8 0 -5 -3 -2 0 5 -7 8 -4 -2 6z';
    case 'took':
      return 'M0 -9a9 9 0 1 0 .01 0zM0 -6a6 6 0 1 1 -.01 0zM-6 -1.5h12v3h-12z';
    case 'act':
      return 'M0 -4a4 4 0 1 0 .01 0z';
    case 'gave':
      return 'M0 -9a9 9 0 1 0 .01 0zM0 -6a6 6 0 1 1 -.01 0z';
    case 'trouble':
      return 'M0 -8 8 7h-16z';
    default:
      return assertNever(kind);
  }
}
