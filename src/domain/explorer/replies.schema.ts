// What models answer the explorer (docs/design/explorer.md §4): untrusted, so every field is required and bounded.
import { z } from 'zod';
import type { ModelNode } from './cache-keys.js';
import type { Answers } from './effects.js';
import { policies } from './policies.js';

const confidence = z.number().min(0).max(1).describe('0 to 1');
const sentence = z.string().max(500);

/** `shown`: how many actions there are to choose from. */
export function replySchemaOf<N extends ModelNode>(node: N, shown: number): z.ZodType<Answers[N]> {
  return schemas[node](shown) as unknown as z.ZodType<Answers[N]>;
}

const schemas = {
  ChooseAction: (shown: number) =>
    z.strictObject({
      index: z
        .int()
        .min(0)
        .max(Math.max(0, shown - 1))
        .describe('Number of the action'),
      postcondition: sentence.describe('What should be seen afterwards'),
      plan: z.array(sentence).max(10).nullable().describe('The steps from here, if they are known'),
      confidence,
    }),
  Verify: () => z.strictObject({ success: z.boolean(), deltaType: z.enum(['NONE', 'VARIANT', 'SCREEN', 'OUTSIDE']), confidence }),
  DetectProgress: () => z.strictObject({ assessment: z.enum(['MADE_PROGRESS', 'NO_PROGRESS', 'REGRESSED', 'UNKNOWN']) }),
  ShouldContinue: () =>
    z.strictObject({
      route: z.enum(['CONTINUE', 'SWITCH_POLICY', 'RESTART_APP', 'STOP']),
      goalReached: z.boolean().describe('With STOP: the goal was reached'),
    }),
  SwitchPolicy: () =>
    z.strictObject({ policy: z.enum(policies), cooldown: z.int().min(0).max(50).describe('Steps without another switch') }),
} as const satisfies Readonly<Record<ModelNode, (shown: number) => z.ZodType>>;
