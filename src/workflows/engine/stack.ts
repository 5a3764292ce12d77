// The frames of a run: machines one above the other, of which the top one works. What it ends with is an event of the frame below, which waits for it.
//
// stack-1. Frames are carried as they stand, so that the run continues as new between any two effects of the top one.
// stack-2. A frame that fails is left as failed, and the run goes on in the frame below; only the lowest one fails the run. A cancellation passes through all.
// stack-3. What a frame had asked a person goes with it.
import { isCancellation, TemporalFailure } from '@temporalio/workflow';
import type { People } from '../people/people.js';
import type { Begins, Driven, Machine, Shared } from './drive.js';
import { outcomeOf } from './measures.js';
import { tellAgent } from './trace.js';

/** What is carried of a frame, whatever its machine. */
export interface FrameState {
  /** `agent-1/app-2`: of its records, of the ids of its requests. */
  readonly name: string;
  /** ms, by the workflow's clock. */
  readonly begunAt: number;
}

export interface Frame<State extends FrameState, End> extends Machine<State, End> {
  /** Its machine has ended: what it leaves behind is stored. */
  end(): Promise<{ readonly end: End; readonly outcome: string }>;
  /** The run was cancelled. */
  stop?(of: Shared): Promise<void>;
}

interface StackOptions<State extends FrameState, End, F extends Frame<State, End>> {
  /** What the run carries of them. */
  readonly states: State[];
  mount(state: State): Promise<F>;
  failed(state: State, failure: TemporalFailure): End;
  readonly shared: Omit<Driven, 'top' | 'runEffect' | 'leave'> & { readonly people: People };
}

export interface Stack<F extends Driven['top']> extends Driven {
  readonly top: F;
  /** The lowest first. */
  readonly frames: readonly F[];
  /** All but the lowest, in a cancelled run. */
  stop(): Promise<void>;
}

export async function openStack<State extends FrameState, End, F extends Frame<State, End>>({
  states,
  mount,
  failed,
  shared,
}: StackOptions<State, End, F>): Promise<Stack<F>> {
  const frames: F[] = [];
  for (const state of states) frames.push(await mount(state));

  function top(): F {
    const found = frames.at(-1);
    if (!found) throw new TypeError('a run has at least one frame');
    return found;
  }

  async function begin(state: State): Promise<void> {
    const frame = await mount(state);
    shared.room.grow(state);
    states.push(state);
    frames.push(frame);
  }

  function leaveTop(outcome: string): void {
    shared.people.withdraw();
    const state = states.pop();
    const { type } = top();
    frames.pop();
    if (state) tellAgent({ ...state, type, parent: top().name, outcome });
  }

  /** The frame below goes on. */
  function fall(end: End, outcome: string): void {
    leaveTop(outcome);
    shared.room.shrink();
    top().take(end);
  }

  /** stack-2 */
  async function unlessFailed(work: () => Promise<void>): Promise<void> {
    const state = states.at(-1);
    try {
      await work();
    } catch (error) {
      if (frames.length === 1 || !state || !(error instanceof TemporalFailure) || isCancellation(error)) throw error;
      fall(failed(state, error), outcomeOf(error));
    }
  }

  async function runEffect(): Promise<void> {
    let begins: Begins<State> | undefined;
    await unlessFailed(async () => {
      const came = await top().runEffect(shared);
      if (typeof came !== 'boolean') begins = came;
    });
    if (!begins) return;
    const { frame: state } = begins;
    try {
      await begin(state);
    } catch (error) {
      if (!(error instanceof TemporalFailure) || isCancellation(error)) throw error;
      top().take(failed(state, error));
    }
  }

  return {
    ...shared,
    frames,
    get top() {
      return top();
    },
    runEffect,
    async leave() {
      if (frames.length === 1) return false;
      await unlessFailed(async () => {
        const { end, outcome } = await top().end();
        fall(end, outcome);
      });
      return true;
    },
    async stop() {
      while (frames.length > 1) {
        await top().stop?.(shared);
        leaveTop('cancelled');
      }
    },
  };
}
