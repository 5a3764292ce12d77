// What a model with a provider's computer tool answers, in words of ours: each provider's adapter reads its own form into this one.
import type { Point } from '../ui/geometry.js';

/** One item of a batch. Points and distances: px of the picture that the model was sent. `holding`: keys, by the provider's names. */
export type ComputerItem =
  | {
      readonly type: 'click';
      readonly at: Point;
      readonly button: 'left' | 'right' | 'middle';
      readonly count: 1 | 2 | 3;
      readonly holding?: readonly string[];
    }
  | { readonly type: 'move'; readonly at: Point; readonly holding?: readonly string[] }
  | { readonly type: 'drag'; readonly path: readonly Point[]; readonly holding?: readonly string[] }
  /** Positive `y` scrolls down. `notches`: of a wheel, whatever the picture's size. */
  | {
      readonly type: 'scroll';
      readonly at: Point;
      readonly by: Point;
      readonly unit: 'px' | 'notches';
      readonly holding?: readonly string[];
    }
  /** Pressed together, so many times one after another; default: once. */
  | { readonly type: 'keys'; readonly keys: readonly string[]; readonly times?: number }
  | { readonly type: 'text'; readonly text: string }
  /** Default: as long as a screen usually takes. */
  | { readonly type: 'wait'; readonly seconds?: number }
  /** A picture comes after each step anyway. */
  | { readonly type: 'look' }
  | { readonly type: 'back' }
  /** One of the functions that were offered beside the tool. */
  | { readonly type: 'function'; readonly name: string; readonly args: unknown }
  /** `because`: a sentence for the model. */
  | { readonly type: 'refused'; readonly name: string; readonly because: string };

/** What a provider wants a person to see before the call is carried out. */
export interface SafetyCheck {
  readonly id: string;
  readonly code?: string;
  /** The provider's words: data. */
  readonly message: string;
}

export interface ComputerTurn {
  readonly items: readonly ComputerItem[];
  readonly checks: readonly SafetyCheck[];
  /** Beside the items, or alone: then it is done. */
  readonly text: string;
}
