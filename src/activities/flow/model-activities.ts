// What a flow asks models: the next calls of an AI step, which name is meant, what images show, whether an outcome was reached.
import { z } from 'zod';
import { readChosenName } from '../../domain/flow/model-reply.js';
import type { CheckVerdict, NodeEvidence, StepReply } from '../../domain/flow/flow-state.js';
import type { ChooseNameInput, HealedNode, HealNodeInput, ThinkStepInput } from '../../domain/flow/requests.js';
import type { ArtifactRef } from '../../domain/ui/observation.js';
import type { Usage } from '../../domain/budget/usage.js';
import { isRecord } from '../../domain/checks/read-stored.js';
import type { ArtifactStore } from '../../ports/artifact-store.js';
import type { Images } from '../../ports/pictures.js';
import type { Model, ModelRole } from '../../ports/model.js';
import type { TypedTexts } from '../../ports/tokens.js';
import type { ToolDescription } from '../../ports/tool-servers.js';
import {
  choiceSystemPrompt,
  choiceUserPrompt,
  flowPromptVersion,
  healSystemPrompt,
  outcomeSystemPrompt,
  stepSystemPrompt,
  stepUserPrompt,
  visionSystemPrompt,
  type ShownTool,
} from '../../prompts/flow.js';
import { whileCarryingOn } from '../heartbeats.js';
import { askModel, type Question } from '../model/ask-model.js';
import { healNode, healSchema } from './heal-node.js';
import { sealStep, withoutSealed } from './seal-step.js';
import { nameAt, type Overrides, builtInTools } from '../../domain/flow/tools.js';
import { own } from '../../domain/collections.js';
import { actingTools } from './tool-acts.js';
import { readingTools } from './tool-reads.js';

/** Where its server is not told the form, a model may write the object itself. */
const callArguments = z.preprocess(
  (given) => (isRecord(given) ? JSON.stringify(given) : given),
  z.string().describe('A JSON object in a string'),
);
const stepSchema = z.strictObject({
  text: z.string().describe('What you think, or the result of the step'),
  tool_calls: z.array(z.strictObject({ name: z.string(), arguments: callArguments })),
});
const choiceSchema = z.strictObject({ name: z.string().nullable() });
const visionSchema = z.strictObject({ text: z.string() });
const outcomeSchema = z.strictObject({ reason: z.string(), reached: z.boolean() });

interface FlowModelActivityPorts {
  readonly model: Model;
  readonly artifacts: ArtifactStore;
  readonly typed: TypedTexts;
  readonly images: Images;
}

type Answered<K extends string, T> = { readonly [N in K]: T } & { readonly usage: Usage };

export interface DescribeImagesInput {
  readonly run: string;
  readonly prompt: string;
  readonly images: readonly ArtifactRef[];
  readonly models: Readonly<Record<string, string>>;
}

export interface JudgeOutcomeInput {
  readonly run: string;
  readonly evidence: NodeEvidence;
  readonly models: Readonly<Record<string, string>>;
}

interface Asking<T> {
  readonly name: string;
  readonly system: string;
  readonly user: string;
  readonly schema: z.ZodType<T>;
  readonly images?: readonly ArtifactRef[];
  readonly stored?: Question<T>['stored'];
}

