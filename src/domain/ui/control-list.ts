// The stored form of one observation's controls, and how they get their labels ("1".."n", valid for that observation only).
import type { Control, ControlRef } from './control.js';
import type { ArtifactRef } from './observation.js';

export interface LabelledControl extends Control {
  /** Absent: seen, but not offered to the model as a target. */
  readonly label?: string;
}

export interface ControlList {
  readonly version: 1;
  readonly controls: readonly LabelledControl[];
  /** Address of the page, where it has one. */
  readonly address?: string;
  readonly title?: string;
}

export interface LabelOptions {
  readonly roles: readonly string[];
  /** Only these get labels (SCREENSHOT with `controlReannotate`); if none of them is present any more, all do (docs/design/agent.md R5). */
  readonly only?: readonly ControlRef[];
  readonly address?: string | undefined;
  readonly title?: string;
}

const maxLabels = 500;

export function labelControls(controls: readonly Control[], { roles, only = [], address, title }: LabelOptions): ControlList {
  const offered = controls.filter((control) => control.enabled && control.visible && control.interactive && roles.includes(control.role));
  const wanted = offered.filter((control) => only.some((ref) => isSameControl(control, ref)));
  const labelled = new Set((wanted.length > 0 ? wanted : offered).slice(0, maxLabels));
  let next = 1;
  return {
    version: 1,
    controls: controls.map((control) => (labelled.has(control) ? { ...control, label: String(next++) } : control)),
    address,
    title,
  };
}

/** Takes a stored list. Throws for anything else, and for a list of another version. */
export function parseControlList(stored: unknown, ref: ArtifactRef): ControlList {
  if (isControlList(stored)) return stored;
  throw new TypeError(`Artifact ${ref} is not a control list of version 1`);
}

function isControlList(value: unknown): value is ControlList {
  return (
    typeof value === 'object' &&
    value !== null &&
    'version' in value &&
    value.version === 1 &&
    'controls' in value &&
    Array.isArray(value.controls)
  );
}

/** The same control in another observation: structure, role and name are equal. */
export function isSameControl(control: Pick<Control, 'path' | 'role' | 'name'>, ref: Pick<ControlRef, 'path' | 'role' | 'name'>): boolean {
  return control.path === ref.path && control.role === ref.role && control.name === ref.name;
}
