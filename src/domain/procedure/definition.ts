// The parts of a procedure's definition, by their names.
import type { Definition } from './definition.schema.js';

export type { Condition, Definition, DefinitionInput } from './definition.schema.js';

export type Activity = Definition['activities'][number];
export type Step = Activity['steps'][number];
export type Checkpoint = Activity['checkpoints'][number];
export type Option = Checkpoint['options'][number];
export type Loop = Activity['loops'][number];
export type DeclaredVariable = Definition['variables'][number];

/** What an activity and one iteration of a loop have in common. */
export interface Body {
  readonly steps: readonly Step[];
  readonly loops: readonly Loop[];
  readonly order?: Activity['order'];
}
