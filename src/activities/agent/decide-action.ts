// One function call of a reply becomes a `DecidedAction`, or an `invalid` one with a text that tells the model what would have been right.
//
// C1. A target is taken from the labels of the observation that the model was shown, never from memory (A55): the label decides, `ControlText` is only for people.
// C2. Nothing here throws: a wrong call is the model's to correct in its next step.
import { functionsOf, type AgentFunction, type AgentFunctionName } from '../../domain/agent/functions.js';
import { argumentSchemas, parseArguments, type ArgumentsOf } from '../../domain/agent/functions.schema.js';
import type { DecidedAction } from '../../domain/agent/decision.js';
import type { AppAgentStatus } from '../../domain/agent/status.js';
import { assertNever } from '../../domain/assert-never.js';
import type { LabelledControl } from '../../domain/ui/control-list.js';
import type { ControlRef } from '../../domain/ui/control.js';
import type { Application } from '../../domain/ui/observation.js';
import type { ActionTarget, PointTarget } from '../../domain/ui/ui-action.js';

export interface FunctionCall {
  readonly Function: string;
  readonly Args: unknown;
  readonly ControlLabel: string;
}

export interface CallContext {
  readonly agent: 'app' | 'host';
  readonly status: AppAgentStatus;
  /** As the HostAgent was shown them, numbered from 1. */
  readonly applications?: readonly Application[];
  /** Of the screenshot that coordinates refer to, px. */
  readonly screen?: ScreenSize;
}

export interface ScreenSize {
  readonly width: number;
  readonly height: number;
}

type Run = DecidedAction['run'];
interface Invalid {
  readonly kind: 'invalid';
  readonly code: string;
  readonly message: string;
}

const pixelsPerNotch = 100;
const noFunction = new Set(['', 'none', 'null', 'no_action']);

