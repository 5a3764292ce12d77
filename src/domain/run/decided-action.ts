// An action about to be performed, as the guard judges it and as it runs.
import type { Activation } from '../guard/activation.js';
import type { ControlRef } from '../ui/control.js';
import type { UiAction } from '../ui/ui-action.js';

/** An action's effect on the world: guard rules and budgets depend on it. */
export type ActionEffect = 'read' | 'input' | 'launch';

/** One function call of a reply, checked against its schema and the labels of the observation. */
export interface DecidedAction {
  readonly function: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly effect: ActionEffect;
  /** The control of `ControlLabel`, as it was observed. */
  readonly target?: ControlRef;
  /** What it would set going, judged on the screen that it was decided for. Absent: nothing on a screen. */
  readonly activation?: Activation;
  readonly run:
    | { readonly kind: 'device'; readonly action: UiAction }
    /** A workflow timer. */
    | { readonly kind: 'wait'; readonly seconds: number }
    /** Kept as the step's result; nothing is performed. */
    | { readonly kind: 'summary'; readonly text: string }
    /** Labels only these in the next observation (`controlReannotate`). */
    | { readonly kind: 'annotation'; readonly controls: readonly ControlRef[] }
    /** It cannot run; the model is told. */
    | { readonly kind: 'invalid'; readonly code: string; readonly message: string };
}
