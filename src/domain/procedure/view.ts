// A run as reported: where it stands, what is allowed, what is not, and why.
//
// view-1. Nothing is judged here: each possible action of the activity is passed to the handler that would judge it, and its verdict is reported.
import { accept } from './accept.js';
import type { Checkpoint, Option, Step } from './definition.js';
import { isOpen, type Due } from './next.js';
import { mayReport } from './outputs.js';
import { checkpointsOf, partsAhead, stepsOf, placeOf, type Place, filledText } from './place.js';
import { instructionOf, positionOf, type Position } from './position.js';
import { readIn, type PreparedActivity, type Procedure } from './procedure.js';
import { reachable, waysOf } from './reachable.js';
import type { Refusal } from './refusal.js';
import { createTurn } from './settle.js';
import type { Action, Call, ProcedureState } from './state.js';
import { dueAt, passTime } from './step.js';
import { overlaps, type VariableType } from './variables.js';

export interface Offer {
  readonly call: Call | 'transition';
  readonly step_id?: string;
  readonly checkpoint_id?: string;
  /** For a blocked option of a checkpoint. */
  readonly option_id?: string;
  /** For a blocked transition. */
  readonly to?: string;
  readonly name: string;
  readonly description: string;
  /** Variables that may be reported with it, and their types. */
  readonly outputs?: Readonly<Record<string, VariableType | 'any'>>;
  /** Those of them that the step gives or names, or that are read before another activity's first step. */
  readonly related?: readonly string[];
}

interface Actions {
  readonly required: readonly Offer[];
  readonly optional: readonly Offer[];
  readonly blocked: readonly { readonly action: Offer; readonly code: Refusal['code']; readonly reason: string }[];
}

export interface View {
  readonly position: Position;
  readonly actions: Actions;
  readonly complete: boolean;
  /** What to do now. */
  readonly message: string;
}

/** A possible action, and how it is reported. */
interface Candidate {
  readonly action: Action;
  readonly offer: Offer;
  readonly isRequired: boolean;
}

export interface Viewer {
  readonly by: 'agent' | 'human';
  /** ms. */
  readonly now: number;
}

export function view(procedure: Procedure, state: ProcedureState, { by, now }: Viewer): View {
  const live = passTime(procedure, state, now).state;
  const place = placeOf(procedure, live);
  const due = dueAt(procedure, live);
  return {
    position: positionOf(place, due),
    actions: actionsOf(place, due, { by, now }),
    complete: live.ended === 'complete',
    message: instructionOf(place, due),
  };
}

function actionsOf(place: Place, due: Due, { by, now }: Viewer): Actions {
  const required: Offer[] = [];
  const optional: Offer[] = [];
  const blocked: Actions['blocked'][number][] = [];
  if (due.type === 'end') return { required, optional, blocked };
  for (const { action, offer, isRequired } of candidates(place, due, by)) {
    const refused = accept({ turn: createTurn(place.procedure, place.state, now, by), place, due, action });
    if (refused) blocked.push({ action: offer, code: refused.code, reason: refused.message });
    else (isRequired ? required : optional).push(offer);
  }
  return { required, optional, blocked: [...blocked, ...deadEnds(place)] };
}

function candidates(place: Place, due: Due, by: Viewer['by']): readonly Candidate[] {
  const parts = partsAhead(place);
  const steps = stepsOf(parts).filter((step) => isDue(due, step) || !isNamedAlike(due, step));
  const named = new Set(steps.map(({ checkpoint }) => checkpoint));
  const open = due.type === 'checkpoint' ? [due.checkpoint] : [];
  const ahead = [
    ...[...place.prepared.checkpoints.values()].filter(({ id }) => named.has(id)),
    ...checkpointsOf(place, parts),
    ...place.prepared.closing.slice(place.state.closing),
  ];
  return [
    ...steps.flatMap((step) => stepCandidates(place, due, step, by)),
    ...[...open, ...ahead.filter(({ id }) => !open.some((checkpoint) => checkpoint.id === id))].flatMap((checkpoint) =>
      answerCandidates(place, checkpoint, by),
    ),
    ...(due.type === 'wait' ? reportCandidates(place, due, by) : []),
    {
      action: { call: 'abort_workflow', by },
      offer: { call: 'abort_workflow', name: 'Abort', description: 'Ends the run here, unfinished.' },
      isRequired: false,
    },
  ];
}

function isDue(due: Due, step: Step): boolean {
  return due.type === 'step' && due.step === step;
}

/** A call means the step that is due; one of the same id further on cannot be told apart from it, and comes up in its time. */
function isNamedAlike(due: Due, { id }: Step): boolean {
  return due.type === 'step' && due.step.id === id;
}

function stepCandidates(place: Place, due: Due, step: Step, by: Viewer['by']): readonly Candidate[] {
  const { id, name, description = '', required } = step;
  const outputs = isDue(due, step) && step.run === undefined ? outputsFor(place, by, step) : {};
  const offer = { step_id: id, name, description };
  return [
    {
      action: { call: 'complete_step', step_id: id, summary: name, by },
      offer: { call: 'complete_step', ...offer, ...outputs },
      isRequired: required,
    },
    ...(isDue(due, step) && !required
      ? [{ action: { call: 'skip_step', step_id: id, by }, offer: { call: 'skip_step', ...offer }, isRequired: false } as const]
      : []),
  ];
}

