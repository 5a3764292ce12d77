// What was stopped before it left, as a person is asked about it: where it was to go, and what was in it, as far as the page shows that anyway.
import type { RiskKind } from '../guard/activation.js';
import { riskReasons } from '../guard/activation.js';
import { shorten } from '../text/fit-bytes.js';
import type { Control } from '../ui/control.js';
import type { BodyField } from './body-fields.js';
import type { Sent } from './sent-log.js';
import { calledRequest, type SentRequest, type StoppedRequest } from './sent-request.js';

export interface StoppedWrite {
  /** What makes another one equal to it (`WritePass`). */
  readonly key: string;
  /** `POST https://shop.example/orders: total 25.00; note, 40 characters` */
  readonly text: string;
  /** Why it was stopped: `pays or orders something`. */
  readonly reason: string;
}

/** Of an action that would have written what nobody approved: each of these was stopped before it left. */
export interface StoppedAct {
  readonly writes: readonly StoppedWrite[];
  /** What else it wrote has left: `PUT https://shop.example/cart`. */
  readonly sent: readonly string[];
}

const [mostFields, longestName, longestValue] = [8, 40, 80];
/** What a person wants to know first: how much, and to whom. */
const first = /amount|total|price|sum|quantity|\bqty\b|currency|recipient|\bto\b|email|iban|account|payee/i;

/** What stands there is short, and may stand elsewhere on the page by chance. */
const secret = /cvv|cvc|\bpin\b|pass|token|secret|csrf|otp/i;

/** Undefined: nothing was stopped. `seen`: what the page showed, before and after. */
export function stoppedAct(
  { stopped, ofAction }: Pick<Sent, 'stopped' | 'ofAction'>,
  seen: readonly Pick<Control, 'name' | 'value'>[],
): StoppedAct | undefined {
  if (stopped.length === 0) return undefined;
  const isShown = (text: string): boolean => seen.some(({ name, value = '' }) => name.includes(text) || value.includes(text));
  // Of a worker's request the browser tells once more, as failed.
  const isStopped = ({ method, origin, path, answer }: SentRequest): boolean =>
    answer !== undefined &&
    ('stopped' in answer ||
      ('failed' in answer &&
        stopped.some(({ request }) => request.method === method && request.origin === origin && request.path === path)));
  const left = ofAction.filter((each) => !isStopped(each));
  return { writes: stopped.map((each) => stoppedWrite(each, isShown)), sent: left.map((each) => calledRequest(each)) };
}

/** For a sentence. */
export function writesText(writes: readonly StoppedWrite[]): string {
  return writes.map(({ text, reason }) => `${text} (${reason})`).join(', and ');
}

export function stoppedText({ writes, sent }: StoppedAct): string {
  const left = sent.length === 0 ? 'Nothing else was sent' : `This has left: ${sent.join(', ')}`;
  return `It was done, but what it was to send was stopped before it left, because nobody approved it: ${writesText(writes)}. ${left}.`;
}

/** Why a person is asked. */
export function stoppedReason({ writes }: Pick<StoppedAct, 'writes'>): string {
  return `it was to send ${writesText(writes)}; ${writes.length === 1 ? 'that was' : 'those were'} stopped before leaving`;
}

/** What is sent is asked about each time. */
export const neverRemembered = { remembering: { not: 'what is sent is asked about each time' } } as const;

/** `isShown`: whether the page shows that text. What it does not show is told by its length. */
export function stoppedWrite({ request, kinds, why, key, values }: StoppedRequest, isShown: (text: string) => boolean): StoppedWrite {
  const ordered = [...values.filter(({ name }) => first.test(name)), ...values.filter(({ name }) => !first.test(name))];
  const told = ordered.slice(0, mostFields).map((field) => fieldText(field, isShown));
  const left = ordered.length - told.length;
  const fields = [...told, ...(left > 0 ? [`and ${left} more`] : [])].join('; ');
  return { key, text: `${calledRequest(request)}${fields === '' ? '' : `: ${fields}`}`, reason: reasonOf(kinds, why) };
}

function fieldText({ name, value }: BodyField, isShown: (text: string) => boolean): string {
  const called = shorten(name, longestName);
  if (value === undefined) return called;
  if (value === '') return `${called} empty`;
  return isShown(value) && !secret.test(name)
    ? `${called} ${shorten(value, longestValue)}`
    : `${called}, ${value.length} ${value.length === 1 ? 'character' : 'characters'}`;
}

function reasonOf(kinds: readonly RiskKind[], why: string): string {
  const [kind] = kinds;
  return kind === undefined ? why : `${riskReasons[kind]} (${why})`;
}
