// Schedules as the command line shows them.
import type { ScheduleSummary, ScheduleView } from '../client/schedules/read-schedules.js';
import type { Triggered } from '../client/schedules/trigger.js';
import { clip, shellQuote } from '../client/text.js';
import { assertNever } from '../domain/errors/assert-never.js';
import type { CliContext } from './context.js';
import { renderTable } from './output.js';
import type { Terminal } from './terminal.js';

export function renderSchedules(terminal: Terminal, schedules: readonly ScheduleSummary[]): string {
  const rows = schedules.map((schedule) => [
    schedule.id,
    stateOf(schedule),
    schedule.times,
    minute(schedule.paused ? undefined : schedule.next[0]),
    schedule.runs[0] ?? '',
    clip(schedule.title ?? schedule.type, 50),
  ]);
  return renderTable(terminal, ['schedule', 'state', 'when', 'next', 'last run', 'what'], rows);
}

export function renderSchedule({ terminal, program }: CliContext, schedule: ScheduleView): string {
  const { id, type, title, times, overlap, next, runs, open, started, skipped } = schedule;
  const { bold, dim } = terminal.colors;
  const running = new Set(open);
  return [
    `${bold(id)} ${stateOf(schedule)}: ${type}, ${clip(title ?? '', 150)}`,
    `when      ${times}`,
    ...(schedule.paused ? [] : [`next      ${next.slice(0, 3).map(minute).join(', ')}`]),
    `overlap   ${overlap}`,
    `started   ${started}${skipped > 0 ? `, skipped ${skipped}` : ''}`,
    ...runs.map((run) => `run       ${run}${running.has(run) ? ' (open)' : ''}`),
    ...(runs[0] === undefined ? [] : [dim(`${program} show ${shellQuote(runs[0])}`)]),
  ].join('\n');
}

export function triggeredText({ program }: Pick<CliContext, 'program'>, id: string, triggered: Triggered): string {
  const { overlap } = triggered;
  switch (triggered.outcome) {
    case 'started':
      return `Schedule '${id}' has started ${triggered.run}.`;
    case 'waits':
      return `Schedule '${id}' starts a run as soon as ${openText(triggered.open)} has ended: its policy is ${overlap}.`;
    case 'left-out':
      return `Schedule '${id}' has started nothing: ${openText(triggered.open)} is still open${overlap === 'buffer-one' ? ', another run waits already' : ''}, and its policy is ${overlap}.`;
    case 'unknown':
      return `Schedule '${id}' was asked for a run, and the server has not said yet what came of it: \`${program} schedule show ${shellQuote(id)}\` shows it.`;
    default:
      return assertNever(triggered);
  }
}

function openText(open: readonly string[]): string {
  return open.length === 0 ? 'its last run' : `its run ${open.join(' or ')}`;
}

function stateOf({ paused, note }: Pick<ScheduleSummary, 'paused' | 'note'>): string {
  return paused ? `paused${note ? ` (${clip(note, 40)})` : ''}` : 'active';
}

/** `2026-11-27 06:00Z` */
function minute(time: string | undefined): string {
  return time === undefined ? '' : `${time.slice(0, 16).replace('T', ' ')}Z`;
}
