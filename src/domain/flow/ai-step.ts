// An AiStep: a model calls tools until it has nothing left to call (docs/design/flow.md §3). Pure; the walk performs the effects.
//
// aistep-1. `max_tool_calls` is checked before every call, the time limit also before every question to a model; neither is exceeded: surplus calls of a batch are not made.
// aistep-2. A limit ends the step with what it has; only the model's own `{"step_complete": false, …}` fails it. A final answer counts, even if it came late.
// aistep-3. A tool that is not allowed is refused at dispatch, whatever the model was shown. A call with an unknown outcome is reported as such and never made again.
// aistep-4. A step that stands for something that a run did (`must_act`) is not done where it only looked or scrolled: what comes after it would go on by hope.
// aistep-5. Of the host's files a model names only the picture that its step names: a path is the author's.
import { own } from '../collections.js';
import { isArtifact, type ArtifactRef } from '../ui/observation.js';
import type { NodeOf } from './document.js';
import type { AiStepState, CallOutcome, FlowRules, StepCall, StepReply } from './flow-state.js';
import { isJson, isObject, jsonIn, objectWith } from './model-reply.js';
import { builtInTool, type BuiltInToolName, type ToolCall } from './tools.js';
import { timeLimitOf } from './walk-state.js';
import type { Json } from '../run/json.js';

type AiStepMove =
  | { readonly type: 'think' }
  | { readonly type: 'look'; readonly images: readonly ArtifactRef[] }
  | { readonly type: 'call'; readonly call: ToolCall }
  | { readonly type: 'done'; readonly result: Json; readonly limit?: 'max_tool_calls' | 'timeout' }
  | { readonly type: 'failed'; readonly message: string }
  /** aistep-4. */
  | { readonly type: 'idle' };

interface StepLimits {
  readonly maxToolCalls: number;
  /** ms */
  readonly timeoutMs: number | undefined;
  readonly allowed: readonly string[] | undefined;
  /** A vision model is configured: it looks at the images, and the agent reads its description. */
  readonly vision: boolean;
  readonly mustAct: boolean;
  /** aistep-5. Absent: a server has that tool. */
  readonly pictures: readonly (string | undefined)[] | undefined;
}

const imagesKept = 5;

export function limitsOf(node: NodeOf<'AiStep'>, { vision, overrides = {} }: Pick<FlowRules, 'vision' | 'overrides'>): StepLimits {
  const { max_tool_calls: maxToolCalls, allowed_tools: allowed, must_act: mustAct = false, template_image: template } = node.node_type;
  const pictures = own(overrides, findImage) === undefined ? [template] : undefined;
  return { maxToolCalls, timeoutMs: timeLimitOf(node), allowed, vision, mustAct, pictures };
}

export const startedStep: AiStepState = { transcript: [], queue: [], unseen: [], calls: 0 };

/** As `moveAfter`, but for aistep-4. */
export function nextMove(state: AiStepState, limits: StepLimits, usedMs: number): ReturnType<typeof moveAfter> {
  const next = moveAfter(state, limits, usedMs);
  return next.move.type === 'done' && limits.mustAct && !next.state.transcript.some(isDeed) ? { ...next, move: { type: 'idle' } } : next;
}

function isDeed(entry: AiStepState['transcript'][number]): boolean {
  return entry.role === 'tool' && !entry.isError && entry.name !== 'scroll' && builtInTool(entry.name)?.effect !== 'read';
}

/** What to do next. `usedMs`: since the step began. Calls that cannot be made are answered here. Every step asks at least once, so that none ends without an effect. */
function moveAfter(state: AiStepState, limits: StepLimits, usedMs: number): { readonly state: AiStepState; readonly move: AiStepMove } {
  const { timeoutMs, maxToolCalls } = limits;
  const last = state.transcript.at(-1);
  if (last?.role === 'assistant' && last.calls.length === 0) return { state, move: concluded(last.text) };
  if (timeoutMs !== undefined && usedMs >= Math.max(1, timeoutMs)) return { state, move: ended(state, 'timeout') };
  const [first, ...rest] = state.queue;
  if (first) {
    if (state.calls >= maxToolCalls) return { state, move: ended(state, 'max_tool_calls') };
    const parsed = parseCall(first, limits);
    const counted = { ...state, queue: rest, calls: state.calls + 1 };
    if ('call' in parsed) return { state: counted, move: { type: 'call', call: parsed.call } };
    return moveAfter(answered(counted, first.name, { text: parsed.problem, images: [], isError: true }), limits, usedMs);
  }
  if (limits.vision && state.unseen.length > 0) return { state, move: { type: 'look', images: state.unseen } };
  return { state, move: { type: 'think' } };
}

