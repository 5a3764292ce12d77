// What a workflow asks of the host that holds a device for a person who has the wheel. JSON only.
import type { GuardRule } from '../guard/guard.js';
import type { PersonAction } from '../wheel/person-action.js';
import type { RecordContext } from './device-work.js';
import type { Recovery } from './recovery.js';

export interface PersonLookInput {
  readonly deviceId: string;
  readonly epoch: number;
  /** Origins beyond those of the run. */
  readonly admits: readonly string[];
}

export interface PersonActInput extends PersonLookInput {
  readonly by: string;
  readonly action: PersonAction;
  /** Those of the configuration and the input; the built-in ones hold as well. */
  readonly rules: readonly GuardRule[];
  readonly off: boolean;
  readonly record: RecordContext;
  readonly recovery?: readonly Recovery[];
}
