// The stored form of one observation's controls, and how they get their labels ("1".."n", valid for that observation only; A55).
import type { Control, ControlRef } from './control.js';

export interface LabelledControl extends Control {
  /** Absent: seen, but not offered to the model as a target. */
  readonly label?: string;
}

export interface ControlList {
  readonly version: 1;
  readonly controls: readonly LabelledControl[];
}

export interface LabelOptions {
  readonly roles: readonly string[];
  /** Only these get labels (SCREENSHOT with `controlReannotate`); if none of them is present any more, all do (docs/design/agent.md R5). */
  readonly only?: readonly ControlRef[];
}

const maxLabels = 500;

export function labelControls(controls: readonly Control[], { roles, only = [] }: LabelOptions): ControlList {
  const offered = controls.filter((control) => control.enabled && control.visible && control.interactive && roles.includes(control.role));
  const wanted = offered.filter((control) => only.some((ref) => isSameControl(control, ref)));
  const labelled = new Set((wanted.length > 0 ? wanted : offered).slice(0, maxLabels));
  let next = 1;
  return { version: 1, controls: controls.map((control) => (labelled.has(control) ? { ...control, label: String(next++) } : control)) };
}

/** The same control in another observation: structure, role and name are equal. */
export function isSameControl(control: Pick<Control, 'path' | 'role' | 'name'>, ref: Pick<ControlRef, 'path' | 'role' | 'name'>): boolean {
  return control.path === ref.path && control.role === ref.role && control.name === ref.name;
}
