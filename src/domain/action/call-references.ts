// What a call of a function can refer to: controls by label, places, applications by name. A wrong reference becomes an `invalid` run, whose text tells the model what would be valid.
import type { ControlRef } from '../ui/control.js';
import type { ActionTarget, PointTarget, UiAction, PressedPointer } from '../ui/ui-action.js';
import type { LabelledControl } from '../ui/control-list.js';
import type { Application } from '../ui/observation.js';
import type { DecidedAction } from '../run/decided-action.js';

/** The scene as the model was shown it. */
export interface Scene {
  readonly controls: readonly LabelledControl[];
  /** Numbered from 1. */
  readonly applications: readonly Application[];
  /** A mouse button is pressed. */
  readonly pressed?: PressedPointer;
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

// ── Places: the label of a control, or a point as two fractions of the screenshot, `0.4,0.25` ──

type Target = ActionTarget<ControlRef>;
/** Or why there is none, for the model. */
type Found<T> = { readonly target: T } | { readonly problem: ActionRun };

const pair = /^\s*[[({]?\s*(-?\d*\.?\d+)\s*[,;]\s*(-?\d*\.?\d+)\s*[\])}]?\s*$/;

export function pointTarget(x: number, y: number): PointTarget {
  return { point: { x, y }, unit: 'fraction' };
}

/** As text, however a model writes it: `[0.4, 0.25]`, `{x: 0.4, y: 0.25}`, a label as a number. */
export function placeText(value: unknown): unknown {
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value) && isPoint(value)) return value.join(',');
  if (typeof value !== 'object' || value === null || !('x' in value && 'y' in value)) return value;
  return `${String(value.x)},${String(value.y)}`;
}

/** One place is a list of one. */
export function placeTexts(value: unknown): unknown {
  if (typeof value === 'string') return value.trim() === '' ? [] : value.split(/[;|]/);
  return Array.isArray(value) && isPoint(value) ? [value] : value;
}

function isPoint(value: readonly unknown[]): boolean {
  return value.length === 2 && value.every((part) => typeof part === 'number');
}

function findPlace(name: string, text: string, scene: Scene): Found<Target> {
  const point = pointOf(name, text);
  if (point) return point;
  const control = findControl(text, scene.controls);
  return control ? { target: { control } } : { problem: noTarget(name, text, scene) };
}

/** The place that an argument names; otherwise the control of `ControlLabel`, if any. */
export function placeOr(name: string, text: string, scene: Scene & { readonly target: ControlRef | undefined }): Found<Target | undefined> {
  if (text.trim() !== '') return findPlace(name, text, scene);
  return { target: scene.target && { control: scene.target } };
}

/** With the place that an argument or the label names; there has to be one. */
export function atPlace(
  name: string,
  text: string,
  scene: Scene & { readonly target: ControlRef | undefined },
  run: (target: Target) => ActionRun,
): ActionRun {
  const found = placeOr(name, text, scene);
  if ('problem' in found) return found.problem;
  return found.target ? run(found.target) : invalid('missing-label', `${name} needs the ControlLabel of a control, or at.`);
}

function findPoints(name: string, texts: readonly string[]): Found<readonly PointTarget[]> {
  const points: PointTarget[] = [];
  for (const text of texts) {
    const found = pointOf(name, text) ?? { problem: invalid('invalid-arguments', `${name}: "${text}" is no point: write x,y.`) };
    if ('problem' in found) return found;
    points.push(found.target);
  }
  return { target: points };
}

function pointOf(name: string, text: string): Found<PointTarget> | undefined {
  const [, x, y] = (pair.exec(text) ?? []).map(Number);
  if (x === undefined || y === undefined) return undefined;
  if ([x, y].every((part) => part >= 0 && part <= 1)) return { target: pointTarget(x, y) };
  return { problem: invalid('invalid-arguments', `${name}: ${text} is outside the screenshot: x and y are fractions of it, 0..1.`) };
}

export function device(action: UiAction): ActionRun {
  return { kind: 'device', action };
}

interface Drag {
  readonly from: string;
  readonly to: string;
  readonly via: readonly string[];
  readonly hold: boolean;
}

export function dragRun({ from, to, via, hold }: Drag, scene: Scene & { readonly target: ControlRef | undefined }): ActionRun {
  const found = [placeOr('drag', from, scene), findPlace('drag', to, scene), findPoints('drag', via)] as const;
  const [start, end, between] = found;
  if ('problem' in start) return start.problem;
  if ('problem' in end) return end.problem;
  if ('problem' in between) return between.problem;
  if (!start.target) return invalid('missing-label', 'drag needs where it starts: the ControlLabel of a control, or from.');
  return device({
    type: 'drag',
    from: start.target,
    to: end.target,
    via: between.target.length > 0 ? between.target : undefined,
    button: 'left',
    hold: hold || undefined,
  });
}

/** What is done with the pointer while it is held. */
export function withHeld(name: string, scene: Scene, run: (pressed: NonNullable<Scene['pressed']>) => ActionRun): ActionRun {
  return scene.pressed ? run(scene.pressed) : invalid('nothing-held', `${name}: nothing is pressed now. Begin with drag and hold=true.`);
}

/** It is let go where it was seen: that is what is judged. */
export function releaseRun(scene: Scene): ActionRun {
  return withHeld('release_pointer', scene, ({ at, pressed }) =>
    device({ type: 'release', target: { point: at, unit: 'px' }, pressed: { point: pressed, unit: 'px' } }),
  );
}
