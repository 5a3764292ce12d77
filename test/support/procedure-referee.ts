// A judge of histories that knows the definition but not the engine: does the history follow the definition? Each complaint is a violation.
import type { Activity, Body, Checkpoint, Definition, Loop, Step } from '../../src/domain/procedure/definition.js';
import { isDeepStrictEqual } from 'node:util';
import type { Happening, HistoryEntry } from '../../src/domain/procedure/history.js';

class Violation extends Error {}
/** The history ends here: the run continues, was aborted, or is complete. */
class Over extends Error {}

/** Undefined: it follows the definition. */
export function violation(definition: Definition, entries: readonly HistoryEntry[]): string | undefined {
  try {
    new Referee(definition, entries).judge();
  } catch (error) {
    if (error instanceof Over) return undefined;
    if (error instanceof Violation) return error.message;
    throw error;
  }
  return undefined;
}

type Way = { readonly left: string } | undefined;

class Referee {
  private next = 0;
  private readonly entries: readonly HistoryEntry[];
  private iterations: readonly number[] = [];

  constructor(
    private readonly definition: Definition,
    entries: readonly HistoryEntry[],
  ) {
    this.entries = entries.filter(({ happening: { type } }) => type !== 'refused' && type !== 'variables-reported');
  }

  judge(): void {
    this.expect('started');
    for (let via: string | undefined; ;) {
      const entry = this.entries[this.next];
      const { via: given } = this.expect('entered');
      if (via !== undefined && given !== via) throw new Violation(`entered by ${given}, not ${via}`);
      const activity = this.definition.activities.find(({ id }) => id === entry?.activity);
      if (!activity) throw new Violation(`there is no activity ${entry?.activity}`);
      via = this.activity(activity)?.left;
    }
  }

  private activity(activity: Activity): Way {
    if (this.peek().type === 'passed-over') {
      this.expect('passed-over');
      return this.leave();
    }
    const left = this.body(activity, activity);
    if (left) return left;
    for (const checkpoint of closing(activity)) {
      const away = this.checkpoint(checkpoint);
      if (away) return away;
    }
    return this.leave();
  }

  private leave(): Way {
    if (this.peek().type !== 'completed') return undefined;
    this.expect('completed');
    throw this.next === this.entries.length ? new Over() : new Violation('something happened after the end');
  }

  private body(activity: Activity, { steps, loops }: Body): Way {
    for (const step of steps) {
      const away = this.step(activity, step);
      if (away) return away;
    }
    for (const loop of loops) {
      const away = this.loop(activity, loop);
      if (away) return away;
    }
    return undefined;
  }

  private step(activity: Activity, step: Step): Way {
    const before = activity.checkpoints.find(({ id }) => id === step.checkpoint);
    if (this.peek().type !== 'step-passed' && before) {
      const away = this.checkpoint(before);
      if (away) return away;
    }
    const { happening, by } = this.take();
    const isIt = 'step' in happening && happening.step === step.id;
    const isDone =
      happening.type === 'step-passed' || happening.type === 'step-completed' || (happening.type === 'step-skipped' && !step.required);
    if (!isIt || !isDone) throw new Violation(`step ${step.id} was due, and there is ${JSON.stringify(happening)}`);
    if (step.run && happening.type === 'step-completed' && by !== 'engine') throw new Violation(`step ${step.id} was done by ${by}`);
    return undefined;
  }

  private checkpoint(checkpoint: Checkpoint): Way {
    const { happening, by } = this.take();
    if (!('checkpoint' in happening) || happening.checkpoint !== checkpoint.id)
      throw new Violation(`checkpoint ${checkpoint.id} was due, and there is ${JSON.stringify(happening)}`);
    if (happening.type === 'checkpoint-passed') {
      if (!checkpoint.condition) throw new Violation(`checkpoint ${checkpoint.id} was passed over without a condition`);
      return undefined;
    }
    if (checkpoint.authority === 'human' && by === 'agent') throw new Violation(`an agent answered ${checkpoint.id}`);
    if (checkpoint.blocking && by === 'time') throw new Violation(`time answered ${checkpoint.id}`);
    const chosen = checkpoint.options.find(({ id }) => id === happening.option);
    if (chosen?.effect?.transitionTo === undefined) return undefined;
    if (this.peek().type === 'abandoned') {
      this.iterations = this.entries[this.next]?.iterations ?? [];
      this.expect('abandoned');
    }
    this.iterations = [];
    return { left: `${checkpoint.id}/${chosen.id}` };
  }

  private loop(activity: Activity, loop: Loop): Way {
    const first = this.take().happening;
    if (!('loop' in first) || first.loop !== loop.id) throw new Violation(`loop ${loop.id} was due, and there is ${JSON.stringify(first)}`);
    if (first.type === 'loop-passed') return undefined;
    const total = first.type === 'loop-entered' ? first.total : undefined;
    const around = this.iterations;
    for (let iteration = 1; ; iteration += 1) {
      if (iteration > loop.maxIterations) throw new Violation(`loop ${loop.id} goes beyond its limit`);
      this.iterations = [...around, iteration];
      const away = this.body(activity, loop);
      if (away) return away;
      const ended = this.peek();
      // A loop cannot contain itself, so its own end is its end.
      if (
        ended.type === 'loop-ended' &&
        ended.loop === loop.id &&
        isDeepStrictEqual(this.entries[this.next]?.iterations, this.iterations)
      ) {
        this.expect('loop-ended');
        if (ended.why === 'done' && total !== undefined && total !== iteration)
          throw new Violation(`loop ${loop.id} ended after ${iteration} of ${total}`);
        this.iterations = around;
        return undefined;
      }
    }
  }

  private peek(): Happening {
    const entry = this.entries[this.next];
    if (!entry || entry.happening.type === 'aborted') throw new Over();
    return entry.happening;
  }

  private take(): HistoryEntry {
    this.peek();
    const entry = this.entries[this.next++];
    if (!entry) throw new Over();
    const expected = this.iterations.length === 0 ? undefined : this.iterations;
    if (!isDeepStrictEqual(entry.iterations, expected))
      throw new Violation(`${JSON.stringify(entry)} is of another iteration than ${this.iterations.join('.')}`);
    return entry;
  }

  private expect<T extends Happening['type']>(type: T): Extract<Happening, { readonly type: T }> {
    const happening = this.peek();
    if (happening.type !== type) throw new Violation(`${type} was due, and there is ${JSON.stringify(happening)}`);
    this.next += 1;
    return happening as Extract<Happening, { readonly type: T }>;
  }
}

function closing({ checkpoints, steps, loops }: Activity): readonly Checkpoint[] {
  const named = (body: Body): readonly (string | undefined)[] => [
    ...body.steps.map(({ checkpoint }) => checkpoint),
    ...body.loops.flatMap(named),
  ];
  const before = new Set(named({ steps, loops }));
  return checkpoints.filter(({ id }) => !before.has(id));
}
