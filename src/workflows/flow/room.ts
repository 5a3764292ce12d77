// Whether what a flow holds leaves room to go on: it must fit into a payload whenever it continues as new (domain/flow/held.ts).
import type { FlowEvent } from '../../domain/flow/flow-state.js';
import { overfull, unmeasured } from '../../domain/flow/held.js';
import { stateOf, type FlowCarried } from './shell.js';

export interface Room {
  /** Measured now. */
  fits(): boolean;
  /** Why the walk cannot go on, measured when enough has come in since. Undefined too once it has ended: what was seen is judged in this part. */
  overfull(): string | undefined;
  grow(by: FlowEvent): void;
}

export function createRoom(carried: FlowCarried, input: unknown): Room {
  let why: string | undefined;
  /** Characters. */
  let since = Infinity;

  function measure(): void {
    const { state: _, ...rest } = carried;
    since = 0;
    why = overfull(stateOf(carried), [input, rest]);
  }

  return {
    fits() {
      measure();
      return why === undefined;
    },
    overfull() {
      if (since > unmeasured) measure();
      return stateOf(carried).ended ? undefined : why;
    },
    grow: (by) => void (since += JSON.stringify(by).length),
  };
}
