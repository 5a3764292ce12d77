// The request that a flow was compiled from, with its variables in the places of their values.
import { referenceTo } from '../anchors/fill.js';
import type { FlowDocument, FormField } from '../flow/document.js';
import { own } from '../collections.js';
import type { Variables } from '../run/json.js';
import { placesOf } from '../text/word-boundaries.js';

/** `literals` has one more than `fields`: text, field, text, field, …, text. Folded. */
export interface RequestPattern {
  readonly recorded: FoldedText;
  readonly literals: readonly string[];
  readonly fields: readonly FormField[];
  /** Two variables have the same value, so that nobody can say which is meant where. */
  readonly isAmbiguous: boolean;
}

interface Spot {
  readonly start: number;
  readonly end: number;
  readonly field: FormField;
}

export function patternOf({ form = [], compiled }: Pick<FlowDocument, 'form' | 'compiled'>): RequestPattern {
  const recorded = foldRequest(withValues(compiled?.request ?? '', form));
  const { folded } = recorded;
  const spots = spotsIn(folded, form);
  const fields = spots.map(({ field }) => field);
  const literals = [...spots, undefined].map((spot, index) => folded.slice(spots[index - 1]?.end ?? 0, spot?.start));
  const values = form.map(({ default: value = '' }) => foldRequest(value).folded).filter((value) => value !== '');
  const same = new Set(values.filter((value, index) => values.indexOf(value) !== index));
  return { recorded, literals, fields, isAmbiguous: fields.some((field) => same.has(foldRequest(field.default ?? '').folded)) };
}

/** The recorded request with other values in the places of its variables; a variable without one keeps its own. */
export function requestWith({ form = [], compiled, name }: Pick<FlowDocument, 'form' | 'compiled' | 'name'>, variables: Variables): string {
  const text = withValues(compiled?.request ?? name, form);
  const spots = spotsIn(lowerCase(text), form);
  const valueOf = ({ name: variable, default: was = '' }: FormField): string => {
    const value = own(variables, variable) ?? was;
    return typeof value === 'object' ? was : String(value);
  };
  return [...spots, undefined]
    .map((spot, index) => text.slice(spots[index - 1]?.end ?? 0, spot?.start) + (spot ? valueOf(spot.field) : ''))
    .join('');
}

/** In the order of the text, which is folded; longer values first: `blue kettle` before `kettle`. */
function spotsIn(folded: string, form: readonly FormField[]): readonly Spot[] {
  const valued = form
    .map((field) => ({ field, value: valueIn(folded, field.default ?? '') }))
    .filter(({ value }) => value !== '')
    .sort((one, other) => other.value.length - one.value.length);
  const spots: Spot[] = [];
  for (const { field, value } of valued)
    for (const start of placesOf(folded, value)) {
      const end = start + value.length;
      if (spots.every((spot) => end <= spot.start || start >= spot.end)) spots.push({ start, end, field });
    }
  return spots.sort((one, other) => one.start - other.start);
}

/** With its own full stop, where the request has that: `the link "non."`. */
function valueIn(folded: string, value: string): string {
  const whole = lowerCase(spaced(value));
  return placesOf(folded, whole).length > 0 ? whole : foldRequest(value).folded;
}

/** A request may name its variables. */
function withValues(request: string, form: readonly FormField[]): string {
  return form.reduce((text, { name, default: value }) => text.replaceAll(referenceTo(name), value ?? referenceTo(name)), request);
}

// ── Requests as they are compared: white space and capitals do not count, nor does the full stop at the end ──

export interface FoldedText {
  /** Character by character the same as `text`, in small letters. */
  readonly folded: string;
  readonly text: string;
}

export function foldRequest(request: string): FoldedText {
  const text = spaced(request).replace(/[\s.!?…。！？]+$/u, '');
  return { text, folded: lowerCase(text) };
}

/** White space as it is compared; nothing else is changed. */
export function spaced(text: string): string {
  return text.normalize('NFC').replace(/\s+/gu, ' ').trim();
}

/** Capitals whose small letter is longer stay: places must not move. */
export function lowerCase(text: string): string {
  return [...text].map((each) => (each.toLowerCase().length === each.length ? each.toLowerCase() : each)).join('');
}

export function wordsOf(folded: string): readonly string[] {
  return (
    folded.match(
      /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}])[\p{L}\p{N}\p{M}_])+/gu,
    ) ?? []
  );
}
