// What a call of a function can refer to: controls by label, applications by name. A wrong reference becomes an `invalid` run, whose text tells the model what would be valid.
import type { LabelledControl } from '../ui/control-list.js';
import type { ControlRef } from '../ui/control.js';
import type { Application } from '../ui/observation.js';
import type { HeldPointer } from '../ui/ui-action.js';
import type { DecidedAction } from '../run/decided-action.js';

/** The scene as the model was shown it. */
export interface Scene {
  readonly controls: readonly LabelledControl[];
  /** Numbered from 1. */
  readonly applications: readonly Application[];
  /** A mouse button is pressed. */
  readonly held?: HeldPointer;
}

export type ActionRun = DecidedAction['run'];

export function invalid(code: string, message: string): ActionRun {
  return { kind: 'invalid', code, message };
}

export function findControl(label: string, controls: readonly LabelledControl[]): ControlRef | undefined {
  const wanted = bare(label);
  const control = wanted === '' ? undefined : controls.find((candidate) => candidate.label === wanted);
  return control && refOf(control, wanted);
}

export function refOf({ role, name, path }: LabelledControl, label: string): ControlRef {
  return { label, role, name, path };
}

/** The target control was named wrongly, or not at all. */
export function noTarget(name: string, label: string, { controls }: Scene): ActionRun {
  return bare(label) === ''
    ? invalid('missing-label', `${name} needs the ControlLabel of a control. ${allowedLabels(controls)}`)
    : invalid('unknown-label', `No control has the label "${label}" now. ${allowedLabels(controls)}`);
}

export function namesControl(label: string): boolean {
  return bare(label) !== '';
}

export function noneLabelled(labels: readonly string[], { controls }: Scene): ActionRun {
  return invalid('unknown-label', `None of the labels ${labels.join(', ')} is on the screen now. ${allowedLabels(controls)}`);
}

function allowedLabels(controls: readonly LabelledControl[]): string {
  const count = controls.filter(({ label }) => label !== undefined).length;
  return count === 0 ? 'No control is labelled.' : `Labels go from 1 to ${count}.`;
}

/** Finds by number on the list, by id, or by name or title, ignoring case. */
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

export function noApplication(word: string, { applications }: Scene): ActionRun {
  const list = applications.map(({ name }, index) => `${index + 1} "${name}"`).join(', ');
  return invalid('no-such-application', `There is no application "${word}". ${list === '' ? 'None is known.' : `Known: ${list}.`}`);
}

// Models write `[12]`, `12.` or `"12"`.
function bare(label: string): string {
  return label
    .trim()
    .replace(/^["'[(]+|[\]).,"':]+$/g, '')
    .trim();
}
