// What a model answers. Field names are UFO's, in the order in which a model should think: look, think, then decide.
// Model output, so parsed leniently: a missing text is empty, a single string is a list of one, a number becomes its text. A key that is none of ours is refused: what has one says something else. `Status` is a plain string (docs/design/agent.md R6).
import { isRecord } from '../checks/read-stored.js';
import { isBlank } from '../text/blank.js';
import { z } from 'zod';
import { wireArguments } from './functions.schema.js';
import { shorten } from '../text/fit-bytes.js';

const limits = { text: 2_000, result: 8_000, items: 40 } as const;

function text(description: string, limit: number = limits.text) {
  return z
    .preprocess(
      toText,
      z
        .string()
        .transform((value) => shorten(value, limit))
        .pipe(z.string()),
    )
    .describe(description);
}

function texts(description: string) {
  return z
    .preprocess(toList, z.array(z.preprocess(toText, z.string())))
    .transform((values) =>
      values
        .filter((value) => !isBlank(value))
        .slice(0, limits.items)
        .map((value) => shorten(value, limits.text)),
    )
    .pipe(z.array(z.string()))
    .describe(description);
}

function call(agent: 'app' | 'host') {
  return {
    Function: text('Name of the function to call; empty for none.'),
    Args: z.preprocess((value) => value ?? {}, z.unknown().meta({ ...wireArguments(agent) })),
  };
}

const target = {
  ControlLabel: text('Label of the control to act on; empty for none.'),
  ControlText: text('Its name.'),
};
const head = {
  Observation: text('What the screen shows that matters now, and whether the last action worked.'),
  Thought: text('Why the next step is what it is.'),
};
const status = { Status: text('One of the status words.') };
const tail = {
  Comment: text('What a person should know about this step; a short sentence.'),
  Plan: texts('The steps after this one.'),
  Questions: texts('With PENDING: what to ask the user. Else empty.'),
};
const saveScreenshot = z.preprocess(
  (value) => (typeof value === 'object' && value !== null && !Array.isArray(value) ? value : { save: value === true, reason: '' }),
  z.object({ save: z.preprocess((value) => value === true || value === 'true', z.boolean()), reason: text('') }),
);
const needsHands = z.preprocess((value) => value === true || value === 'true', z.boolean());
const appTail = {
  ...tail,
  NeedsHands: needsHands.describe(
    'With PENDING: true where the user has to do it on this very screen (captcha, second factor), not answer.',
  ),
  SaveScreenshot: saveScreenshot.describe('Whether to keep this screenshot for later agents, and why.'),
  Result: text('With FINISH: what came out, with the facts asked for. Else empty.', limits.result),
};

/** One action per step. A list of one stands for it. */
export const appReplySchema = z.preprocess(withoutList, z.strictObject({ ...head, ...target, ...call('app'), ...status, ...appTail }));
export type AppReply = z.infer<typeof appReplySchema>;

/** Several independent actions in one step (`actionSequence`). One that stands beside them, as without lists, is a list of one. */
export const appSequenceReplySchema = z.preprocess(
  withList,
  z.strictObject({
    ...head,
    Actions: z
      .preprocess(toList, z.array(z.strictObject({ ...target, ...call('app'), ...status })))
      .describe('In order; each with the status that is right after it.'),
    ...status,
    ...appTail,
  }),
);
export type AppSequenceReply = z.infer<typeof appSequenceReplySchema>;

export const hostReplySchema = z.strictObject({
  ...head,
  CurrentSubtask: text('With ASSIGN: what to do in the chosen application, complete enough for someone who sees nothing else.'),
  Message: texts('Hints for the agent that does the subtask.'),
  ControlLabel: text('Number of the chosen application; empty for none.'),
  ControlText: text('Its name.'),
  ...call('host'),
  ...status,
  ...tail,
  Result: text('With FINISH: the answer to the request. Else empty.', limits.result),
});
export type HostReply = z.infer<typeof hostReplySchema>;

const verdict = z.preprocess((value) => (typeof value === 'string' ? value.trim().toLowerCase() : value), z.enum(['yes', 'no', 'unsure']));

export const evaluationReplySchema = z.strictObject({
  reason: text('What speaks for and against, from the evidence.'),
  subScores: z.preprocess(toList, z.array(z.object({ name: text('A part of the request.'), score: verdict }))),
  complete: verdict.describe('Whether the whole request was carried out.'),
});

function withoutList(value: unknown): unknown {
  if (!isRecord(value) || 'Function' in value || !Array.isArray(value['Actions'])) return value;
  const {
    Actions: [action, ...others],
    ...rest
  } = value as { readonly Actions: readonly unknown[] };
  return others.length === 0 && (action === undefined || isRecord(action)) ? { ...rest, ...action } : value;
}

/** One action as a list of one. Beside a list, a call without a function says nothing. */
export function withList(value: unknown): unknown {
  if (!isRecord(value) || !('Function' in value)) return value;
  const { ControlLabel, ControlText, Function, Args, ...rest } = value;
  const { Status } = rest;
  if (isBlankCall(Function)) return { Actions: [], ...rest };
  return 'Actions' in rest ? value : { ...rest, Actions: [{ ControlLabel, ControlText, Function, Args, Status }] };
}

function isBlankCall(name: unknown): boolean {
  return name === undefined || name === null || (typeof name === 'string' && isBlank(name));
}

function toText(value: unknown): unknown {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  return Array.isArray(value) && value.every((part) => typeof part === 'string') ? value.join('\n') : JSON.stringify(value);
}

function toList(value: unknown): unknown {
  if (value === null || value === undefined || value === '') return [];
  return Array.isArray(value) ? value : [value];
}