/** One for the checkpoint, with an option that leads somewhere if there is one; one for each option that does not. */
function answerCandidates(place: Place, { id, name, message, options }: Checkpoint, by: Viewer['by']): readonly Candidate[] {
  const candidate = (option: Option, more: Partial<Offer>): Candidate => ({
    action: { call: 'respond_to_checkpoint', checkpoint_id: id, option_id: option.id, by },
    offer: { call: 'respond_to_checkpoint', checkpoint_id: id, ...more, name, description: filledText(place, message) },
    isRequired: true,
  });
  const open = options.find(({ effect }) => isOpen(place.procedure, effect?.transitionTo));
  const closed = options.filter(({ effect }) => !isOpen(place.procedure, effect?.transitionTo));
  return [...(open ? [candidate(open, {})] : []), ...closed.map((option) => candidate(option, { option_id: option.id }))];
}

function reportCandidates(place: Place, due: Extract<Due, { readonly type: 'wait' }>, by: Viewer['by']): readonly Candidate[] {
  const { outputs, related } = outputsFor(place, by);
  const [first] = Object.entries(outputs ?? {});
  return [
    {
      action: { call: 'report_variables', outputs: first ? { [first[0]]: samples[first[1]] } : {}, by },
      offer: {
        call: 'report_variables',
        name: 'Report variables',
        description: `The run waits for: ${due.variables.join(', ')}.`,
        outputs,
        related,
      },
      isRequired: true,
    },
  ];
}

const samples = { string: '', number: 0, boolean: false, array: [], object: {}, any: {} } as const satisfies Record<
  VariableType | 'any',
  unknown
>;

/** Without a step the run waits for what is read here. */
function outputsFor(place: Place, by: Viewer['by'], step?: Step): Pick<Offer, 'outputs' | 'related'> {
  const outputs = mayReport(place.procedure, by, step);
  if (outputs.size === 0) return {};
  const near = [...readSoon(place), ...(step?.reports ?? [])];
  const words = new Set(
    `${step?.name ?? ''} ${step?.description ?? ''}`.match(/[\p{L}\p{N}_][\p{L}\p{N}_.-]*/gu)?.map((word) => word.replace(/[.-]+$/, '')),
  );
  const related = [...outputs.keys()].filter((name) => words.has(name) || near.some((other) => overlaps(other, name)));
  return { outputs: Object.fromEntries(outputs), related };
}

/** By this activity, and by those that it leads to without a step of theirs that surely comes first. */
function readSoon({ procedure, state }: Place): readonly string[] {
  const activityOf = (id: string): PreparedActivity[] => [procedure.activities.get(id) ?? []].flat();
  const isPassed = (id: string): boolean => id === state.activity || !activityOf(id).some(beginsWithStep);
  const soon = reachable(state.activity, (id) =>
    isPassed(id) ? activityOf(id).flatMap(({ activity }) => [...waysOf(procedure, activity).to]) : [],
  );
  return [...soon]
    .filter(isPassed)
    .flatMap(activityOf)
    .flatMap(({ activity }) => readIn(activity));
}

function beginsWithStep({ activity, sequences }: PreparedActivity): boolean {
  const first = sequences.get(activity)?.[0];
  return first?.type === 'step' && first.step.condition === undefined && first.step.checkpoint === undefined;
}

/** Ways out of the activity that lead to a missing one: the engine never takes them. */
function deadEnds({ procedure, prepared: { activity } }: Place): Actions['blocked'] {
  const branches = activity.decisions.flatMap((decision) =>
    decision.branches.map(({ label, transitionTo }) => ({ name: label, to: transitionTo })),
  );
  const transitions = activity.transitions.map(({ to }) => ({ name: to, to }));
  return [...branches, ...transitions].flatMap(({ name, to }) =>
    to === undefined || isOpen(procedure, to)
      ? []
      : [
          {
            action: { call: 'transition', to, name, description: '' },
            code: 'DEFINITION_INVALID',
            reason: `It leads to '${to}', and the procedure has no such activity.`,
          } as const,
        ],
  );
}

// The answer to a call without the state, which is sealed (docs/design/procedure.md §2). Queries are answered in the same form.

export interface CallAnswer<Code = Refusal['code']> {
  readonly success: boolean;
  readonly position: Position;
  /** What to do now, also after a refusal. */
  readonly message: string;
  readonly actions: Actions;
  readonly complete?: true;
  readonly error?: Refusal<Code>;
}

export function told<Code = Refusal['code']>(
  procedure: Procedure,
  state: ProcedureState,
  viewer: Viewer,
  refused?: Refusal<Code>,
): CallAnswer<Code> {
  const { position, actions, message, complete } = view(procedure, state, viewer);
  return {
    success: refused === undefined,
    position,
    message: refused === undefined ? message : `${refused.message} ${message}`,
    actions,
    complete: complete || undefined,
    error: refused,
  };
}
