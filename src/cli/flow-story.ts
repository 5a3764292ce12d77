// What happened in a flow run, as its records tell it: visits of nodes, and between them where the walk went and what went wrong.
import { healText, type Heal } from '../domain/flow/heal.js';
import type { FlowRun, RecordedEvent, RecordedVisit } from '../domain/flow/recorded-flow.js';
import type { CliContext } from './context.js';
import { clip } from '../client/text.js';
import { duration } from './output.js';

export interface Path {
  /** Names of the last nodes, in their order. */
  readonly visited: readonly string[];
  /** Of the whole run. */
  readonly visits: number;
}

const longestPath = 60;
const longestLine = 200;
/** Of repeated events, such as a loop's iterations, this many from the start and the last one are shown, with the number of those in between. */
const shownFirst = 3;

/** `… 40 before → Ring → Answer → Until answered`. */
export function renderPath({ visited, visits }: Path): string {
  const last = visited.slice(-longestPath);
  const before = visits - last.length;
  return [...(before > 0 ? [`… ${before} before`] : []), ...last].join(' → ');
}

/** Everything, in order. */
export function renderStory(context: CliContext, { events, visits }: Pick<FlowRun, 'events' | 'visits'>): readonly string[] {
  const between = renderEvents(context, events);
  const parts = [...visits.map((visit) => ({ seq: visit.events[0]?.seq ?? Infinity, text: renderVisit(context, visit) })), ...between];
  return parts.sort((one, other) => one.seq - other.seq).map(({ text }) => text);
}

// ── The run ──

type Payload = RecordedEvent['payload'];

/** The start and the end of the run are shown elsewhere. */
const betweenVisits: Readonly<Record<string, (payload: Payload) => string>> = {
  branch_evaluated: ({ node, branch }) => `◆ ${String(node)} → ${String(branch)}`,
  loop_iteration: ({ node, iteration, max_iterations: most }) => `↻ ${String(node)} ${String(iteration)}/${String(most)}`,
  loop_exited: ({ node, reason, iterations }) => `↻ ${String(node)} left after ${String(iterations)}: ${String(reason)}`,
  warning: ({ node, message }) => `! ${node === undefined ? '' : `${String(node)}: `}${String(message)}`,
};

function renderEvents(
  { terminal }: CliContext,
  events: readonly RecordedEvent[],
): readonly { readonly seq: number; readonly text: string }[] {
  const { dim, yellow } = terminal.colors;
  const alike = new Map<string, RecordedEvent[]>();
  for (const event of events.filter(({ type }) => Object.hasOwn(betweenVisits, type))) {
    const { node, branch, reason, message } = event.payload;
    const key = JSON.stringify([event.type, node, branch, reason, message]);
    const group = alike.get(key);
    if (group) group.push(event);
    else alike.set(key, [event]);
  }
  return [...alike.values()].flatMap((group) => {
    const hidden = group.length - shownFirst - 1;
    return group.flatMap(({ seq, type, payload }, index) => {
      const line = clip(betweenVisits[type]?.(payload) ?? '', longestLine);
      const isHidden = hidden > 1 && index >= shownFirst && index < group.length - 1;
      if (!isHidden) return [{ seq, text: `\n${type === 'warning' ? yellow(line) : line}` }];
      return index === shownFirst ? [{ seq, text: dim(`  … ${hidden} more like ${line}`) }] : [];
    });
  });
}

// ── A visit ──

const marks = { ok: '✔', failed: '✖', stopped: '■', running: '…' } as const;
/** What is worth showing about a visit. */
const told: Readonly<Record<string, (payload: Payload) => string>> = {
  retry: ({ attempt, code, message }) => `attempt ${Number(attempt) + 1}, after ${String(code)}: ${String(message)}`,
  warning: ({ message }) => `warning: ${String(message)}`,
  noticed: ({ message }) => String(message),
  approved_before: ({ message }) => String(message),
  interrupted: ({ message }) => `${String(message)}: closed`,
  healed: (payload) => `healed: ${healText(payload as unknown as Heal)}`,
  logged_in: () => 'somebody logged in',
  taken_over: ({ code, message }) => `an agent takes over, after ${String(code)}: ${String(message)}`,
  element_resolved: ({ wanted, resolved }) => `"${String(wanted)}" is "${String(resolved)}"`,
  child_run: ({ type, workflow_id: id }) => `as ${String(id)}: \`${type === 'flow' ? 'flow show' : 'show'} ${String(id)}\``,
  app_resolved: ({ wanted, resolved }) => `"${String(wanted)}" is "${String(resolved)}"`,
  tool_call: ({ name, args }) => `${String(name)} ${clip(JSON.stringify(args), 90)}`,
};

function renderVisit(
  { terminal }: CliContext,
  { node, status, attempts, started, ended, error, events, artifacts, verdicts }: RecordedVisit,
): string {
  const { dim, green, red, yellow } = terminal.colors;
  const paint = status === 'ok' ? green : status === 'failed' ? red : yellow;
  const took = started && ended ? dim(`  ${duration(Date.parse(ended) - Date.parse(started))}`) : '';
  const lines = events.flatMap(({ type, payload }) => (told[type] ? [dim(clip(told[type](payload), 120))] : []));
  return [
    `\n${paint(marks[status])} ${node.name}${node.visit > 1 ? dim(` (visit ${node.visit})`) : ''}${attempts > 1 ? yellow(`  ${attempts} attempts`) : ''}${took}`,
    ...lines.map((line) => `    ${line}`),
    ...(error === undefined ? [] : [`    ${red(clip(error, 200))}`]),
    ...verdicts.map(({ check, result, reason }) => `    ${result === 'passed' ? green(result) : red(result)} ${check}: ${reason}`),
    ...artifacts.map((path) => dim(`    ${path}`)),
  ].join('\n');
}
