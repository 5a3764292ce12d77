// In AI steps of flows, what a model types into a password field is sealed in its call, before the reply is stored. Where the text will go only the device
// knows, at the time of the call: each call's answer tells what has the focus then, and as long as that is not known the text is sealed, too.
import type { StepCall, StepReply, TranscriptEntry } from '../../domain/flow/flow-state.js';
import { isObject, jsonIn } from '../../domain/flow/model-reply.js';
import type { ThinkStepInput, CallToolResult } from '../../domain/flow/requests.js';
import { builtInTool, type ToolCall } from '../../domain/flow/tools.js';
import type { Control } from '../../domain/ui/control.js';
import { maskSealed } from '../../domain/ui/mask.js';
import type { TypedTexts } from '../../ports/tokens.js';
import { typedText, withTyped, type DeviceAction } from '../../domain/ui/ui-action.js';
import { isSecretReference, maskedText, shortestMasked } from '../agent/seal-typed.js';

/** What a call of a tool that acts tells beside its result, for the model and for what is typed next. */
export interface TypedReport {
  /** Role of what has the focus now. */
  readonly focus: string;
  /** Where a sealed text went: into a password field, or what it was. */
  readonly typed?: string;
}

/** Of `typed`. */
export const intoPassword = 'a password';

interface SealedStep {
  readonly reply: StepReply;
  /** The provider's own reply, as it may be stored. */
  stored(raw: string): string;
}

/** Where a call has what it types. */
type TypedArgument = 'text' | 'key';

interface Typing {
  readonly argument: TypedArgument;
  readonly text: string;
}

export function sealStep(reply: StepReply, { transcript, overrides = {} }: ThinkStepInput, typed: TypedTexts): SealedStep {
  const passwords = passwordsTyped(transcript, typed);
  const fresh: Typing[] = [];
  let isPlain = reportedFocus(transcript);
  const calls = reply.tool_calls.map((call) => {
    const typing = call.name in overrides ? undefined : typingOf(call);
    if (typing === undefined) {
      if (builtInTool(call.name)?.effect !== 'read') isPlain = false;
      return call;
    }
    if (isPlain && !passwords.includes(typing.text)) return call;
    fresh.push(typing);
    return { ...call, arguments: JSON.stringify({ ...argumentsOf(call), [typing.argument]: typed.seal(typing.text) }) };
  });
  const texts = fresh.filter(({ argument }) => argument === 'text').map(({ text }) => text);
  const pressed = fresh.filter(({ argument }) => argument === 'key').map(({ text }) => text);
  const hidden = [...passwords, ...texts, pressed.join('')].filter((text) => text.length >= shortestMasked);
  const sealed = { text: maskedText(reply.text, hidden), tool_calls: calls };
  // Arguments are JSON within JSON.
  const spelt = hidden.flatMap((text) => [text, JSON.stringify(text).slice(1, -1)]);
  // A short one cannot be told from the rest of a text: what was read of the reply is stored in its place.
  const isShort = fresh.some(({ text }) => text.length < shortestMasked);
  return { reply: sealed, stored: (raw) => (isShort ? JSON.stringify(sealed) : maskedText(raw, spelt)) };
}

/** As it is told to a model, or kept in a record. */
export function withoutSealed<T>(value: T): T {
  const text = JSON.stringify(value);
  return text !== undefined && text.includes('{{sealed:') ? (JSON.parse(maskSealed(text)) as T) : value;
}

export function isSealed(text: unknown): text is string {
  return typeof text === 'string' && maskSealed(text) !== text;
}

/** False: the focus is in a password field, or it is not known where it is. */
function reportedFocus(transcript: readonly TranscriptEntry[]): boolean {
  const last = transcript.findLast((entry) => entry.role === 'tool' && builtInTool(entry.name)?.effect !== 'read');
  const told = last && answerOf(last);
  return told !== undefined && ![undefined, 'password', 'unknown'].includes(told['focus'] as string | undefined);
}

