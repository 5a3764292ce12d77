// The applications of a scripted user interface: the script itself, and those that it names, each a screen.
import type { Application } from '../../domain/ui/observation.js';
import { ActionFailedError } from '../../ports/device-errors.js';
import { goTo, scriptApplication, type ScriptedState } from './scripted-state.js';

export function applicationsOf({ script, launched, current }: ScriptedState): readonly Application[] {
  return [scriptApplication, ...(script.applications ?? [])].map((name) => ({
    id: name,
    name,
    running: launched.has(name),
    current: current === name,
  }));
}

export function select(state: ScriptedState, id: string): void {
  if (!state.launched.has(id)) throw new ActionFailedError('no-such-application', `No application '${id}' runs.`);
  state.current = id;
  if (id !== scriptApplication) goTo(state, id);
}

export function launch(state: ScriptedState, name: string): void {
  if (name !== scriptApplication && state.script.applications?.includes(name) !== true)
    throw new ActionFailedError('no-such-application', `There is no application '${name}'.`);
  state.launched.add(name);
  select(state, name);
}

export function closeApplication(state: ScriptedState, id: string): void {
  if (!state.launched.delete(id)) throw new ActionFailedError('no-such-application', `No application '${id}' runs.`);
  if (state.current === id) state.current = [...state.launched][0] ?? scriptApplication;
}
