// The request that a flow was compiled from, with its variables in the places of their values (RP20).
import { referenceTo } from '../anchors/fill.js';
import type { FlowDocument, FormField } from '../flow/document.js';
import { foldRequest, isWordEdge, type FoldedText } from './request-text.js';

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

/** Longer values first: `blue kettle` before `kettle`. */
export function patternOf({ form = [], compiled }: Pick<FlowDocument, 'form' | 'compiled'>): RequestPattern {
  const recorded = foldRequest(withValues(compiled?.request ?? '', form));
  const { folded } = recorded;
  const valued = form
    .map((field) => ({ field, value: foldRequest(field.default ?? '').folded }))
    .filter(({ value }) => value !== '')
    .sort((one, other) => other.value.length - one.value.length);
  const spots: Spot[] = [];
  for (const { field, value } of valued)
    for (let at = folded.indexOf(value); at >= 0; at = folded.indexOf(value, at + 1)) {
      const end = at + value.length;
      const isFree = spots.every((spot) => end <= spot.start || at >= spot.end);
      if (isFree && isWordEdge(folded, at) && isWordEdge(folded, end)) spots.push({ start: at, end, field });
    }
  spots.sort((one, other) => one.start - other.start);
  const fields = spots.map(({ field }) => field);
  const literals = [...spots, undefined].map((spot, index) => folded.slice(spots[index - 1]?.end ?? 0, spot?.start));
  const same = valued.filter(({ value }, index) => valued.findIndex((each) => each.value === value) !== index);
  const isAmbiguous = same.some(({ value }) => fields.some((field) => foldRequest(field.default ?? '').folded === value));
  return { recorded, literals, fields, isAmbiguous };
}

/** A request may name its variables. */
function withValues(request: string, form: readonly FormField[]): string {
  return form.reduce((text, { name, default: value }) => text.replaceAll(referenceTo(name), value ?? referenceTo(name)), request);
}
