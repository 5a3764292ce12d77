// The readings of a run's result as nodes in their places, and the result as a template of them.
import { referenceTo } from '../anchors/fill.js';
import { isBlank } from '../text/blank.js';
import { prefixOf } from '../flow/variables.js';
import { mask } from '../ui/mask.js';
import { lastDraft } from './draft-steps.js';
import { plainly, type Draft } from './drafts.js';
import type { Named } from './node-graph.js';
import type { Reading } from './readings.js';
import type { Deed } from './story.js';
import { withReferences, type Value } from './values.js';

/** Each after the action that brought its screen; out of a loop, after that. */
export function withReadings(
  drafts: readonly Draft[],
  readings: readonly { readonly reading: Reading; readonly deed: Deed | undefined }[],
  values: readonly Value[],
): readonly Draft[] {
  const placed = [...drafts];
  for (const { reading, deed } of readings) {
    const at = placed.findLastIndex(({ deeds }) => deed !== undefined && deeds.includes(deed));
    const end = isInLoop(placed, at) ? placed.findIndex(({ type }, index) => index > at && type.type === 'EndLoop') : at;
    const after = endOfReadings(placed, end);
    placed.splice(after + 1, 0, draftOfReading(reading, deed, values));
  }
  return placed;
}

function isInLoop(drafts: readonly Draft[], at: number): boolean {
  const before = drafts.slice(0, at + 1);
  return before.filter(({ type }) => type.type === 'Loop').length > before.filter(({ type }) => type.type === 'EndLoop').length;
}

function endOfReadings(drafts: readonly Draft[], at: number): number {
  let end = at;
  while (drafts[end + 1]?.reading !== undefined) end++;
  return end;
}

function draftOfReading(reading: Reading, deed: Deed | undefined, values: readonly Value[]): Draft {
  const { target, before, after, label } = reading;
  const screen = deed && lastDraft(deed, []).type;
  return {
    type: { type: 'Read', target, before, after, screen: screen?.type === 'Expect' ? screen.screen : undefined },
    name: withoutValues(label, values),
    comment: `The run's result said "${plainly(reading.text)}".`,
    deeds: [],
    reading,
  };
}

function withoutValues(label: string, values: readonly Value[]): string {
  const left = withReferences(label, values, true).replace(/\{\{var:[^{}]*\}\}/g, ' ');
  return isBlank(left) ? label : left;
}

/** The run's words, with what is read and what is given in their places. */
export function resultOf(result: string, named: readonly Named[], values: readonly Value[]): string {
  if (result.includes('{{') || result.includes(mask)) return '';
  const parts = named
    .flatMap(({ draft: { reading }, name }) => (reading ? [{ ...reading, name }] : []))
    .sort((one, other) => one.at - other.at);
  let from = 0;
  let template = '';
  for (const { at, text, name } of parts) {
    template += `${withReferences(result.slice(from, at), values)}${referenceTo(`${prefixOf(name)}.text`)}`;
    from = at + text.length;
  }
  return template + withReferences(result.slice(from), values);
}
