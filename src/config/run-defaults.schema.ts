// What runs inherit from the configuration of the worker that resolves them: guard, budget, settings, timings.
import { z } from 'zod';
import { longestMs } from '../domain/run/limits.js';
import { reuseModes } from '../domain/library/reuse.js';
import { defaultAgentSettings } from '../domain/run/settings.js';
import { defaultTimings } from '../domain/run/resolve-settings.js';
import { useOf } from '../domain/effect/effect-check.js';
import { riskReasons, type RiskKind } from '../domain/guard/activation.js';
import { defaultGuardRules, type GuardRule } from '../domain/guard/guard.js';
import { origin } from './web-address.schema.js';

const text = z.string().min(1);
const texts = z.array(text).readonly();
const count = z.int().min(1);
const milliseconds = z.int().min(1).max(longestMs);
const dollars = z.number().min(0);

const guardRuleSchema = z
  .strictObject({
    reason: text,
    functions: texts.optional(),
    roles: texts.optional(),
    words: texts.optional(),
    except: texts.optional(),
    effect: z.enum(['read', 'input', 'launch']).optional(),
    effectCheck: z
      .union([text, z.strictObject({ check: text, with: z.record(text, text).readonly().optional() }).readonly()])
      .transform(useOf)
      .optional(),
    remember: z.boolean().optional(),
  })
  .readonly();

export const guardSchema = z
  .strictObject({
    origins: z.array(origin).readonly().default([]).describe('No run leaves these. None: the start address of each run, and the `apps`.'),
    apps: texts.default([]).describe('Names of applications that runs may open. None: any.'),
    rules: z
      .array(guardRuleSchema)
      .transform((rules): readonly GuardRule[] => [...defaultGuardRules, ...rules])
      .default([...defaultGuardRules])
      .describe(
        'After the built-in ones: `{reason, functions?, roles?, words?, except?, effect?, effectCheck?, remember?}`, all of which have to match. `effectCheck`: an [effect check](effect-checks.md) for what it holds; `remember: false`: its approvals are never remembered.',
      ),
    off: z.boolean().default(false).describe('Silences every rule. Allowed origins still hold.'),
    allow: z
      .array(
        z
          .strictObject({
            origin: origin.or(z.literal('')),
            path: text,
            control: z.strictObject({ role: text, name: text }).readonly(),
            kind: z.enum(Object.keys(riskReasons) as [RiskKind, ...RiskKind[]]),
          })
          .readonly(),
      )
      .readonly()
      .optional()
      .describe(
        `Controls that go unasked: \`{origin, path, control: {role, name}, kind}\`. In \`path\` a \`*\` is one step (\`/drafts/*\`); \`kind\`: ${Object.keys(
          riskReasons,
        )
          .map((kind) => `\`${kind}\``)
          .join(', ')}.`,
      ),
    requests: z
      .array(
        z
          .strictObject({
            is: z.enum(['allow', 'stop']),
            origin: origin.optional(),
            method: z
              .string()
              .regex(/^[A-Z]+$/, 'expected a method in capitals')
              .optional(),
            path: text.optional(),
          })
          .readonly(),
      )
      .readonly()
      .optional()
      .describe(
        'What pages may send, before [what is known of requests](design/wire.md): `{is, origin?, method?, path?}`, `is`: `allow` or `stop`. In `path` a `*` is one step (`/api/drafts/*`). The first that fits counts.',
      ),
    person: z
      .strictObject({
        origins: z
          .array(origin)
          .readonly()
          .default([])
          .describe('Origins that a person who has [taken over](take-over.md) may see besides, such as a single sign-on.'),
      })
      .readonly()
      .optional(),
  })
  .readonly();

export const budgetSchema = z
  .strictObject({
    maxSteps: count.optional().describe('Like all caps, a run can only tighten it.'),
    maxTokens: count.optional().describe('Input and output combined.'),
    maxTimeMs: milliseconds.optional().describe('Active time: waiting for people or a device does not count.'),
    maxCostUsd: dollars.optional().describe('By `model.prices` and the built-in table; unknown models count as free.'),
  })
  .readonly();

const given = defaultAgentSettings;
export const settingsSchema = z
  .strictObject({
    maxStep: count.default(given.maxStep).describe('Steps of a session, over all agents.'),
    maxRound: count.optional().describe('Requests of a session.'),
    safeGuard: z
      .boolean()
      .default(given.safeGuard)
      .describe("False: the model's own requests for approval are not asked; those of rules are."),
    askQuestion: z.boolean().default(given.askQuestion).describe('False: questions are answered with "no answer is available".'),
    host: z
      .enum(['always', 'when-needed'])
      .default(given.host)
      .describe('`always`: the HostAgent asks its model also where there is one application and one request.'),
    actionSequence: z.boolean().default(given.actionSequence).describe('Several actions in a step, each judged as if alone.'),
    pictures: z
      .enum(['never', 'when-needed', 'always'])
      .default(given.pictures)
      .describe('`when-needed`: where the list of controls cannot tell. Or `never`, `always`.'),
    includeLastScreenshot: z
      .boolean()
      .default(given.includeLastScreenshot)
      .describe('With a picture, also that of the page before, if there was another.'),
    onFail: z.enum(['retry', 'finish']).default(given.onFail).describe('After FAIL the host tries otherwise; `finish` ends the round.'),
    maxSubtaskRetries: z.int().min(0).default(given.maxSubtaskRetries).describe('Further subtasks after a FAIL in a round.'),
    onError: z.enum(['end-session', 'next-request']).default(given.onError).describe('After ERROR; or `next-request`.'),
    continueOnFail: z.boolean().default(given.continueOnFail).describe('With a `plan`: go on after a step that failed.'),
    pendingTimeout: milliseconds.optional().describe('ms, after which a question is answered with "no answer is available".'),
    confirmTimeout: milliseconds.optional().describe('ms, after which an approval counts as refused.'),
    holdTimeout: milliseconds.default(given.holdTimeout).describe('ms, after which a run that a person holds goes on.'),
    controlRoles: texts.default(given.controlRoles).describe('Roles that get labels.'),
    releaseDeviceAfter: milliseconds
      .default(given.releaseDeviceAfter)
      .describe('ms of waiting for a person, after which the device is given back.'),
    evaluate: z.boolean().default(given.evaluate).describe('A model judges each finished round; its verdict changes nothing.'),
    reuse: z
      .enum(reuseModes)
      .optional()
      .describe('Whether `run` looks for a [flow that did the same before](repeat.md#reuse): `ask`, `always`, `never` (the default).'),
  })
  .readonly();

export const timingsSchema = z
  .strictObject({
    leaseHeartbeatMs: milliseconds.default(defaultTimings.leaseHeartbeatMs).describe('A host that holds a device and dies.'),
    performHeartbeatMs: milliseconds.default(defaultTimings.performHeartbeatMs).describe('A host that dies during an action.'),
    decideHeartbeatMs: milliseconds.default(defaultTimings.decideHeartbeatMs).describe('A worker that dies while the model thinks.'),
    hostSilenceMs: milliseconds.default(defaultTimings.hostSilenceMs).describe('A host that takes no work from its queue.'),
    reopenAfterMs: milliseconds.default(defaultTimings.reopenAfterMs).describe('A lost device that does not come back.'),
  })
  .readonly();
