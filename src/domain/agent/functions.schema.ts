// What a model may call: one literal per function. The list in the prompt, the schema of `Args` and the check of a call are derived from it (define-function.schema.ts).
//
// wire-1. The alternatives on the wire start with different keys: OpenAI's strict mode refuses an `anyOf` whose objects begin with the same key.
import { z } from 'zod';
import type { ControlRef } from '../ui/control.js';
import { toldKeys } from '../ui/keys.js';
import { defineFunction, type AgentFunction } from './define-function.schema.js';
import { atPlace, device, dragRun, placeOr, placeText, placeTexts, pointTarget, releaseRun, withHeld } from './places.js';
import { findApplication, findControl, noApplication, noneLabelled } from './scene.js';

const button = z.enum(['left', 'right', 'middle']).default('left');
const flag = z.preprocess((value) => (value === 'true' ? true : value === 'false' ? false : value), z.boolean()).default(false);
const fraction = z.coerce.number().min(0).max(1);
const word = z.preprocess((value) => (typeof value === 'number' || typeof value === 'boolean' ? String(value) : value), z.string());
const words = z.preprocess((value) => (typeof value === 'string' || typeof value === 'number' ? [value] : value), z.array(word).min(1));
const place = z.preprocess(placeText, z.string());
const places = z.preprocess(placeTexts, z.array(place));
const notches = z.coerce.number().min(-100).max(100);

const pixelsPerNotch = 100;

