// A scripted mind in a model's place (HE50): it knows what a task asks for, but sees only what a prompt shows, and acts only by the functions that a
// model has. What it cannot do with those, no model can: its successes are the ceiling of hands and eyes.
//
// oracle-1. Stateless: a reply depends on the prompt alone, so that a killed worker's repeated request gets the same one, and a prompt that lacks what is
// needed for the next step shows as a failure.
// oracle-2. The reply has the form that the request's schema asks for: one action, or several in order.
import { readPrompt, type Situation } from './prompt.js';
import type { SeenControl } from './screen.js';

export interface Act {
  readonly name: string;
  readonly args?: Readonly<Record<string, unknown>>;
  readonly control?: SeenControl;
}

/** What to do next, in order; later ones only where they stay right after the earlier. Undefined: the screen offers no way. */
export type Solve = (situation: Situation, match: RegExpExecArray) => readonly Act[] | undefined;

export interface Solver {
  /** Tasks of the suite that it is for, by their ids. */
  readonly tasks: readonly string[];
  /** Of the instructions that it understands. */
  readonly instruction: RegExp;
  readonly solve: Solve;
}

export interface OracleTurn {
  /** Of the whole prompt. */
  readonly text: string;
  /** That the request's schema has. */
  readonly fields: readonly string[];
}

export interface Oracle {
  /** The fields of a reply that matter. */
  reply(turn: OracleTurn): Readonly<Record<string, unknown>>;
  knows(task: string): boolean;
}

/** `isOver`: whether the screen shows that the task has ended. `screen`: its size, px: the oracle is sent no pictures. */
export function createOracle(
  solvers: readonly Solver[],
  { isOver, screen = () => undefined }: { readonly isOver: (situation: Situation) => boolean; readonly screen?: () => Situation['size'] },
): Oracle {
  const known = new Set(solvers.flatMap(({ tasks }) => tasks));
  return {
    knows: (task) => known.has(task),
    reply({ text, fields }) {
      const several = fields.includes('Actions');
      const size = screen();
      const situation = readPrompt(text, { several, ...(size ? { size } : {}) });
      if (fields.includes('CurrentSubtask')) return hostReply(situation);
      if (!fields.includes('Status')) return {};
      if (isOver(situation)) return { Thought: 'It is over.', Status: 'FINISH', Result: 'done' };
      const acts = nextActs(solvers, situation);
      if (!acts || acts.length === 0)
        return { Thought: 'The screen offers no way.', Status: 'FAIL', Comment: 'No listed control does what is needed.' };
      return several ? { ...thought, Actions: acts.map(callOf) } : { ...thought, ...callOf(acts[0] as Act) };
    },
  };
}

const thought = { Thought: 'This comes next.', Comment: 'The next part of the task.' };

function nextActs(solvers: readonly Solver[], situation: Situation): readonly Act[] | undefined {
  for (const { instruction, solve } of solvers) {
    const match = instruction.exec(situation.request);
    const acts = match && solve(situation, match);
    if (acts) return acts;
  }
  return undefined;
}

function callOf({ name, args = {}, control }: Act): Readonly<Record<string, unknown>> {
  return { Function: name, Args: args, ControlLabel: control?.label ?? '', ControlText: control?.name ?? '', Status: 'CONTINUE' };
}

/** The request as it is, for the application in front; then what came of it. */
function hostReply({ request, applications, endedSubtasks }: Situation): Readonly<Record<string, unknown>> {
  const last = endedSubtasks.at(-1);
  if (last) return { ...thought, Status: last.status === 'FINISH' ? 'FINISH' : 'FAIL', Result: last.result, Comment: last.result };
  const application = applications.find(({ isCurrent }) => isCurrent) ?? applications[0];
  return { ...thought, CurrentSubtask: request, ControlLabel: application?.number, ControlText: application?.name, Status: 'ASSIGN' };
}
