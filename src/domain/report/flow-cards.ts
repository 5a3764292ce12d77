// The visits of a flow's nodes as cards, from the flow's records; between them where the walk went.
//
// walked-1. What the walk decided on its way to a node (branches, rounds of loops, warnings) are notes of that node's card; what it decided last, a card of its own.
// walked-2. Of notes that are alike in one card the first three and the last are told, and how many there were between them.
import { blankCard, cardId } from './card.js';
import { actionWords } from '../run/action-words.js';
import { grouped } from '../collections.js';
import { healText, type Heal } from '../flow/heal.js';
import { capital, numberOf, textOf, type Data } from '../checks/read-stored.js';
import { msBetween } from './iso-time.js';
import type { ReportCard, ReportCheck } from './report.schema.js';

export interface FlowFact {
  readonly seq: number;
  readonly timestamp: string;
  readonly type: string;
  readonly payload: Data;
}

export interface VisitFacts {
  readonly node: { readonly id: string; readonly name: string; readonly visit: number };
  readonly status: string;
  readonly started?: string;
  readonly ended?: string;
  readonly attempts: number;
  readonly error?: string;
  readonly events: readonly FlowFact[];
  /** References of its pictures, oldest first. */
  readonly pictures: readonly string[];
  readonly verdicts: readonly { readonly check: string; readonly result: string; readonly reason: string }[];
}

/** `events`: of the run. `isOver`: nothing more comes. */
export function flowCards(visits: readonly VisitFacts[], events: readonly FlowFact[], isOver: boolean): readonly ReportCard[] {
  const between = events.flatMap((event) => {
    const text = wayText(event);
    return text === undefined ? [] : [{ event, text }];
  });
  let from = -Infinity;
  const cards = visits.map((visit) => {
    const to = visit.events[0]?.seq ?? Infinity;
    const before = between.filter(({ event: { seq } }) => seq >= from && seq < to).map(({ text }) => text);
    from = Math.max(from, to);
    const card = flowCard(visit);
    return { ...card, notes: [...fewOf(before), ...card.notes] };
  });
  const rest = between.filter(({ event: { seq } }) => seq >= from);
  const last = rest.at(-1);
  return last && isOver ? [...cards, endCard(last.event, fewOf(rest.map(({ text }) => text)))] : cards;
}

/** Undefined: it is no decision of the walk, or stands elsewhere. */
function wayText({ type, payload }: FlowFact): string | undefined {
  const node = textOf(payload['node']);
  switch (type) {
    case 'branch_evaluated':
      return `◆ ${node} → ${textOf(payload['branch'])}`;
    case 'loop_iteration':
      return `↻ ${node} ${numberOf(payload['iteration'])}/${numberOf(payload['max_iterations'])}`;
    case 'loop_exited':
      return `↻ ${node} left after ${numberOf(payload['iterations'])}: ${textOf(payload['reason'])}`;
    case 'warning':
      return `! ${node === '' ? '' : `${node}: `}${textOf(payload['message'])}`;
    default:
      return undefined;
  }
}

const toldFirst = 3;

/** Walked-2. */
function fewOf(texts: readonly string[]): readonly string[] {
  const alike = grouped(
    texts.map((text, at) => ({ text, at })),
    ({ text }) => text.replaceAll(/\d+/g, '0'),
  );
  return [...alike.values()]
    .flatMap((group) => {
      const hidden = group.length - toldFirst - 1;
      const [next] = group.slice(toldFirst);
      if (hidden < 2 || !next) return group;
      const more = { at: next.at, text: `… ${hidden} more like ${next.text}` };
      return [...group.slice(0, toldFirst), more, ...group.slice(-1)];
    })
    .sort((one, other) => one.at - other.at)
    .map(({ text }) => text);
}

/** Walked-1. */
function endCard({ timestamp, payload }: FlowFact, texts: readonly string[]): ReportCard {
  return {
    ...blankCard,
    ...{ id: cardId('way-to-the-end', 1), kind: 'node', agent: textOf(payload['node']), number: 1, at: timestamp },
    ...{ title: texts.at(-1) ?? '', notes: texts.slice(0, -1) },
  };
}