/** Undefined when the reply calls no function. */
export function decideAction(call: FunctionCall, controls: readonly LabelledControl[], context: CallContext): DecidedAction | undefined {
  const name = call.Function.trim().replace(/\(\s*\)$/, '');
  if (noFunction.has(name.toLowerCase())) return undefined;
  const args = parseArguments(call.Args);
  const known = functionsOf(context.agent).find((candidate) => candidate.name === name);
  const target = findControl(call.ControlLabel, controls);
  const base = { function: name, args: args ?? {}, effect: known?.effect ?? 'read', status: context.status } as const;
  if (!known) return { ...base, run: unknownFunction(name, context.agent) };
  if (args === undefined) return { ...base, run: badArguments(known, 'Args is not a JSON object') };
  const parsed = argumentSchemas[known.name].safeParse(args);
  if (!parsed.success)
    return {
      ...base,
      run: badArguments(known, parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ')),
    };
  const run =
    targetProblem(known, call.ControlLabel, target, controls) ??
    runOf(known.name, parsed.data, { target, controls, applications: context.applications ?? [] });
  const aimed = known.control === 'none' ? controlUnder(run, controls, context.screen) : target;
  return { ...base, args: parsed.data, ...(aimed ? { target: aimed } : {}), run };
}

interface Scene {
  readonly target: ControlRef | undefined;
  readonly controls: readonly LabelledControl[];
  readonly applications: readonly Application[];
}

// The arguments were parsed by that function's own schema; the casts only tell the compiler which.
function runOf(name: AgentFunctionName, args: unknown, { target, controls, applications }: Scene): Run {
  switch (name) {
    case 'click_input': {
      const { button, double } = args as ArgumentsOf<'click_input'>;
      return device({ type: 'click', target: on(target), button, clickCount: double ? 2 : 1 });
    }
    case 'click_on_coordinates': {
      const { x, y, button, double } = args as ArgumentsOf<'click_on_coordinates'>;
      return device({ type: 'click', target: at(x, y), button, clickCount: double ? 2 : 1 });
    }
    case 'drag_on_coordinates': {
      const { start_x, start_y, end_x, end_y } = args as ArgumentsOf<'drag_on_coordinates'>;
      return device({ type: 'drag', from: at(start_x, start_y), to: at(end_x, end_y), button: 'left' });
    }
    case 'set_edit_text': {
      const { text, clear_current_text } = args as ArgumentsOf<'set_edit_text'>;
      return device({ type: 'set-text', target: on(target), text, clear: clear_current_text });
    }
    case 'keyboard_input':
      return device({ type: 'press-keys', ...(target ? { target: on(target) } : {}), keys: (args as ArgumentsOf<'keyboard_input'>).keys });
    case 'wheel_mouse_input': {
      const { wheel_dist } = args as ArgumentsOf<'wheel_mouse_input'>;
      // `0 -` keeps a distance of 0 from becoming -0.
      return device({ type: 'scroll', ...(target ? { target: on(target) } : {}), deltaX: 0, deltaY: 0 - wheel_dist * pixelsPerNotch });
    }
    case 'select_option':
      return device({ type: 'select-option', target: on(target), values: (args as ArgumentsOf<'select_option'>).values });
    case 'texts':
      return device({ type: 'read-text', ...(target ? { target: on(target) } : {}) });
    case 'wait':
      return { kind: 'wait', seconds: (args as ArgumentsOf<'wait'>).seconds };
    case 'summary':
      return { kind: 'summary', text: (args as ArgumentsOf<'summary'>).text };
    case 'annotation':
      return annotationOf((args as ArgumentsOf<'annotation'>).control_labels, controls);
    case 'navigate':
      return device({ type: 'navigate', url: (args as ArgumentsOf<'navigate'>).url });
    case 'go_back':
      return device({ type: 'go-back' });
    case 'select_application':
      return selectApplication((args as ArgumentsOf<'select_application'>).id, applications);
    case 'launch_application':
      return launchApplication((args as ArgumentsOf<'launch_application'>).name, applications);
    default:
      return assertNever(name);
  }
}

/** A click at coordinates is judged by what it would hit: the innermost labelled control there, which comes last. */
function controlUnder(run: Run, controls: readonly LabelledControl[], screen: ScreenSize | undefined): ControlRef | undefined {
  const target = run.kind === 'device' && run.action.type === 'click' ? run.action.target : undefined;
  if (!target || !('point' in target) || !screen) return undefined;
  const x = target.point.x * screen.width;
  const y = target.point.y * screen.height;
  const hit = controls.findLast(
    ({ label, bounds }) =>
      label !== undefined && x >= bounds.x && x < bounds.x + bounds.width && y >= bounds.y && y < bounds.y + bounds.height,
  );
  return hit?.label === undefined ? undefined : refOf(hit, hit.label);
}

/** By its number on the list, its id, or its name or title without case. */
export function findApplication(applications: readonly Application[], ...words: readonly string[]): Application | undefined {
  const wanted = words.map((word) => bare(word)).filter((word) => word !== '');
  for (const word of wanted) {
    const found =
      applications.find((_, index) => String(index + 1) === word) ??
      applications.find(({ id }) => id === word) ??
      applications.find(({ name, title }) => [name, title].some((text) => text?.toLowerCase() === word.toLowerCase()));
    if (found) return found;
  }
  return undefined;
}

export function refOf({ role, name, path }: LabelledControl, label: string): ControlRef {
  return { label, role, name, path };
}

function findControl(label: string, controls: readonly LabelledControl[]): ControlRef | undefined {
  const wanted = bare(label);
  const control = wanted === '' ? undefined : controls.find((candidate) => candidate.label === wanted);
  return control && refOf(control, wanted);
}

function targetProblem(
  { name, control }: AgentFunction,
  label: string,
  target: ControlRef | undefined,
  controls: readonly LabelledControl[],
): Invalid | undefined {
  if (control === 'none' || target) return undefined;
  if (bare(label) !== '') return invalid('unknown-label', `No control has the label "${label}" now. ${allowedLabels(controls)}`);
  return control === 'required'
    ? invalid('missing-label', `${name} needs the ControlLabel of a control. ${allowedLabels(controls)}`)
    : undefined;
}

function annotationOf(labels: readonly string[], controls: readonly LabelledControl[]): Run {
  const found = labels.map((label) => findControl(label, controls)).filter((ref) => ref !== undefined);
  if (found.length > 0) return { kind: 'annotation', controls: found };
  return invalid('unknown-label', `None of the labels ${labels.join(', ')} is on the screen now. ${allowedLabels(controls)}`);
}

function selectApplication(word: string, applications: readonly Application[]): Run {
  const application = findApplication(applications, word);
  return application ? device({ type: 'select-application', id: application.id }) : noApplication(word, applications);
}

function launchApplication(word: string, applications: readonly Application[]): Run {
  const application = findApplication(applications, word);
  return application ? device({ type: 'launch-application', name: application.name }) : noApplication(word, applications);
}

function unknownFunction(name: string, agent: 'app' | 'host'): Invalid {
  const names = functionsOf(agent).map((known) => known.name);
  return invalid('unknown-function', `There is no function "${name}". Allowed: ${names.join(', ')}, or empty for none.`);
}

function badArguments({ name, signature }: AgentFunction, problem: string): Invalid {
  return invalid('invalid-arguments', `${name}: ${problem}. It takes {${signature}}.`);
}

function noApplication(word: string, applications: readonly Application[]): Invalid {
  const list = applications.map(({ name }, index) => `${index + 1} "${name}"`).join(', ');
  return invalid('no-such-application', `There is no application "${word}". ${list === '' ? 'None is known.' : `Known: ${list}.`}`);
}

function allowedLabels(controls: readonly LabelledControl[]): string {
  const count = controls.filter(({ label }) => label !== undefined).length;
  return count === 0 ? 'No control is labelled.' : `Labels go from 1 to ${count}.`;
}

function invalid(code: string, message: string): Invalid {
  return { kind: 'invalid', code, message };
}

function device(action: Extract<Run, { readonly kind: 'device' }>['action']): Run {
  return { kind: 'device', action };
}

// `targetProblem` has refused calls that need a control and name none.
function on(target: ControlRef | undefined): ActionTarget<ControlRef> {
  if (!target) throw new TypeError('A function that requires a control came without one');
  return { control: target };
}

function at(x: number, y: number): PointTarget {
  return { point: { x, y }, unit: 'fraction' };
}

// Models write `[12]`, `12.` or `"12"`.
function bare(label: string): string {
  return label
    .trim()
    .replace(/^["'[(]+|[\]).,"':]+$/g, '')
    .trim();
}