/** In the order in which a model reads them. */
export const agentFunctions = [
  defineFunction({
    name: 'click_input',
    args: { button, double: flag },
    description: 'Click the control.',
    effect: 'input',
    agent: 'app',
    aims: 'control',
    run: ({ button: pressed, double }, { target }) =>
      device({ type: 'click', target: { control: target }, button: pressed, clickCount: double ? 2 : 1 }),
  }),
  defineFunction({
    name: 'click_on_coordinates',
    args: { x: fraction, y: fraction, button: button.meta({ brief: true }), double: flag },
    description: 'Click a point; x, y are fractions 0..1 of the picture (of the screen where there is none) from its top left.',
    effect: 'input',
    agent: 'app',
    aims: 'point',
    run: ({ x, y, button: pressed, double }) =>
      device({ type: 'click', target: pointTarget(x, y), button: pressed, clickCount: double ? 2 : 1 }),
  }),
  defineFunction({
    name: 'hover',
    args: { at: place.default('') },
    description: 'Move the pointer over the control or a place: a label, or a point "x,y" as above.',
    effect: 'input',
    agent: 'app',
    aims: 'control-or-place',
    run: ({ at }, scene) => atPlace('hover', at, scene, (target) => device({ type: 'hover', target })),
  }),
  defineFunction({
    name: 'drag',
    // `from` comes first (wire-1).
    args: { from: place.default(''), to: place, via: places.default([]), hold: flag },
    description:
      'Drag the control, or from a place, to a place, through via points. hold=true stays pressed, so that you see before you let go.',
    effect: 'input',
    agent: 'app',
    aims: 'control-or-place',
    run: dragRun,
  }),
  defineFunction({
    name: 'move_pointer',
    args: { at: place.default('') },
    description: 'Move what is held.',
    effect: 'input',
    agent: 'app',
    aims: 'control-or-place',
    run: ({ at }, scene) =>
      withHeld('move_pointer', scene, () => atPlace('move_pointer', at, scene, (target) => device({ type: 'move', target }))),
  }),
  defineFunction({
    name: 'release_pointer',
    args: {},
    description: 'Let go of it.',
    effect: 'input',
    agent: 'app',
    aims: 'nothing',
    run: (_, scene) => releaseRun(scene),
  }),
  defineFunction({
    name: 'set_edit_text',
    args: { clear_current_text: flag, text: word },
    description: 'Type into the control; clear_current_text=true replaces what is there.',
    effect: 'input',
    agent: 'app',
    aims: 'control',
    run: ({ text, clear_current_text: clear }, { target }) => device({ type: 'set-text', target: { control: target }, text, clear }),
  }),
  defineFunction({
    name: 'keyboard_input',
    args: { keys: z.string().min(1) },
    description: `Press keys in the control, or where the focus is: ${toldKeys}.`,
    effect: 'input',
    agent: 'app',
    aims: 'control-or-screen',
    run: ({ keys }, { target }) => device({ type: 'press-keys', ...on(target), keys }),
  }),
  defineFunction({
    name: 'wheel_mouse_input',
    args: { wheel_dist: notches, sideways: notches.default(0), at: place.default('') },
    description:
      'Turn the wheel over the control, a place or the page, by notches of 100 px: positive up, negative down; sideways positive right.',
    effect: 'input',
    agent: 'app',
    aims: 'control-or-place',
    run: ({ wheel_dist, sideways, at }, scene) => {
      const found = placeOr('wheel_mouse_input', at, scene);
      if ('problem' in found) return found.problem;
      // `0 -` keeps a distance of 0 from becoming -0.
      const distance = { deltaX: sideways * pixelsPerNotch, deltaY: 0 - wheel_dist * pixelsPerNotch };
      return device({ type: 'scroll', target: found.target, ...distance });
    },
  }),
  defineFunction({
    name: 'select_option',
    args: { values: words },
    description: 'Choose options by their texts.',
    effect: 'input',
    agent: 'app',
    aims: 'control',
    run: ({ values }, { target }) => device({ type: 'select-option', target: { control: target }, values }),
  }),
  defineFunction({
    name: 'texts',
    args: {},
    description: 'Read the full text of the control or page.',
    effect: 'read',
    agent: 'app',
    aims: 'control-or-screen',
    run: (_, { target }) => device({ type: 'read-text', ...on(target) }),
  }),
  defineFunction({
    name: 'wait',
    args: { seconds: z.coerce.number().positive().max(300) },
    description: 'Wait, at most 300, for something under way.',
    effect: 'read',
    agent: 'app',
    aims: 'nothing',
    run: ({ seconds }) => ({ kind: 'wait', seconds }),
  }),
  defineFunction({
    name: 'summary',
    args: { text: word },
    description: 'Keep facts read from the screen as the result of this step.',
    effect: 'read',
    agent: 'app',
    aims: 'nothing',
    run: ({ text }) => ({ kind: 'summary', text }),
  }),
  defineFunction({
    name: 'annotation',
    args: { control_labels: words },
    description: 'Label only these in the next picture, to look closer.',
    effect: 'read',
    agent: 'app',
    aims: 'nothing',
    run: ({ control_labels: labels }, scene) => {
      const controls = labels.map((label) => findControl(label, scene.controls)).filter((ref) => ref !== undefined);
      return controls.length > 0 ? { kind: 'annotation', controls } : noneLabelled(labels, scene);
    },
  }),
  defineFunction({
    name: 'navigate',
    args: { url: z.string().min(1) },
    description: 'Open an address.',
    effect: 'input',
    agent: 'app',
    inBrowsers: true,
    aims: 'nothing',
    run: ({ url }) => device({ type: 'navigate', url }),
  }),
  defineFunction({
    name: 'go_back',
    args: {},
    description: 'Go back one page.',
    effect: 'input',
    agent: 'app',
    inBrowsers: true,
    aims: 'nothing',
    run: () => device({ type: 'go-back' }),
  }),
  defineFunction({
    name: 'select_application',
    args: { id: word.pipe(z.string().min(1)) },
    description: 'Bring a running application to the front.',
    effect: 'input',
    agent: 'host',
    aims: 'nothing',
    run: ({ id: wanted }, scene) => {
      const application = findApplication(scene.applications, wanted);
      return application ? device({ type: 'select-application', id: application.id }) : noApplication(wanted, scene);
    },
  }),
  defineFunction({
    name: 'launch_application',
    args: { name: z.string().min(1) },
    description: 'Start an application of the list that is not running.',
    effect: 'launch',
    agent: 'host',
    aims: 'nothing',
    run: ({ name: wanted }, scene) => {
      const application = findApplication(scene.applications, wanted);
      return application ? device({ type: 'launch-application', name: application.name }) : noApplication(wanted, scene);
    },
  }),
] as const;

export type AgentFunctionName = (typeof agentFunctions)[number]['name'];

/** What an agent is offered in this kind of application. */
export function functionsOf(agent: 'app' | 'host', browser = true): readonly AgentFunction<AgentFunctionName>[] {
  return agentFunctions.filter((each: AgentFunction) => each.agent === agent && (!each.inBrowsers || browser));
}

/** Of those that an agent may call. */
export function functionNamed(name: string, agent: 'app' | 'host'): AgentFunction<AgentFunctionName> | undefined {
  return agentFunctions.find((each: AgentFunction) => each.agent === agent && each.name === name);
}

/** `Args` on the wire: one alternative per shape of arguments that this agent's functions take. */
export function wireArguments(agent: 'app' | 'host'): Readonly<Record<string, unknown>> {
  const shapes = [...functionsOf(agent).map(({ wire }) => wire), noArguments].map((shape) => JSON.stringify(shape));
  return { anyOf: [...new Set(shapes)].map((shape) => JSON.parse(shape) as unknown) };
}

const noArguments = { type: 'object', properties: {}, required: [], additionalProperties: false };

function on(control: ControlRef | undefined): { readonly target?: { readonly control: ControlRef } } {
  return control ? { target: { control } } : {};
}
