// One decision of a recorded run, made again: the prompt from what was seen, the decision from what the model replied; and the first thing in which it differs.
import { z } from 'zod';
import { decideAsApp, decideAsHost, type Deciding } from '../activities/agent/build-question.js';
import { parseReply, wireSchema } from '../adapters/model-kit/json-reply.js';
import { knowsSchema, structuredOutputs, withSchemaText } from '../adapters/model-kit/prompt.js';
import type { AppDecision, HostDecision } from '../domain/agent/decision.js';
import { refOf } from '../domain/checks/read-stored.js';
import { maskSealed } from '../domain/ui/mask.js';
import type { ArtifactStore } from '../ports/artifact-store.js';
import type { ModelRole } from '../ports/model.js';
import { type RecordedDecision, recordedImages, recordedTexts } from './recorded.js';
import difference from 'microdiff';
import { shorten } from '../domain/text/fit-bytes.js';

const promptSchema = z.looseObject({
  structuredOutput: z.enum(structuredOutputs),
  schema: z.string(),
  messages: z.array(z.object({ role: z.enum(['system', 'user', 'assistant']), text: z.string() })),
  images: z.array(z.object({ caption: z.string() })),
});
const replySchema = z.looseObject({ turns: z.array(z.looseObject({ text: z.string(), calls: z.array(z.string()).default([]) })) });

type RecordedPrompt = z.infer<typeof promptSchema>;

/** Throws an `ArtifactMissingError` where it is not in the cassette. */
export async function recordedPrompt({ decision }: RecordedDecision, artifacts: ArtifactStore): Promise<RecordedPrompt> {
  return promptSchema.parse(await artifacts.getJson(decision.refs.prompt));
}

/** The first thing that is different now. `takesImages`: as its model did then. */
export async function decideAgain(
  recorded: RecordedDecision,
  { artifacts, takesImages, lexicon }: Pick<Deciding, 'artifacts' | 'takesImages' | 'lexicon'>,
): Promise<Difference | undefined> {
  if ('turn' in recorded.decision && recorded.decision.turn !== undefined) return notByLabels;
  const prompt = await recordedPrompt(recorded, artifacts);
  let different: Difference | undefined;
  const ask: Deciding['ask'] = async ({ messages, images = [], schema }) => {
    const json = wireSchema(schema.zod);
    const asked = withSchemaText(messages, { name: schema.name, json }, prompt.structuredOutput);
    different ??=
      promptDifference(prompt.messages, asked) ??
      valueDifference(
        'prompt',
        { pictures: prompt.images.map(captionOf), schema: prompt.schema },
        { pictures: images.map(captionOf), schema: schema.name },
      );
    const { turns } = replySchema.parse(await artifacts.getJson(recorded.decision.refs.reply));
    const { text, calls } = turns.at(-1) ?? { text: '', calls: [] };
    const parsed = parseReply([text, ...calls], { ...schema, json }, !knowsSchema(prompt.structuredOutput));
    if (!parsed.ok) {
      different ??= { part: 'reply', recorded: 'one that was understood', now: parsed.problem };
      throw new NotUnderstoodError();
    }
    const { usage, model, refs } = recorded.decision;
    return { value: parsed.value, usage, model, refs, warnings: [] };
  };
  const images = recordedImages('drawn' in recorded.decision ? recorded.decision.drawn : undefined);
  const deciding: Deciding = { ask, takesImages, artifacts, images, typed: recordedTexts, lexicon };
  const now = await decided(recorded, deciding).catch((error: unknown) => {
    if (!(error instanceof NotUnderstoodError)) throw error;
    return undefined;
  });
  return different ?? (now && valueDifference('decision', comparable(recorded.decision), comparable(now)));
}

const notByLabels: Difference = {
  part: 'reply',
  recorded: 'a turn of a computer tool',
  now: 'such turns are not decided again',
};

class NotUnderstoodError extends Error {}

export async function decided(recorded: RecordedDecision, deciding: Deciding): Promise<AppDecision | HostDecision> {
  const { decision } = await (recorded.kind === 'app' ? decideAsApp(recorded.input, deciding) : decideAsHost(recorded.input, deciding));
  return decision;
}

function captionOf({ caption }: { readonly caption: string }): string {
  return caption;
}

/** Without what is of that day: what it cost, the names of pictures, seals. As JSON keeps it. */
function comparable({
  usage: _usage,
  model: _model,
  refs: _refs,
  ...decision
}: AppDecision | HostDecision): Readonly<Record<string, unknown>> {
  return JSON.parse(JSON.stringify(decision), (key, value: unknown) => {
    if (typeof value !== 'string') return value;
    return key === 'picture' && refOf(value) ? undefined : maskSealed(value);
  }) as Readonly<Record<string, unknown>>;
}

/** The roles of which any prompt had a picture. */
export async function imageRoles(decisions: readonly RecordedDecision[], artifacts: ArtifactStore): Promise<(role: ModelRole) => boolean> {
  const roles = new Set<ModelRole>();
  for (const decision of decisions) {
    const prompt = await recordedPrompt(decision, artifacts).catch(() => undefined);
    if (prompt && prompt.images.length > 0) roles.add(decision.kind);
  }
  return (role) => roles.has(role);
}

// ── Where it differs first: in a part of its prompt, or of what was decided ─────

export interface Difference {
  /** `prompt, "## Screen"`, `decision, actions.0.function`. */
  readonly part: string;
  readonly recorded: string;
  readonly now: string;
}

interface PromptMessage {
  readonly role: string;
  readonly text: string;
}

/** Characters of either side. */
const longest = 300;

/** `recorded` may go on where a reply was repaired. */
export function promptDifference(recorded: readonly PromptMessage[], now: readonly PromptMessage[]): Difference | undefined {
  for (const [index, { role, text }] of now.entries()) {
    const before = recorded[index];
    if (before?.role === role && before.text === text) continue;
    return { ...linesDiffering(before?.text ?? '', text), part: partOf(role, text, before?.text ?? '') };
  }
  return undefined;
}

function linesDiffering(recorded: string, now: string): Pick<Difference, 'recorded' | 'now'> {
  const [before, after] = [recorded.split('\n'), now.split('\n')];
  const at = firstDiffering(before, after);
  return { recorded: shorten(before[at] ?? '', longest), now: shorten(after[at] ?? '', longest) };
}

function firstDiffering(before: readonly string[], after: readonly string[]): number {
  const at = after.findIndex((line, index) => line !== before[index]);
  return at < 0 ? after.length : at;
}

/** The section in which the first line differs. */
function partOf(role: string, now: string, recorded: string): string {
  const lines = now.split('\n');
  const at = firstDiffering(recorded.split('\n'), lines);
  const title = lines.slice(0, at + 1).findLast((line) => line.startsWith('## '));
  return `prompt, ${role} message${title === undefined ? '' : `, "${title}"`}`;
}

type Value = Readonly<Record<string, unknown>>;

/** `what` names both: a decision. */
export function valueDifference(what: string, recorded: Value, now: Value): Difference | undefined {
  const [first] = difference(recorded, now);
  if (!first) return undefined;
  const text = (value: unknown): string => (value === undefined ? '(nothing)' : shorten(JSON.stringify(value), longest));
  return {
    part: `${what}, ${first.path.join('.')}`,
    recorded: text(first.type === 'CREATE' ? undefined : first.oldValue),
    now: text(first.type === 'REMOVE' ? undefined : first.value),
  };
}