function flowCard({ node, status, started = '', ended, attempts, error, events, pictures, verdicts }: VisitFacts): ReportCard {
  const ms = msBetween(started, ended);
  const [before, after] = pictures.length > 1 ? [pictures[0], pictures.at(-1)] : [undefined, pictures[0]];
  const warnings = events
    .filter(({ type }) => type === 'warning')
    .map(({ payload }) => textOf(payload['message']) || JSON.stringify(payload));
  const id = cardId(node.id, node.visit);
  const actions = callsOf(events);
  const isFailed = status === 'failed' || verdicts.some(({ result }) => result === 'failed');
  return {
    ...blankCard,
    ...{ id, kind: 'node', agent: node.name, number: node.visit, at: started, title: node.name, status, actions },
    thought: textOf(events.find(({ type }) => type === 'vision_summary')?.payload['text']),
    notes: events.flatMap(noteOf),
    failures: [...(error === undefined ? [] : [error]), ...warnings],
    pictures: { before, after },
    phases: ms === undefined ? [] : [{ name: 'taking', ms }],
    details: [
      ...(attempts > 1 ? [{ name: 'attempts', value: String(attempts) }] : []),
      ...verdicts.map(({ check, result, reason }) => ({
        name: `check “${check}”`,
        value: `${result}${reason === '' ? '' : `: ${reason}`}`,
      })),
      ...events
        .filter(({ type }) => type === 'variable_set')
        .map(({ payload }) => ({ name: textOf(payload['name']), value: JSON.stringify(payload['value']) ?? '' })),
    ],
    flags: [
      ...(isFailed ? (['failed'] as const) : []),
      ...(actions.some(({ outcome }) => outcome === 'unknown') ? (['unknown'] as const) : []),
    ],
  };
}

function noteOf({ type, payload }: FlowFact): readonly string[] {
  const [message, code, wanted, resolved] = ['message', 'code', 'wanted', 'resolved'].map((name) => textOf(payload[name]));
  switch (type) {
    case 'approved_before':
    case 'noticed':
      return [capital(message ?? '')];
    case 'retry':
      return [`Attempt ${numberOf(payload['attempt']) + 1}, after ${code}: ${message}`];
    case 'interrupted':
      return [`${message}: closed`];
    case 'healed':
      return [`Healed: ${healText(payload as unknown as Heal)}`];
    case 'logged_in':
      return ['Somebody logged in'];
    case 'taken_over':
      return [`An agent takes over, after ${code}: ${message}`];
    case 'element_resolved':
    case 'app_resolved':
      return [`“${wanted}” is “${resolved}”`];
    case 'child_run':
      return [partText(textOf(payload['workflow_id']), textOf(payload['type']))];
    default:
      return [];
  }
}

/** What runs within the run has cards of its own. */
function partText(id: string, type: string): string {
  return `As ${id}: \`${type === 'flow' ? 'flow show' : 'show'} ${id}\``;
}

function callsOf(events: VisitFacts['events']): ReportCard['actions'] {
  const results = events.filter(({ type }) => type === 'tool_result');
  return events
    .filter(({ type }) => type === 'tool_call')
    .map(({ payload: { name, args } }, index) => {
      const result = results[index]?.payload;
      return {
        text: actionWords({ function: name, args }),
        outcome: result && (outcomes[textOf(result['error'])] ?? 'failed'),
        effect: textOf(result?.['text']).replace(/^null$/, '') || textOf(result?.['error']) || undefined,
      };
    });
}

/** By the error of a tool's result. */
const outcomes: Readonly<Record<string, string>> = { '': 'done', 'outcome-unknown': 'unknown' };

const verdictNames: Readonly<Record<string, ReportCheck['verdict']>> = { passed: 'pass', failed: 'fail', warned: 'warn' };

export function checksOfVisit({ node, verdicts }: VisitFacts): readonly ReportCheck[] {
  return verdicts.map(({ check, result, reason }) => ({
    node: node.name,
    name: check,
    verdict: verdictNames[result] ?? 'warn',
    reason: result === 'not-judged' && reason === '' ? 'not judged' : reason,
    card: cardId(node.id, node.visit),
  }));
}
