// What acting on a scripted user interface does.
import { setTimeout as sleep } from 'node:timers/promises';
import { assertNever } from '../../domain/errors/assert-never.js';
import type { ActionOf, DeviceAction, HeldPointer } from '../../domain/ui/ui-action.js';
import type { Performed } from '../../ports/device.js';
import { ActionFailedError } from '../../ports/device-errors.js';
import { unreadable, unverified } from '../device-kit/read-back.js';
import type { ScriptStep } from './device-script.js';
import { launch, select } from './scripted-applications.js';
import { sourceOf, textOf } from './scripted-look.js';
import { controlAt, find, goTo, middleOf, sceneOf, setValue, valueOf, type ScriptedState } from './scripted-state.js';

/** Thrown by a step with `die`. */
export class ScriptEnded extends Error {}

export async function perform(state: ScriptedState, action: DeviceAction, signal: AbortSignal): Promise<Performed> {
  if (action.type === 'read-text')
    return { text: action.target === undefined ? sourceOf(state) : textOf(state, find(state, action.target)) };
  const isPassword = action.type === 'set-text' && sceneOf(state).controls[find(state, action.target)]?.role === 'password';
  await act(state, action, signal);
  return isPassword ? { entry: unverified(unreadable.password) } : {};
}

async function act(
  state: ScriptedState,
  action: Exclude<DeviceAction, { readonly type: 'read-text' }>,
  signal: AbortSignal,
): Promise<void> {
  const { held } = state;
  // What is held is let go of by whatever else is done.
  if (action.type !== 'move') state.held = undefined;
  switch (action.type) {
    case 'click':
      return use(state, find(state, action.target), signal);
    case 'set-text': {
      const index = find(state, action.target);
      return setValue(state, index, (action.clear ? '' : (valueOf(state, index) ?? '')) + action.text);
    }
    case 'select-option':
      return selectOption(state, action, signal);
    case 'press-keys': {
      const index = action.target === undefined ? state.focused : find(state, action.target);
      if (index !== undefined && !action.keys.startsWith('{')) setValue(state, index, (valueOf(state, index) ?? '') + action.keys);
      return;
    }
    case 'navigate':
      return goTo(state, action.url.replace(/^[a-z]+:\/*/i, ''));
    case 'go-back':
      state.screen = state.history.pop() ?? state.screen;
      return;
    case 'select-application':
      return select(state, action.id);
    case 'launch-application':
      return launch(state, action.name);
    case 'hover':
      return void find(state, action.target);
    case 'drag': {
      const [pressed, at] = [middleOf(find(state, action.from)), middleOf(find(state, action.to))];
      if (action.hold) state.held = { pressed, at };
      return;
    }
    case 'move':
      state.held = { ...stillHeld(held), at: middleOf(find(state, action.target)) };
      return;
    case 'release':
      return void stillHeld(held);
    case 'scroll':
      return;
    default:
      return assertNever(action);
  }
}

function stillHeld(held: HeldPointer | undefined): HeldPointer {
  if (held) return held;
  throw new ActionFailedError('not-held', 'Nothing is held.');
}

async function selectOption(state: ScriptedState, { target, values }: ActionOf<'select-option'>, signal: AbortSignal): Promise<void> {
  const index = find(state, target);
  const { name, options } = controlAt(state, index);
  const missing = values.find((value) => options?.includes(value) !== true);
  if (missing !== undefined) throw new ActionFailedError('no-such-option', `'${name}' has no option '${missing}'.`);
  setValue(state, index, values.join(', '));
  await use(state, index, signal);
}

async function use(state: ScriptedState, index: number, signal: AbortSignal): Promise<void> {
  const { role, name, enabled, on } = controlAt(state, index);
  if (enabled === false) throw new ActionFailedError('action-failed', `${role} '${name}' is disabled.`);
  state.focused = index;
  if (on !== undefined) await run(state, on, { value: valueOf(state, index) ?? '', signal });
}

async function run(
  state: ScriptedState,
  step: ScriptStep,
  { value, signal }: { readonly value: string; readonly signal: AbortSignal },
): Promise<void> {
  if (step.delayMs !== undefined) await sleep(step.delayMs, undefined, { signal });
  if (step.post !== undefined) {
    const body = JSON.stringify(step.post.body ?? {}).replaceAll('{{value}}', JSON.stringify(value).slice(1, -1));
    const reply = await fetch(step.post.url, { method: 'POST', headers: { 'content-type': 'application/json' }, body, signal });
    if (!reply.ok) throw new ActionFailedError('action-failed', `${step.post.url} answered ${reply.status}.`);
    await reply.arrayBuffer();
  }
  if (step.delayAfterMs !== undefined) await sleep(step.delayAfterMs, undefined, { signal });
  if (step.die === true) throw new ScriptEnded('The script ended the session.');
  if (step.fail !== undefined) throw new ActionFailedError(step.fail.code, step.fail.message);
  if (step.goto !== undefined) goTo(state, step.goto);
}