/** Failures: the codes of `ModelError`; details `[{usage}]`. */
export function createFlowModelActivities({ model, artifacts, typed, images }: FlowModelActivityPorts) {
  return {
    async thinkStep(input: ThinkStepInput): Promise<Answered<'reply', StepReply>> {
      const tools = offeredTools(await described(input.otherTools, artifacts), input.overrides, input.allowedTools);
      const { value, usage } = await ask('flow', input.models, {
        name: 'flow_step',
        system: stepSystemPrompt(tools),
        user: stepUserPrompt(withoutSealed(input)),
        schema: stepSchema,
        images: input.images,
        stored: (text, reply) => sealStep(reply, input, typed).stored(text),
      });
      return { reply: sealStep(value, input, typed).reply, usage };
    },

    /** `name`: null: none of them. */
    async chooseName(input: ChooseNameInput): Promise<Answered<'name', string | null>> {
      const about = { name: 'flow_choice', system: choiceSystemPrompt(), user: choiceUserPrompt(input), schema: choiceSchema };
      const { value, usage } = await ask('flow', input.models, about);
      // Some models put their whole answer into the field.
      const name = value.name === null || input.candidates.includes(value.name) ? value.name : (readChosenName(value.name) ?? value.name);
      return { name, usage };
    },

    /** Which control of the screen as it is now a node means, checked; a refused answer is none. */
    async healNode(input: HealNodeInput): Promise<HealedNode> {
      const about = { name: 'flow_heal', system: healSystemPrompt(), schema: healSchema };
      return whileCarryingOn(() =>
        healNode(input, { artifacts, images }, (user, pictures) => ask('flow', input.models, { ...about, user, images: pictures })),
      );
    },

    async describeImages({ prompt, images: shown, models }: DescribeImagesInput): Promise<Answered<'text', string>> {
      const about = { name: 'flow_vision', system: visionSystemPrompt(), user: `The task: ${prompt}`, schema: visionSchema };
      const { value, usage } = await ask('vision', models, { ...about, images: shown });
      return { text: value.text, usage };
    },

    /** Whether the `expected_outcome` of a node was reached, judged on the screenshot taken right after it. */
    async judgeOutcome({ evidence, models }: JudgeOutcomeInput): Promise<Answered<'verdict', CheckVerdict>> {
      const { node, expectedOutcome = '', screen } = evidence;
      const user = `Expected after "${node.name}": ${expectedOutcome}`;
      const about = { name: 'flow_outcome', system: outcomeSystemPrompt(), user, schema: outcomeSchema };
      const { value, usage } = await ask('vision', models, { ...about, images: screen ? [screen.screenshot] : [] });
      return { verdict: { node, check: 'expected_outcome', result: value.reached ? 'passed' : 'failed', reason: value.reason }, usage };
    },
  };

  async function ask<T>(
    role: ModelRole,
    models: Readonly<Record<string, string>>,
    { name, system, user, schema, images: shown = [], stored }: Asking<T>,
  ): Promise<Answered<'value', T>> {
    return askModel(model, {
      role,
      model: models[role],
      messages: [
        { role: 'system', text: system },
        { role: 'user', text: user },
      ],
      images: model.takesImages(role) ? shown.map((ref, index) => ({ caption: `Image ${index + 1}:`, ref })) : [],
      schema: { name: `${name}_v${flowPromptVersion}`, zod: schema },
      stored,
    });
  }
}

async function described(tools: ArtifactRef | undefined, artifacts: ArtifactStore): Promise<readonly ToolDescription[]> {
  return tools === undefined ? [] : ((await whileCarryingOn(() => artifacts.getJson(tools))) as readonly ToolDescription[]);
}

// The tools of an AI step as a model is shown them: each name once, for the tool that a call by that name reaches.

const tools = { ...readingTools, ...actingTools };

/**
 * Built-in tools that are not replaced, then those of servers; one whose name is already taken is shown as `server/name`. `allowed`: only these, a server's tool by the
 * name shown here; undefined: all.
 */
export function offeredTools(
  others: readonly ToolDescription[],
  overrides: Overrides = {},
  allowed?: readonly string[],
): readonly ShownTool[] {
  const offered = new Map<string, ShownTool>();
  for (const { name } of builtInTools) {
    const { description, argumentNames } = tools[name];
    if (own(overrides, name) === undefined) offered.set(name, { name, description, argumentNames });
  }
  /** Names by which a call reaches a tool. */
  const claimed = new Set(offered.keys());
  for (const { server, name, description, inputSchema } of others) {
    const taker = own(overrides, name);
    const isFree = taker === undefined ? !claimed.has(name) : taker === server;
    if (isFree) claimed.add(name);
    const byServer = nameAt(server, name);
    const shown = isFree && !allowed?.includes(byServer) ? name : byServer;
    const argumentNames = Object.keys((inputSchema['properties'] as object | undefined) ?? {});
    if (!offered.has(shown)) offered.set(shown, { name: shown, description, argumentNames });
  }
  return [...offered.values()].filter(({ name }) => allowed?.includes(name) ?? true);
}
