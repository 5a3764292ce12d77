// What a replay had to find out anew, and how that changes the flow (RP10, RP11).
import type { Target } from '../anchors/anchors.schema.js';
import type { Interruption } from './document.js';

/** Whether a model may be asked for a target that no way finds: never, with a person's consent, or by itself. */
export type HealMode = 'never' | 'ask' | 'auto';

/** A proposal: it holds for the run that made it; the document changes when somebody accepts it. */
export type Heal =
  | {
      readonly kind: 'target';
      /** Id of the node. */
      readonly node: string;
      readonly was: Target;
      readonly now: Target;
      /** Whoever consented; absent: nobody was asked. */
      readonly by?: string;
    }
  | { readonly kind: 'interruption'; readonly node: string; readonly interruption: Interruption; readonly by?: string };
