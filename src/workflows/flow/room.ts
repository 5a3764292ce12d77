// Whether a run of flows has room to go on: what all its frames hold must fit into a payload whenever it continues as new (domain/flow/held.ts).
import { overfull, unmeasured } from '../../domain/flow/held.js';
import type { RunState } from '../engine/run.js';
import { stateOf, type FlowFrame, type Room } from './shell.js';

export function createRoom(carried: RunState & { readonly frames: readonly object[] }, lowest: FlowFrame, input: unknown): Room {
  let why: string | undefined;
  /** Characters added since it was last measured. */
  let since = Infinity;

  function measure(frame: FlowFrame): void {
    const { frames, ...rest } = carried;
    const { state: _, ...others } = frame;
    since = 0;
    why = overfull(stateOf(frame), [input, rest, others, frames.filter((each) => each !== frame)]);
  }

  return {
    fits() {
      measure(lowest);
      return why === undefined;
    },
    overfull(frame) {
      if (since > unmeasured) measure(frame);
      return stateOf(frame).ended ? undefined : why;
    },
    grow: (by) => void (since += JSON.stringify(by).length),
  };
}
