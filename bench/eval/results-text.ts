// Results as Markdown: a line for each task, one for all of them, what was left out, what failed and what differs from before.
import { byTask, type Difference, differences, type EvalResults, interval, percent, summarize, type Summary, survived } from './results.js';

export interface Earlier {
  /** Of the same suite and mind, disturbed alike. */
  readonly last?: EvalResults;
  /** With `kill`: the same without. */
  readonly undisturbed?: EvalResults;
}

export function resultsText(results: EvalResults, earlier: Earlier = {}): string {
  return [
    `# ${titleOf(results)}`,
    `${results.at}, ${results.seeds} ${results.seeds === 1 ? 'seed' : 'seeds'} a task`,
    overall(results),
    ...(results.kill && earlier.undisturbed ? [survivedText(earlier.undisturbed, results)] : []),
    table(results),
    ...listed('Failed', failedLines(results)),
    ...listed(
      'Left out',
      results.leftOut.map(({ task, why }) => `${task}: ${why}`),
    ),
    ...(earlier.last ? listed(`Compared with ${earlier.last.at}`, differenceLines(earlier.last, results)) : []),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

export function titleOf({ suite, mind, kill }: Pick<EvalResults, 'suite' | 'mind' | 'kill'>): string {
  return `${suite}, ${mind}${kill ? ', the worker killed once in each run' : ''}`;
}

export function overall({ runs, kill }: EvalResults): string {
  const all = summarize(runs);
  const [low, high] = interval(all.successes, all.runs).map((bound) => bound.toFixed(1));
  const rate = percent(all.successes, all.runs).toFixed(1);
  const killed = kill ? `; in ${all.killed} of them the worker was killed before they ended` : '';
  return `**${all.successes} of ${all.runs} runs succeeded: ${rate} %** (95 % interval: ${low} to ${high} %)${killed}.`;
}

function survivedText(undisturbed: EvalResults, results: EvalResults): string {
  const found = survived(undisturbed, results);
  if (!found) return '';
  const share = percent(found.successes, found.of).toFixed(1);
  return `Of ${found.of} runs that succeed undisturbed, ${found.successes} succeeded: ${share} %.`;
}

const columns: readonly (readonly [string, (summary: Summary) => string])[] = [
  ['success', ({ successes, runs }) => `${successes}/${runs}`],
  ['calls', ({ calls }) => calls.toFixed(1)],
  ['actions', ({ actions }) => actions.toFixed(1)],
  ['tokens', ({ tokens }) => String(Math.round(tokens))],
  ['USD', ({ costUsd }) => (costUsd === 0 ? '0' : costUsd.toFixed(4))],
  ['approvals', ({ approvals }) => approvals.toFixed(1)],
  ['interventions per 100', ({ interventionsPer100 }) => String(Math.round(interventionsPer100))],
  ['seconds', ({ seconds }) => seconds.toFixed(1)],
];

function table({ runs }: EvalResults): string {
  const row = (name: string, summary: Summary): string => line([name, ...columns.map(([, of]) => of(summary))]);
  return [
    line(['task', ...columns.map(([name]) => name)]),
    line(['---', ...columns.map(() => '--:')]),
    ...byTask(runs).map((summary) => row(summary.task, summary)),
    row('**all**', summarize(runs)),
  ].join('\n');
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

function failedLines({ runs }: EvalResults): readonly string[] {
  return runs
    .filter(({ success }) => !success)
    .map(({ task, seed, reward, outcome, message = '' }) => {
      const judged = reward === undefined ? 'not judged' : `reward ${reward}`;
      return `${task}, seed ${seed}: ${judged}, the run ended ${outcome}${message === '' ? '' : ` (${oneLine(message)})`}`;
    });
}

function differenceLines(before: EvalResults, now: EvalResults): readonly string[] {
  const lines = differences(before, now).map(differenceLine);
  return lines.length === 0 ? ['nothing differs'] : lines;
}

function differenceLine({ task, before, now }: Difference): string {
  const parts = columns.flatMap(([name, of]) =>
    name === 'seconds' || of(before) === of(now) ? [] : [`${name} ${of(before)} → ${of(now)}`],
  );
  return `${task}: ${parts.join(', ')}`;
}

function listed(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [`## ${title}`, lines.map((entry) => `- ${entry}`).join('\n')];
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, 200);
}
