// Whether a flow has room to go on: what it holds must fit into a payload whenever it continues as new (domain/flow/held.ts).
import type { FlowEvent } from '../../domain/flow/flow-state.js';
import { overfull, unmeasured } from '../../domain/flow/held.js';
import { stateOf, type FlowCarried } from './shell.js';

export interface Room {
  /** Measured now. */
  fits(): boolean;
  /**
   * Why the walk cannot go on; measured again only when enough has been added. Also undefined once the walk has ended: its evidence is judged in this
   * part of the chain.
   */
  overfull(): string | undefined;
  grow(by: FlowEvent): void;
}

export function createRoom(carried: FlowCarried, input: unknown): Room {
  let why: string | undefined;
  /** Characters added since it was last measured. */
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
