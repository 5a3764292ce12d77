// Where a flow's call is made, a text that was sealed (seal-step.ts) is opened here, and stays sealed in everything that is stored if it goes into a password field.
import type { CallToolResult } from '../../domain/flow/call-tool.js';
import type { ToolCall } from '../../domain/flow/tool-call.js';
import type { Control } from '../../domain/ui/control.js';
import { typedText, withTyped, type DeviceAction } from '../../domain/ui/ui-action.js';
import type { TypedTexts } from '../../ports/tokens.js';
import { intoPassword, isSealed, type ActTold, type TypedArgument } from './seal-step.js';

interface Found {
  readonly action: DeviceAction;
  readonly target: Control | undefined;
}

interface Place extends Found {
  readonly isPassword: boolean;
}

type Stopped = Extract<CallToolResult, { readonly status: 'failed' | 'approval' }>;

/** Characters of a text that a person is asked about. */
const longestTold = 500;

export interface OpenedCall {
  /** In clear: only to find out where it goes. */
  readonly call: ToolCall;
  /** The action as it may be stored. */
  where(found: Found): Place;
  /** A person is asked about the text itself, unless it is a password. */
  told(stopped: Stopped | undefined, place: Place): Stopped | undefined;
  typed(place: Place): Pick<ActTold, 'typed'>;
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
        ? { ...stopped, reason: `${stopped.reason}: ${JSON.stringify(clear.slice(0, longestTold))}` }
        : stopped,
    typed: ({ isPassword }) => ({ typed: isPassword ? intoPassword : clear }),
  };
}
