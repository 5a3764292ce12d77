// A card as lines of text: what a terminal paints and what an MCP client reads. The page of a report shows the same words in its own places.
import type { CardAction, ReportCard } from './report.schema.js';
import { clock, duration } from './iso-time.js';

/** What a line is, for whoever paints it. */
export type CardTone = 'note' | 'failure' | 'thought' | 'action' | 'recovery' | 'text' | 'detail';

export interface CardLine {
  readonly tone: CardTone;
  readonly text: string;
  /** Of an action: what became of it, `done`. */
  readonly outcome?: string;
  /** Of an action: `→ done: the browser went to …`. */
  readonly came?: string;
}

/** `app-1 3`, `10:29:15`, `Click “Order”`, `CONTINUE`, `4.2 s`: those that it has. */
export interface CardHead {
  readonly name: string;
  readonly time: string;
  readonly title: string;
  readonly status: string;
  readonly took: string;
}

export function cardHead({ agent, number, at, title, status, flags, phases }: ReportCard): CardHead {
  const ms = phases.filter(({ name }) => name !== waitingPhase).reduce((sum, phase) => sum + phase.ms, 0);
  return {
    name: `${agent} ${number}`,
    time: clock(at),
    title,
    status: [status, ...(flags.includes('by-hand') ? ['by hand'] : [])].filter((word) => word !== '').join('  '),
    took: ms > 0 ? duration(ms) : '',
  };
}

/** The phase of a card in which nobody worked. */
export const waitingPhase = 'waiting for a person';

/** Below its head, in the order in which they are read. */
export function cardLines(card: ReportCard): readonly CardLine[] {
  const { title, notes, failures, thought, guard, recovery, questions, comment, result, details } = card;
  const of = (tone: CardTone, texts: readonly string[]): readonly CardLine[] =>
    texts.filter((text) => text !== '').map((text) => ({ tone, text }));
  return [
    ...of('note', notes),
    ...of('failure', failures),
    ...of('thought', [thought]),
    ...shownActions(card).map(({ text, outcome, effect }) => ({
      tone: 'action' as const,
      text,
      outcome,
      came: cameOf(outcome, effect),
    })),
    ...of('note', guard && guard.verdict !== 'allowed' ? [`guard: ${guard.verdict}: ${guard.reason}`] : []),
    ...of('recovery', recovery),
    ...of(
      'text',
      questions.filter((question) => question !== title),
    ),
    ...of('text', [comment === thought || comment === title ? '' : comment]),
    ...of('text', [result === '' ? '' : `= ${result}`]),
    ...of(
      'detail',
      details.map(({ name, value }) => `${name}: ${value}`),
    ),
  ];
}

/** The only action of a card is its title already: what is left of it is what became of it. */
export function shownActions({ title, actions }: ReportCard): readonly CardAction[] {
  const [only, ...others] = actions;
  if (!only || others.length > 0 || only.text !== title) return actions;
  return only.outcome === undefined && only.effect === undefined ? [] : [{ ...only, text: '' }];
}

function cameOf(outcome: string | undefined, effect: string | undefined): string | undefined {
  const parts = [outcome, effect].filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : `→ ${parts.join(': ')}`;
}

export function lineText({ text, came }: CardLine): string {
  return [text, came].filter((part) => part !== undefined && part !== '').join(' ');
}

/** The whole card, for readers that take no colours. */
export function cardText(card: ReportCard): string {
  const head = Object.values(cardHead(card)).filter((part) => part !== '');
  return [head.join('  '), ...cardLines(card).map((line) => `    ${lineText(line)}`)].join('\n');
}
