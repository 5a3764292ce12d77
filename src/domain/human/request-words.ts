// What a person is asked, in the same words wherever it stands: terminal, console, report, Temporal's Web UI, MCP clients, notifications.
import { actionWords } from '../run/action-words.js';
import { listOf, recordOf, textOf, textsOf, type Data } from '../checks/recorded-data.js';
import { factLines } from './facts.js';
import type { PendingRequest } from './requests.js';

export interface RequestWords {
  /** The questions, or why approval is asked for. */
  readonly about: readonly string[];
  /** What an approval runs, exactly. */
  readonly actions: readonly string[];
  /** What was read on the screen about it. */
  readonly screen: readonly string[];
}

/** What the run does that is asked about: `The run asks`. */
export const doesWords = { question: 'asks', confirmation: 'wants approval' } as const satisfies Readonly<
  Record<PendingRequest['kind'], string>
>;

/** `Data`: as it was recorded. */
export function requestWords(request: PendingRequest | Data): RequestWords {
  const asked = recordOf(request) ?? {};
  const isQuestion = asked['kind'] === 'question';
  const reason = textOf(asked['reason']);
  return {
    about: isQuestion ? textsOf(asked['questions']) : [asked['byModel'] === true ? `the model says: ${reason}` : reason],
    actions: listOf(asked['actions']).map(actionWords),
    screen: screenLines(recordOf(asked['facts'])),
  };
}

function screenLines(facts: Data | undefined): readonly string[] {
  if (!facts) return [];
  const { page, controls, beside, values, amounts } = facts;
  return factLines({
    page: textOf(page),
    controls: textsOf(controls),
    beside: textsOf(beside),
    values: textsOf(values),
    amounts: textsOf(amounts),
  });
}

export const handsWords = 'It has to be done on the screen: take the wheel.';
