// A recorded run as what a flow is made of (docs/design/repeat.md): what was done, on which screen, what came of it, and what people said.
import type { SeenNow } from '../anchors/expected-screen.js';
import { SteadyhandError } from '../errors/errors.js';
import type { Control, ControlRef } from '../ui/control.js';
import type { Size } from '../ui/geometry.js';
import type { ArtifactRef } from '../ui/observation.js';
import type { UiAction } from '../ui/ui-action.js';

/** One look. */
export interface StoryScreen extends SeenNow {
  /** Id of the application in front, to tell two of one name apart. */
  readonly application: string;
  /** Of its picture, px; absent: not known. */
  readonly size?: Size;
}

export type DeedOutcome =
  | { readonly status: 'done' }
  | { readonly status: 'failed'; readonly because: string }
  /** It was not begun. */
  | { readonly status: 'not-run' }
  /** Nobody can say. */
  | { readonly status: 'unknown' };

/** One action that was sent to the device. */
export interface Deed {
  readonly kind: 'deed';
  /** `step 3 of app-1`. */
  readonly step: string;
  /** `click_input "Save"`: for people. */
  readonly words: string;
  readonly thought: string;
  readonly comment: string;
  readonly action: UiAction;
  /** The control that was judged at its point. */
  readonly aimed?: ControlRef;
  /** What `select-application` brings to the front. */
  readonly applicationName?: string;
  /** The guard saw a risk, or nobody judged it. */
  readonly isRisky: boolean;
  readonly outcome: DeedOutcome;
  /** What it was decided on, and what was there afterwards. */
  readonly before: StoryScreen;
  readonly after: StoryScreen;
  /** Of `before`. */
  readonly screenshot?: ArtifactRef;
}

export interface Answered {
  readonly kind: 'answered';
  readonly question: string;
  readonly answer: string;
}

/** What a person did on the screen. */
interface ByHand {
  readonly kind: 'by-hand';
  readonly words: string;
}

/** Kept as it is: a node of a flow that had no screen to tell. */
export type StoryStep = Deed | Answered | ByHand;

export interface RunCost {
  readonly usd: number;
  readonly calls: number;
  readonly tokens: number;
  readonly ms: number;
}

export interface RunStory {
  readonly run: string;
  readonly request: string;
  readonly steps: readonly StoryStep[];
  /** What the run said that came of it. */
  readonly result: string;
  /** Origin or application that it began in. */
  readonly application: string;
  readonly cost: RunCost;
  /** Of controls that were acted on and have no words: what each looks like, where nothing else of its screen looks the same. */
  readonly pictures?: ReadonlyMap<Control, ArtifactRef>;
}

/** What was done, where nobody said why. */
export function doneDeed(seen: Pick<Deed, 'step' | 'words' | 'action' | 'isRisky' | 'before' | 'after'>): Deed {
  return { ...seen, kind: 'deed', thought: '', comment: '', outcome: { status: 'done' } };
}

export function isDeed(step: StoryStep): step is Deed {
  return step.kind === 'deed';
}

/** What is made of a run; or why it can be no flow, as a sentence's end. */
export function orWhyNot<T>(make: () => T): T | { readonly why: string } {
  try {
    return make();
  } catch (error) {
    if (error instanceof CompileError) return { why: error.message.replace(/\.$/, '') };
    throw error;
  }
}

/** The message is one sentence that names the run and the way out. */
export class CompileError extends SteadyhandError {
  override readonly name = 'CompileError';

  constructor(
    readonly code: 'not-ended' | 'not-completed' | 'no-effect' | 'unknown-outcome' | 'no-records' | 'not-compilable',
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
