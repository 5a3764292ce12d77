// Values that a run took from a screen: what it typed or chose because a text there said so, and nobody else.
//
// taken-1. What the request or an answer says is given, not taken. What is pressed is never taken: a text of a page would say which button it is.
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
    const wanted = takenText(draft);
    const isKnown = wanted === undefined || said.some((one) => says(one, wanted)) || values.some(({ text }) => text === wanted);
    if (deed && wanted && !isKnown && draft.deeds.length === 1) {
      const reading = placeToRead(wanted, [deed.before], said);
      if (reading) {
        const name = unused(`Read ${reading.label}`);
        const value = { name: `${prefixOf(name)}.text`, title: name, text: wanted, type: 'text', description: '' } as const;
        values.push(value);
        const { target, before, after } = reading;
        const screen = expectedScreen(deed.before);
        made.push({
          type: { type: 'Read', target, before, after, screen },
          name,
          isNamed: true,
          comment: `It said "${plainly(wanted)}".`,
          deeds: [],
          gives: value,
        });
      }
    }
    made.push(draft);
  }
  return { drafts: made, values };
}

function takenText({ type }: Draft): string | undefined {
  if (type.type !== 'Act') return undefined;
  const { deed } = type;
  const text = deed.type === 'SetText' ? deed.text : deed.type === 'Select' && deed.values.length === 1 ? deed.values[0] : undefined;
  return text === undefined || text.trim().length < 2 || text.includes('{{') ? undefined : text;
}
