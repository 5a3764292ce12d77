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
    return this.end();
  }

  private end(): never {
    this.expect('completed');
    throw this.next === this.entries.length ? new Over() : new Violation('something happened after the end');
  }

  private body(activity: Activity, body: Body): Way {
    for (const part of parts(activity, body)) {
      const away =
        'step' in part
          ? this.step(activity, part.step)
          : 'loop' in part
            ? this.loop(activity, part.loop)
            : this.checkpoint(part.checkpoint);
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
    const to = chosen?.effect?.transitionTo;
    if (chosen === undefined || to === undefined) return undefined;
    if (this.peek().type === 'abandoned') {
      this.iterations = this.entries[this.next]?.iterations ?? [];
      this.expect('abandoned');
    }
    this.iterations = [];
    if (to === '__terminal__') this.end();
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

type Part = { readonly step: Step } | { readonly loop: Loop } | { readonly checkpoint: Checkpoint };

/** What the body's list has, in its order; without one, steps and then loops. */
function parts({ checkpoints }: Activity, { steps, loops, order }: Body): readonly Part[] {
  const listed = order ?? [...steps.map((_, step) => ({ step })), ...loops.map((_, loop) => ({ loop }))];
  const rest = loops.flatMap((loop, index) => (listed.some((part) => 'loop' in part && part.loop === index) ? [] : [{ loop }]));
  const found = listed.map((part): Part | undefined => {
    if ('step' in part) return steps[part.step] && { step: steps[part.step] as Step };
    if ('loop' in part) return loops[part.loop] && { loop: loops[part.loop] as Loop };
    return checkpoints[part.checkpoint] && { checkpoint: checkpoints[part.checkpoint] as Checkpoint };
  });
  return [...found.filter((part) => part !== undefined), ...rest];
}

function closing(activity: Activity): readonly Checkpoint[] {
  const named = (body: Body): readonly (string | undefined)[] => [
    ...body.steps.map(({ checkpoint }) => checkpoint),
    ...body.loops.flatMap(named),
  ];
  const placed = (body: Body): readonly Checkpoint[] => [
    ...parts(activity, body).flatMap((part) => ('checkpoint' in part ? [part.checkpoint] : [])),
    ...body.loops.flatMap(placed),
  ];
  const before = new Set(named(activity));
  const among = placed(activity);
  return activity.checkpoints.filter((checkpoint) => !before.has(checkpoint.id) && !among.includes(checkpoint));
}
