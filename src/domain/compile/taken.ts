// Values that a run took from a screen: what it typed, chose or pressed because a text there said so, and nobody else (RP5).
//
// taken-1. What was typed or chosen is taken where a text that is only written stands with it. What was pressed, only where such a text has it in quotes: an
//     instruction. What the request or an answer says is given, not taken.
import { expectedScreen } from '../anchors/expected-screen.js';
import { prefixOf } from '../flow/variables.js';
import { plainly, type Draft } from './drafts.js';
import { says } from './data.js';
import { placeToRead } from './readings.js';
import type { Value } from './values.js';

export interface Taken {
  readonly drafts: readonly Draft[];
  readonly values: readonly Value[];
}

/** `unused`: makes a name that no other node has. */
export function withTaken(drafts: readonly Draft[], said: readonly string[], unused: (name: string) => string): Taken {
  const values: Value[] = [];
  const made: Draft[] = [];
  for (const draft of drafts) {
    const [deed] = draft.deeds;
    const wanted = wantedText(draft);
    const isKnown = wanted === undefined || said.some((one) => says(one, wanted.text)) || values.some(({ text }) => text === wanted.text);
    if (deed && wanted && !isKnown && draft.deeds.length === 1) {
      const reading = placeToRead(wanted.text, [deed.before], said, (own) => !wanted.quoted || isQuoted(own, wanted.text));
      if (reading) {
        const name = unused(`Read ${reading.label}`);
        const value = { name: `${prefixOf(name)}.text`, title: name, text: wanted.text, type: 'text', description: '' } as const;
        values.push(value);
        const { target, before, after } = reading;
        const screen = expectedScreen(deed.before);
        made.push({
          type: { type: 'Read', target, before, after, screen },
          name,
          isNamed: true,
          comment: `It said "${plainly(wanted.text)}".`,
          deeds: [],
          gives: value,
        });
      }
    }
    made.push(draft);
  }
  return { drafts: made, values };
}

function wantedText({ type }: Draft): { readonly text: string; readonly quoted: boolean } | undefined {
  if (type.type !== 'Act') return undefined;
  const { deed, target } = type;
  const text = deed.type === 'SetText' ? deed.text : deed.type === 'Select' && deed.values.length === 1 ? deed.values[0] : undefined;
  if (text !== undefined) return text.trim().length < 2 || text.includes('{{') ? undefined : { text, quoted: false };
  const name = deed.type === 'Click' ? target?.name?.trim() : undefined;
  return name === undefined || name === '' || name.includes('{{') ? undefined : { text: name, quoted: true };
}

function isQuoted(own: string, text: string): boolean {
  return ['""', '“”', '„“', '«»', "''", '‘’'].some(([open = '', close = '']) => own.includes(`${open}${text}${close}`));
}