export function thought(state: AiStepState, { text, tool_calls: calls }: StepReply): AiStepState {
  return {
    ...state,
    transcript: [...state.transcript, { role: 'assistant', text, calls }],
    queue: calls,
    unseen: state.unseen.slice(-imagesKept),
  };
}

interface ToolAnswer {
  readonly text: string;
  readonly textRef?: ArtifactRef;
  readonly images: readonly ArtifactRef[];
  readonly isError: boolean;
}

export function answered(state: AiStepState, name: string, answer: ToolAnswer): AiStepState {
  return { ...state, transcript: [...state.transcript, { role: 'tool', name, ...answer }], unseen: [...state.unseen, ...answer.images] };
}

export function seen(state: AiStepState, text: string): AiStepState {
  return { ...state, transcript: [...state.transcript, { role: 'vision', text }], unseen: [] };
}

const unknownOutcomeText =
  'The outcome of this call is not known: it may or may not have happened. It is not made again; look at the screen before you go on.';

const findImage = 'find_image' satisfies BuiltInToolName;

function parseCall(
  { name, arguments: given }: StepCall,
  { allowed, pictures }: StepLimits,
): { readonly call: ToolCall } | { readonly problem: string } {
  if (allowed && !allowed.includes(name))
    return { problem: `The tool '${name}' is not allowed in this step; allowed are: ${allowed.join(', ') || 'none'}.` };
  const args = parseArguments(given);
  if (args === undefined)
    return { problem: `The arguments of '${name}' are no JSON object: ${given.slice(0, 200)}. Call it again with a JSON object.` };
  const { template } = args;
  if (name === findImage && pictures && typeof template === 'string' && !isArtifact(template) && !pictures.includes(template))
    return {
      problem: `'${template.slice(0, 200)}' is not the picture of this step; its template_image and artifacts (sha256:…) can be looked for.`,
    };
  return { call: { name, arguments: args } };
}

function parseArguments(text: string): ToolCall['arguments'] | undefined {
  if (text.trim() === '') return {};
  const value = jsonIn(text);
  return value !== undefined && isObject(value) ? value : undefined;
}

function concluded(text: string): AiStepMove {
  const value = jsonIn(text);
  const own = value !== undefined && isObject(value) && Object.hasOwn(value, 'step_complete') ? value : undefined;
  // The last word counts, also where what stands around it is no JSON; of one object that says it twice, none does.
  const all = [...text.matchAll(completeWords)];
  const last = all.at(-1);
  const isTwice = value === undefined && isJson(text);
  const isDone = own ? own['step_complete'] === true : last === undefined || (!isTwice && last[1]?.toLowerCase() === 'true');
  if (!isDone) {
    const { error } =
      own ?? objectWith('step_complete', text) ?? objectWith('step_complete', text.slice(text.lastIndexOf('{', last?.index))) ?? {};
    return { type: 'failed', message: typeof error === 'string' && error !== '' ? error : 'the model said that the step is not complete' };
  }
  return { type: 'done', result: typeof value === 'object' && value !== null ? value : text };
}

const completeWords = /\bstep_complete[*`"'”\\\s]{0,100}(?:[:=>]|\bis\b)[*`"'“\\\s]{0,100}(\w{1,20})/gi;

/** The last text from the model. */
function ended({ transcript }: AiStepState, limit: 'max_tool_calls' | 'timeout'): AiStepMove {
  const spoken = transcript.findLast((entry) => entry.role === 'assistant' && entry.text !== '');
  return { type: 'done', result: spoken?.role === 'assistant' ? spoken.text : '', limit };
}

/** Each on its own line, as an agent reads them. */
function withNotices(text: string, { notices = [] }: { readonly notices?: readonly string[] }): string {
  return [text, ...notices.map((notice) => `! ${notice.replace(/\s+/g, ' ')}`)].join('\n');
}

/** What the model reads about a call. */
export function answerOf(outcome: CallOutcome): ToolAnswer {
  switch (outcome.status) {
    case 'done': {
      const { textRef, images, isError } = outcome;
      return { text: withNotices(outcome.text, outcome), images, isError, textRef };
    }
    case 'failed':
      return { text: withNotices(`${outcome.code}: ${outcome.message}`, outcome), images: [], isError: true };
    case 'unknown':
      return {
        text: outcome.message === undefined ? unknownOutcomeText : `${unknownOutcomeText} ${outcome.message}`,
        images: [],
        isError: true,
      };
  }
}