/** What was sealed and did go into a password field; characters that were pressed one after the other are one text. Answers follow their calls in order. */
function passwordsTyped(transcript: readonly TranscriptEntry[], typed: TypedTexts): readonly string[] {
  const waiting: StepCall[] = [];
  const found: string[] = [];
  let pressed = '';
  const endRun = (): void => {
    if (pressed !== '') found.push(pressed);
    pressed = '';
  };
  for (const entry of transcript) {
    if (entry.role === 'assistant') waiting.splice(0, waiting.length, ...entry.calls);
    if (entry.role !== 'tool') continue;
    const { text, key } = argumentsOf(waiting.shift());
    const isPassword = answerOf(entry)?.['typed'] === intoPassword;
    if (isPassword && isSealed(key)) pressed += typed.open(key);
    else endRun();
    if (isPassword && isSealed(text)) found.push(typed.open(text));
  }
  endRun();
  return found;
}

function answerOf(entry: TranscriptEntry): Readonly<Record<string, unknown>> | undefined {
  const value = jsonIn(entry.text);
  return value !== undefined && isObject(value) ? value : undefined;
}

function argumentsOf(call: StepCall | undefined): Readonly<Record<string, unknown>> {
  const value = call && jsonIn(call.arguments);
  return value !== undefined && isObject(value) ? value : {};
}

/** Undefined: nothing to seal. A reference to a secret is none, nor is a key that enters no character. */
function typingOf(call: StepCall): Typing | undefined {
  const { text, key, modifiers = [] } = argumentsOf(call);
  if (call.name === 'type_text')
    return typeof text === 'string' && text !== '' && !isSecretReference(text) ? { argument: 'text', text } : undefined;
  if (call.name !== 'press_key' || typeof key !== 'string' || [...key].length !== 1) return undefined;
  const entersIt = Array.isArray(modifiers) && modifiers.every((modifier) => modifier === 'shift');
  return entersIt ? { argument: 'key', text: key } : undefined;
}

// Where a flow's call is made, a text that was sealed is opened here, and stays sealed in everything that is stored if it goes into a password field.

interface Found {
  readonly action: DeviceAction;
  readonly target: Control | undefined;
}

interface Place extends Found {
  readonly isPassword: boolean;
}

type Stopped = Extract<CallToolResult, { readonly status: 'failed' | 'approval' }>;

/** Characters of a text that a person is asked about. */
const longestReported = 500;

interface OpenedCall {
  /** In clear: only to find out where it goes. */
  readonly call: ToolCall;
  /** The action as it may be stored. */
  where(found: Found): Place;
  /** A person is asked about the text itself, unless it is a password. */
  told(stopped: Stopped | undefined, place: Place): Stopped | undefined;
  typed(place: Place): Pick<TypedReport, 'typed'>;
}

export function openedCall(call: ToolCall, typed: TypedTexts | undefined): OpenedCall {
  const argument = (['text', 'key'] as const satisfies readonly TypedArgument[]).find((name) => isSealed(call.arguments[name]));
  const sealed = argument && call.arguments[argument];
  if (!typed || argument === undefined || !isSealed(sealed))
    return { call, where: (found) => ({ ...found, isPassword: false }), told: (stopped) => stopped, typed: () => ({}) };
  const clear = typed.open(sealed);
  const hidden = (action: DeviceAction): DeviceAction => {
    const text = typedText(action);
    // Keys may spell a character in another way.
    return text === undefined ? action : withTyped(action, text === clear ? sealed : typed.seal(text));
  };
  return {
    call: { ...call, arguments: { ...call.arguments, [argument]: clear } },
    where({ action, target }) {
      const isPassword = target?.role === 'password' || target?.masked === true;
      return { target, isPassword, action: isPassword ? hidden(action) : action };
    },
    told: (stopped, { isPassword }) =>
      stopped?.status === 'approval' && !isPassword
        ? { ...stopped, reason: `${stopped.reason}: ${JSON.stringify(clear.slice(0, longestReported))}` }
        : stopped,
    typed: ({ isPassword }) => ({ typed: isPassword ? intoPassword : clear }),
  };
}
