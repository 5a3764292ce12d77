// Inputs of `decideApp` and `decideHost` with everything a prompt can show; tests change one thing at a time.
import type { DecideAppInput, DecideHostInput } from '../../src/domain/agent/decision.js';
import { emptyBlackboard } from '../../src/domain/agent/memory.js';
import { labelControls, type ControlList } from '../../src/domain/ui/control-list.js';
import type { Control } from '../../src/domain/ui/control.js';
import { defaultControlRoles } from '../../src/domain/run/settings.js';
import type { Application, ArtifactRef, Observation } from '../../src/domain/ui/observation.js';

export const anyRef: ArtifactRef = `sha256:${'a'.repeat(64)}`;

/** Makes controls, each on its own row, from the first, unless its bounds are given. */
export function controlsInRows(): (role: string, name: string, more?: Partial<Control>) => Control {
  let row = 0;
  return (role, name, more = {}) => {
    row += 1;
    const interactive = !['text', 'heading', 'img', 'alert', 'status', 'cell'].includes(role);
    return {
      id: `c${row}`,
      role,
      name,
      bounds: { x: 10, y: row * 30, width: 100, height: 20 },
      enabled: true,
      visible: true,
      interactive,
      path: `main/${role}[${row}]`,
      source: 'tree',
      ...more,
    };
  };
}

/** On rows of their own wherever they are made: which ones depends on what was made before. */
export const control = controlsInRows();

export function labelled(...controls: readonly Control[]): ControlList {
  return labelControls(controls, { roles: defaultControlRoles });
}

export const shop: Application = {
  id: 'tab-1',
  name: 'Shop',
  title: 'Shop – cart',
  url: 'http://shop.test/cart',
  running: true,
  current: true,
};
export const mail: Application = { id: 'mail', name: 'Mail', url: 'http://mail.test/', running: false, current: false };

export function observation(more: Partial<Observation> = {}): Observation {
  return {
    generation: 3,
    screenshot: anyRef,
    controls: anyRef,
    application: shop,
    title: 'Your cart',
    controlCount: 3,
    fingerprint: 'f',
    ...more,
  };
}

const base = {
  record: { run: 'run-1', agent: 'run-1/app-1', step: 4 },
  request: 'Order two blue notebooks',
  plan: [],
  memory: [],
  previousSubtasks: [],
  blackboard: emptyBlackboard,
  notes: [],
} as const;

export function appInput(more: Partial<DecideAppInput> = {}): DecideAppInput {
  return {
    ...base,
    observation: observation(),
    subtask: 'Put two blue notebooks into the cart',
    hostMessage: [],
    actionSequence: false,
    pictures: 'always',
    ...more,
  };
}

export function hostInput(more: Partial<DecideHostInput> = {}): DecideHostInput {
  return { ...base, record: { run: 'run-1', agent: 'run-1', step: 1 }, observation: observation(), applications: [shop, mail], ...more };
}
