// What a scripted user interface shows.
import type { Control } from '../../domain/ui/control.js';
import type { Look } from '../../ports/device.js';
import { isInteractive, type ScriptControl } from './device-script.js';
import { applicationsOf } from './scripted-applications.js';
import { controlAt, pathOf, rowHeight, sceneOf, screenSize, scriptApplication, valueOf, type ScriptedState } from './scripted-state.js';
import { mask } from '../../domain/ui/mask.js';

export function lookAt(state: ScriptedState): Look {
  const { title, controls, notices = [] } = sceneOf(state);
  const application = applicationsOf(state).find(({ current }) => current) ?? {
    id: scriptApplication,
    name: scriptApplication,
    running: true,
    current: true,
  };
  return {
    application: { ...application, title },
    title,
    controls: controls.map((control, index) => controlOf(state, control, index)),
    notices,
    held: state.held,
  };
}

export function sourceOf(state: ScriptedState): string {
  const { controls } = lookAt(state);
  return controls.map(({ role, name, value }) => `${role} "${name}"${value === undefined ? '' : ` ${value}`}`).join('\n');
}

export function textOf(state: ScriptedState, index: number): string {
  const { name, masked } = controlAt(state, index);
  return masked === true ? mask : (valueOf(state, index) ?? name);
}

function controlOf(state: ScriptedState, control: ScriptControl, index: number): Control {
  const { role, name, options, enabled = true, masked } = control;
  const value = valueOf(state, index);
  return {
    id: pathOf(state, index),
    role,
    name,
    value: value === undefined ? undefined : masked === true ? mask : value,
    options,
    states: state.focused === index ? ['focused'] : undefined,
    bounds: { x: 0, y: index * rowHeight, width: screenSize.width, height: rowHeight },
    enabled,
    visible: true,
    interactive: isInteractive(role),
    path: pathOf(state, index),
    source: 'tree',
    masked,
  };
}
