// Procedures in shorthand, and runs driven step by step.
import type { Action, Call, ProcedureState } from '../../src/domain/procedure/state.js';
import type { DefinitionInput } from '../../src/domain/procedure/definition.js';
import type { HistoryEntry, Happening } from '../../src/domain/procedure/history.js';
import { parseDefinition } from '../../src/domain/procedure/parse-definition.schema.js';
import { createProcedure, type Procedure } from '../../src/domain/procedure/procedure.js';
import type { Refusal } from '../../src/domain/procedure/refusal.js';
import { passTime, start, step, type Start } from '../../src/domain/procedure/step.js';
import { view, type View } from '../../src/domain/procedure/view.js';
import type { Json, Variables } from '../../src/domain/run/json.js';

type ActivityInput = DefinitionInput['activities'][number];
export type StepInput = NonNullable<ActivityInput['steps']>[number];
export type CheckpointInput = NonNullable<ActivityInput['checkpoints']>[number];
export type OptionInput = CheckpointInput['options'][number];
export type LoopInput = NonNullable<ActivityInput['loops']>[number];
export type ConditionInput = NonNullable<StepInput['condition']>;
export type EffectInput = NonNullable<OptionInput['effect']>;

export function is(variable: string, value: unknown = true): ConditionInput {
  return { type: 'simple', variable, operator: '==', value: value as never };
}

export function work(id: string, more: Partial<StepInput> = {}): StepInput {
  return { id, name: `Do ${id}`, ...more };
}

export function option(id: string, effect?: EffectInput): OptionInput {
  return { id, label: `Choose ${id}`, ...(effect ? { effect } : {}) };
}

export function checkpoint(id: string, options: readonly OptionInput[], more: Partial<CheckpointInput> = {}): CheckpointInput {
  return { id, name: `Check ${id}`, message: `Is ${id} right?`, options: [...options], ...more };
}

export function activity(id: string, more: Partial<ActivityInput> = {}): ActivityInput {
  return { id, name: `Activity ${id}`, ...more };
}

export function documentOf(activities: readonly ActivityInput[], more: Partial<DefinitionInput> = {}): DefinitionInput {
  return { id: 'release', version: '1.0.0', title: 'Release', activities: [...activities], ...more };
}

/** The smallest flow that can run. */
export function flowOf(name: string): Record<string, Json> {
  return { id: name, name, nodes: [{ id: 'look', name: 'Look', node_type: { type: 'TakeScreenshot', include_ocr: false } }], edges: [] };
}

/** As read with the profile `compat`. */
export function procedureOf(activities: readonly ActivityInput[], more: Partial<DefinitionInput> = {}): Procedure {
  return prepared(documentOf(activities, more));
}

export function prepared(document: unknown): Procedure {
  const { definition, findings } = parseDefinition(document, 'compat');
  if (!definition) throw new Error(`not a definition: ${JSON.stringify(findings.filter(({ severity }) => severity === 'error'))}`);
  return createProcedure(definition);
}

type Without<A> = A extends unknown ? Omit<A, 'by'> : never;
/** By an agent unless given. */
export type Asked = Without<Action> & { readonly by?: Action['by'] };

/** A run driven step by step: each call returns `ok` or the code of the refusal. */
export class Run {
  now = 1_000_000;
  state: ProcedureState;
  readonly entries: HistoryEntry[] = [];
  refused: Refusal | undefined;

  constructor(
    readonly procedure: Procedure,
    options: Partial<Start> = {},
  ) {
    const started = start(procedure, { by: 'agent', answers: 'agent', ...options }, this.now);
    if (!('state' in started)) throw new Error(`not started: ${JSON.stringify(started.refused)}`);
    this.state = started.state;
    this.entries.push(...started.entries);
  }

  do(asked: Asked): string {
    const { state, entries, refused } = step(this.procedure, this.state, { by: 'agent', ...asked } as Action, this.now);
    this.state = state;
    this.entries.push(...entries);
    this.refused = refused;
    return refused?.code ?? 'ok';
  }

  complete(step: string, outputs?: Variables): string {
    return this.do({ call: 'complete_step', step_id: step, summary: `${step} is done`, ...(outputs ? { outputs } : {}) });
  }

  skip(step: string): string {
    return this.do({ call: 'skip_step', step_id: step });
  }

  answer(checkpoint: string, option: string, by: 'agent' | 'human' = 'agent'): string {
    return this.do({ call: 'respond_to_checkpoint', checkpoint_id: checkpoint, option_id: option, by });
  }

  report(outputs: Variables, by: 'agent' | 'human' = 'agent'): string {
    return this.do({ call: 'report_variables', outputs, by });
  }

  wait(ms: number): void {
    this.now += ms;
    const { state, entries } = passTime(this.procedure, this.state, this.now);
    this.state = state;
    this.entries.push(...entries);
  }

  view(by: 'agent' | 'human' = 'agent'): View {
    return view(this.procedure, this.state, { by, now: this.now });
  }

  /** `build/compile`, `build?sign-off`, `build:waits(ready)`, `complete`. */
  at(): string {
    const { position } = this.view();
    if (this.state.ended) return this.state.ended;
    const round = position.loop ? `#${position.loop.iteration}` : '';
    if (position.step !== undefined) return `${position.activity}/${position.step}${round}`;
    if (position.checkpoint) return `${position.activity}?${position.checkpoint.id}${round}`;
    return `${position.activity}:waits(${position.waiting?.variables.join(' ')})`;
  }

  /** The events of these types. */
  told<T extends Happening['type']>(...types: readonly T[]): readonly Extract<Happening, { readonly type: T }>[] {
    const wanted: ReadonlySet<string> = new Set(types);
    return this.entries.flatMap(({ happening }) =>
      wanted.has(happening.type) ? [happening as Extract<Happening, { readonly type: T }>] : [],
    );
  }
}

/** `complete_step compile`, as offered. */
export function offersOf({ actions }: View): Readonly<Record<'required' | 'optional' | 'blocked', readonly string[]>> {
  const text = ({ call, step_id, checkpoint_id, option_id, to }: View['actions']['required'][number]): string =>
    [call as Call | 'transition', step_id, checkpoint_id, option_id, to].filter((part) => part !== undefined).join(' ');
  return {
    required: actions.required.map(text),
    optional: actions.optional.map(text),
    blocked: actions.blocked.map(({ action, code }) => `${text(action)}: ${code}`),
  };
}
