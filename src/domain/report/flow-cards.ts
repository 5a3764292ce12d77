// A visit of a flow's node as a card, from the flow's records.
import { cardId } from './agent-cards.js';
import { healText, type Heal } from '../flow/heal.js';
import { textOf, type Data } from '../checks/recorded-data.js';
import { msBetween } from './iso-time.js';
import type { ReportCard, ReportCheck } from './report.schema.js';

export interface VisitFacts {
  readonly node: { readonly id: string; readonly name: string; readonly visit: number };
  readonly status: string;
  readonly started?: string;
  readonly ended?: string;
  readonly attempts: number;
  readonly error?: string;
  readonly events: readonly { readonly timestamp: string; readonly type: string; readonly payload: Data }[];
  /** References of its pictures, oldest first. */
  readonly pictures: readonly string[];
  readonly verdicts: readonly { readonly check: string; readonly result: string; readonly reason: string }[];
}

export function flowCard({ node, status, started = '', ended, attempts, error, events, pictures, verdicts }: VisitFacts): ReportCard {
  const ms = msBetween(started, ended);
  const [before, after] = pictures.length > 1 ? [pictures[0], pictures.at(-1)] : [undefined, pictures[0]];
  const warnings = events
    .filter(({ type }) => type === 'warning')
    .map(({ payload }) => textOf(payload['message']) || JSON.stringify(payload));
  const id = cardId(node.id, node.visit);
  const isFailed = status === 'failed' || verdicts.some(({ result }) => result === 'failed');
  return {
    ...{ id, kind: 'node', agent: node.name, number: node.visit, at: started, title: titleOf(node.name, events), status },
    ...{ subtask: '', thought: textOf(events.find(({ type }) => type === 'vision_summary')?.payload['summary']), comment: '', result: '' },
    actions: callsOf(events),
    questions: [],
    notes: events.flatMap(noteOf),
    failures: [...(error === undefined ? [] : [error]), ...warnings],
    recovery: [],
    pictures: { before, after },
    frames: [],
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
    flags: isFailed ? ['failed'] : [],
    events: [],
  };
}

function noteOf({ type, payload }: VisitFacts['events'][number]): readonly string[] {
  switch (type) {
    case 'approved_before':
      return [`Nobody was asked: ${JSON.stringify(payload)}`];
    case 'interrupted':
      return [`${textOf(payload['message'])}: closed`];
    case 'noticed':
      return [textOf(payload['message'])];
    case 'healed':
      return [`Healed: ${healText(payload as unknown as Heal)}`];
    case 'logged_in':
      return ['Somebody logged in'];
    case 'taken_over':
      return [`An agent takes over: ${textOf(payload['message'])}`];
    default:
      return [];
  }
}

function titleOf(name: string, events: VisitFacts['events']): string {
  const branch = events.find(({ type }) => type === 'branch_evaluated')?.payload;
  const taken = branch && (textOf(branch['taken']) || textOf(branch['branch']) || textOf(branch['result']));
  return taken ? `${name}: ${taken}` : name;
}

function callsOf(events: VisitFacts['events']): ReportCard['actions'] {
  const results = events.filter(({ type }) => type === 'tool_result');
  return events
    .filter(({ type }) => type === 'tool_call')
    .map(({ payload }, index) => {
      const name = textOf(payload['tool']) || textOf(payload['name']) || textOf(payload['tool_name']) || 'tool';
      const args = payload['arguments'] ?? payload['args'];
      const result = results[index]?.payload;
      const outcome =
        result && (textOf(result['status']) || textOf(result['outcome']) || (result['error'] === undefined ? 'done' : 'failed'));
      const effect = result && (textOf(result['message']) || textOf(result['error']) || textOf(result['text']));
      return {
        text: `${name}${args === undefined ? '' : ` ${JSON.stringify(args)}`}`,
        outcome: outcome || undefined,
        effect: effect || undefined,
      };
    });
}

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
