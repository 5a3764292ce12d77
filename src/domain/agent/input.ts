// The input of `hostAgent` as people write it (docs/design/contracts.md §2), checked at the workflow's door.
import { isBoolean, isListOf, isShape, isText } from '../checks/input-check.js';
import { InputError } from '../errors/input-error.js';
import { runAliases, runFields, runInputOf, type RunInput } from '../run/input.js';
import type { FollowerPlan } from './host-agent-machine.js';

export interface HostAgentInput extends RunInput {
  readonly request?: string;
  readonly plan?: FollowerPlan;
  readonly keepOpen: boolean;
}

/** Of `appAgent`. */
export interface AppAgentInput extends RunInput {
  readonly subtask: string;
}

const plan = isShape({ task: isText, object: isText, steps: isListOf(isText) });

const hostAgent = isShape({ request: isText, plan, keepOpen: isBoolean, ...runFields }, runAliases);

export function parseHostAgentInput(value: unknown): HostAgentInput {
  const given = hostAgent(value, 'input');
  const followed = given.plan;
  if (given.request === undefined && followed === undefined && !given.keepOpen)
    throw new InputError('input.request', undefined, 'what to do, in a sentence (or a plan, or keepOpen with requests that follow)');
  if (given.request !== undefined && followed !== undefined) throw new InputError('input.plan', followed, 'either a request or a plan');
  if (followed && (!followed.steps || followed.steps.length === 0))
    throw new InputError('input.plan.steps', followed.steps, 'a list of at least one step');
  return {
    request: given.request,
    plan: followed?.steps === undefined ? undefined : { task: followed.task ?? '', steps: followed.steps, object: followed.object },
    keepOpen: given.keepOpen ?? false,
    ...runInputOf(given),
  };
}

const appAgent = isShape({ subtask: isText, application: isText, ...runFields }, runAliases);

/** `application`: the configured one that the device starts with, as `device.app` says it. */
export function parseAppAgentInput(value: unknown): AppAgentInput {
  const { subtask, application, ...given } = appAgent(value, 'input');
  if (subtask === undefined) throw new InputError('input.subtask', undefined, 'what to do in the application, in a sentence');
  return { subtask, ...runInputOf(application === undefined ? given : { ...given, device: { ...given.device, app: application } }) };
}
