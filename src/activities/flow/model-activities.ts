// What a flow asks models: the next calls of an AI step, which name is meant, what images show, whether an outcome was reached.
import { z } from 'zod';
import { readChosenName } from '../../domain/flow/chosen-name.js';
import type {
  ChooseNameInput,
  ChosenName,
  DescribeImagesInput,
  HealedNode,
  HealNodeInput,
  JudgedOutcome,
  JudgeOutcomeInput,
  ThinkStepInput,
  ThoughtStep,
} from '../../domain/flow/requests.js';
import type { ArtifactRef } from '../../domain/ui/observation.js';
import type { Usage } from '../../domain/budget/usage.js';
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
import { askModel, type Question } from '../model/decide-asking.js';
import { healNode, healSchema } from './heal-node.js';
import { sealStep, withoutSealed } from './seal-step.js';
import { nameAt, type Overrides } from '../../domain/flow/overrides.js';
import { own } from '../../domain/collections.js';
import { builtInTools } from '../../domain/flow/tools.js';
import { actingTools } from './tool-acts.js';
import { readingTools } from './tool-reads.js';

const stepSchema = z.object({
  text: z.string().describe('What you think, or the result of the step'),
  tool_calls: z.array(z.object({ name: z.string(), arguments: z.string().describe('A JSON object in a string') })),
});
const choiceSchema = z.object({ name: z.string().nullable() });
const visionSchema = z.object({ text: z.string() });
const outcomeSchema = z.object({ reason: z.string(), reached: z.boolean() });

export interface FlowModelActivityPorts {
  readonly model: Model;
  readonly artifacts: ArtifactStore;
  readonly typed: TypedTexts;
  readonly images: Images;
}

/** Failures: the codes of `ModelError`; details `[{usage}]`. */
export function createFlowModelActivities({ model, artifacts, typed, images }: FlowModelActivityPorts) {
  return {
    async thinkStep(input: ThinkStepInput): Promise<ThoughtStep> {
      const tools = offeredTools(await described(input.otherTools, artifacts), input.overrides, input.allowedTools);
      const { value, usage } = await ask(
        'flow',
        input.models,
        'flow_step',
        stepSystemPrompt(tools),
        stepUserPrompt(withoutSealed(input)),
        stepSchema,
        input.images,
        (text, reply) => sealStep(reply, input, typed).stored(text),
      );
      return { reply: sealStep(value, input, typed).reply, usage };
    },

    async chooseName(input: ChooseNameInput): Promise<ChosenName> {
      const { value, usage } = await ask('flow', input.models, 'flow_choice', choiceSystemPrompt(), choiceUserPrompt(input), choiceSchema);
      // Some models put their whole answer into the field.
      const name = value.name === null || input.candidates.includes(value.name) ? value.name : (readChosenName(value.name) ?? value.name);
      return { name, usage };
    },

    /** Which control of the screen as it is now a node means, checked; a refused answer is none. */
    async healNode(input: HealNodeInput): Promise<HealedNode> {
      return whileCarryingOn(() =>
        healNode(input, { artifacts, images }, (user, pictures) =>
          ask('flow', input.models, 'flow_heal', healSystemPrompt(), user, healSchema, pictures),
        ),
      );
    },

    async describeImages({ prompt, images, models }: DescribeImagesInput): Promise<{ readonly text: string; readonly usage: Usage }> {
      const { value, usage } = await ask(
        'vision',
        models,
        'flow_vision',
        visionSystemPrompt(),
        `The task: ${prompt}`,
        visionSchema,
        images,
      );
      return { text: value.text, usage };
    },

    /** Whether the `expected_outcome` of a node was reached, judged on the screenshot taken right after it. */
    async judgeOutcome({ evidence, models }: JudgeOutcomeInput): Promise<JudgedOutcome> {
      const { node, expectedOutcome = '', screen } = evidence;
      const images = screen ? [screen.screenshot] : [];
      const { value, usage } = await ask(
        'vision',
        models,
        'flow_outcome',
        outcomeSystemPrompt(),
        `Expected after "${node.name}": ${expectedOutcome}`,
        outcomeSchema,
        images,
      );
      return { verdict: { node, check: 'expected_outcome', result: value.reached ? 'passed' : 'failed', reason: value.reason }, usage };
    },
  };

  async function ask<T>(
    role: ModelRole,
    models: Readonly<Record<string, string>>,
    name: string,
    system: string,
    user: string,
    schema: z.ZodType<T>,
    images: readonly ArtifactRef[] = [],
    stored?: Question<T>['stored'],
  ): Promise<{ readonly value: T; readonly usage: Usage }> {
    const override = models[role];
    const question: Question<T> = {
      role,
      model: override,
      messages: [
        { role: 'system', text: system },
        { role: 'user', text: user },
      ],
      images: model.takesImages(role) ? images.map((ref, index) => ({ caption: `Image ${index + 1}:`, ref })) : [],
      schema: { name: `${name}_v${flowPromptVersion}`, zod: schema },
      stored,
    };
    return askModel(model, question);
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
