// What a replay had to find out anew, and how that changes the flow.
import type { ExpectedScreen, Target } from '../anchors/anchors.schema.js';
import type { ArtifactRef } from '../ui/observation.js';
import type { Interruption } from './document.js';
import { targetText } from './one-line.js';

/** Whether a model may be asked for a target that no way finds: never, with a person's consent, or by itself. */
export type HealMode = 'never' | 'ask' | 'auto';

/** A proposal: it holds for the run that made it; the document changes when somebody accepts it. `by`: whoever consented; absent: nobody was asked. */
export type Heal =
  | {
      readonly kind: 'target';
      /** Id of the node. */
      readonly node: string;
      /** Which of its targets, from 0: a drag has two. */
      readonly at: number;
      readonly was?: Target;
      readonly now: Target;
      /** The screen, where that was another one too. */
      readonly screen?: ExpectedScreen;
      readonly by?: string;
    }
  | { readonly kind: 'interruption'; readonly node: string; readonly interruption: Interruption; readonly by?: string };

/** What a model said of a node that does not find its place; checked by code. */
export type HealAnswer =
  | { readonly kind: 'none'; readonly because: string }
  /** `told`: for a person. */
  | { readonly kind: 'heal'; readonly heal: Heal; readonly question: string; readonly framed?: ArtifactRef };

/** `"Delete" is "Remove" now`, for people. */
export function healText(heal: Heal): string {
  if (heal.kind === 'interruption') return `"${heal.interruption.name}" is closed by ${targetText(heal.interruption.close)}`;
  return `${heal.was ? targetText(heal.was) : heal.node} is ${targetText(heal.now)} now${heal.screen ? ', on another screen' : ''}`;
}
