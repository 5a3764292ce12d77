// The calls of procedures as tools, under their own names (docs/design/procedure.md §2).
import { z } from 'zod';
import { hasPrototypeField } from '../domain/procedure/variable-name.js';
import type { ProcedureCalls, Reply } from '../client/procedures/calls.js';
import type { Offer } from '../domain/procedure/view.js';
import { tool, type Tool } from './tool.js';

const text = z.string().min(1);
const workflow_id = text.describe('Id of the procedure, as list_workflows gives it');
const state = text.describe('The state of the last reply, exactly as it came');
const step_id = text.describe('Id of the next step, from the last reply');
const outputs = z
  .preprocess(
    (value, context) => {
      // The record would leave it out in silence.
      if (hasPrototypeField(value)) context.addIssue("no variable, and no field of one, may be called '__proto__'");
      return value;
    },
    z.record(z.string(), z.json()),
  )
  .describe('Values of variables, by name: only those that the action names under `outputs`');
const reason = z.string().optional().describe('Why');
const stated = { workflow_id, state };

const reads = { readOnlyHint: true, openWorldHint: false } as const;
/** Idempotent: the same call with the same state returns its first answer. */
const moves = { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false } as const;

/** Opened when they are first called. `person`: where one answers what the caller may not. */
export type Calls = () => Promise<{ readonly calls: ProcedureCalls; readonly person: (reply: Reply) => string | undefined }>;

export function procedureTools(calls: Calls): readonly Tool[] {
  return [
    listWorkflows(calls),
    describeWorkflow(calls),
    startWorkflow(calls),
    getPosition(calls),
    getAvailableActions(calls),
    completeStep(calls),
    skipStep(calls),
    respondToCheckpoint(calls),
    reportVariables(calls),
    abortWorkflow(calls),
  ];
}

function listWorkflows(calls: Calls): Tool {
  return tool('list_workflows', {
    title: 'List procedures',
    description: 'The procedures that can be started.',
    input: {},
    annotations: reads,
    call: async () => ({ workflows: await (await calls()).calls.list_workflows() }),
  });
}

function describeWorkflow(calls: Calls): Tool {
  return tool('describe_workflow', {
    title: 'Describe a procedure',
    description: 'Title, rules and names of activities of a procedure. What they lead to is told on the way.',
    input: { workflow_id },
    annotations: reads,
    call: async (asked) => (await calls()).calls.describe_workflow(asked),
  });
}

function startWorkflow(calls: Calls): Tool {
  return tool('start_workflow', {
    title: 'Start a procedure',
    description:
      'Starts a run. Follow its reply: do what is required, one step at a time, and hand the newest state to the next call. `blocked` and `more_outputs` are counts: get_available_actions lists them.',
    input: { workflow_id, initial_variables: outputs.optional() },
    annotations: { ...moves, idempotentHint: false },
    call: async ({ workflow_id: id, initial_variables: variables }, { trace }) =>
      told(calls, (of) => of.start_workflow({ workflow_id: id, initial_variables: variables, trace })),
  });
}

function getPosition(calls: Calls): Tool {
  return tool('get_position', {
    title: 'Where a run stands',
    description: 'Activity, step, open checkpoint and loop of a run. Changes nothing.',
    input: stated,
    annotations: reads,
    call: async (asked) => told(calls, (of) => of.get_position(asked)),
  });
}

function getAvailableActions(calls: Calls): Tool {
  return tool('get_available_actions', {
    title: 'What can be done',
    description: 'What is required, what is optional, all that may be reported with it, and what is blocked and why. Changes nothing.',
    input: stated,
    annotations: reads,
    call: async (asked) => told(calls, (of) => of.get_available_actions(asked), whole),
  });
}

function completeStep(calls: Calls): Tool {
  return tool('complete_step', {
    title: 'Complete a step',
    description: 'Says that the step which is next has been done. Do it first; then say in the summary what you did and saw.',
    input: { ...stated, step_id, summary: z.string().describe('What was done, in 1 to 2,000 characters'), outputs: outputs.optional() },
    annotations: moves,
    call: async ({ outputs: reported, ...asked }) => told(calls, (of) => of.complete_step({ ...asked, outputs: reported })),
  });
}

function skipStep(calls: Calls): Tool {
  return tool('skip_step', {
    title: 'Skip a step',
    description: 'Leaves out the step that is next. Only where it is offered.',
    input: { ...stated, step_id, reason },
    annotations: moves,
    call: async ({ reason: why, ...asked }) => told(calls, (of) => of.skip_step({ ...asked, ...because(why) })),
  });
}

function respondToCheckpoint(calls: Calls): Tool {
  return tool('respond_to_checkpoint', {
    title: 'Answer a checkpoint',
    description: 'Answers the checkpoint that is open with one of its options. AWAITING_USER: a person answers it; stop, and tell them.',
    input: { ...stated, checkpoint_id: text.describe('Id of the open checkpoint'), option_id: text.describe('Id of one of its options') },
    annotations: moves,
    call: async (asked) => told(calls, (of) => of.respond_to_checkpoint(asked)),
  });
}

function reportVariables(calls: Calls): Tool {
  return tool('report_variables', {
    title: 'Report variables',
    description: 'Gives a run the variables that it waits for. Only where it is offered.',
    input: { ...stated, outputs },
    annotations: moves,
    call: async (asked) => told(calls, (of) => of.report_variables(asked)),
  });
}

function abortWorkflow(calls: Calls): Tool {
  return tool('abort_workflow', {
    title: 'End a run',
    description: 'Ends a run here, unfinished. It cannot be taken up again.',
    input: { ...stated, reason },
    annotations: { ...moves, destructiveHint: true },
    call: async ({ reason: why, ...asked }) => told(calls, (of) => of.abort_workflow({ ...asked, ...because(why) })),
  });
}

function because(reason: string | undefined): { readonly reason?: string } {
  return reason === undefined ? {} : { reason };
}

async function told(open: Calls, make: (calls: ProcedureCalls) => Promise<Reply>, as: (reply: Reply) => object = brief): Promise<object> {
  const { calls, person } = await open();
  const reply = await make(calls);
  const answer = person(reply);
  return answer === undefined ? as(reply) : { ...as(reply), answer };
}

/**
 * What can be done next: of variables those that matter now, the checkpoint's offer with its options. The rest is a count, and stands in get_available_actions.
 */
export function brief(reply: Reply): object {
  if (!('actions' in reply)) return reply;
  const { position, actions } = reply;
  const { required, optional, blocked } = actions;
  const { checkpoint } = position;
  const isOpen = checkpoint !== undefined && required.some(({ checkpoint_id: id }) => id === checkpoint.id);
  const { options, ...open } = checkpoint ?? {};
  return {
    ...reply,
    position: isOpen ? { ...position, checkpoint: open } : position,
    actions: {
      required: required.map((offer) => (isOpen && offer.checkpoint_id === checkpoint.id ? answerOf(offer, options) : near(offer))),
      optional: optional.map(near),
      blocked: blocked.length,
    },
  };
}

/** Its name and message stand with the position. */
function answerOf({ call, checkpoint_id: id }: Offer, options: unknown): object {
  return { call, checkpoint_id: id, options };
}

function near({ outputs, related, ...offer }: Offer): object {
  if (!outputs || !related) return offer;
  const more = Object.keys(outputs).length - related.length;
  return {
    ...offer,
    ...(related.length === 0 ? {} : { outputs: Object.fromEntries(related.map((name) => [name, outputs[name]])) }),
    ...(more === 0 ? {} : { more_outputs: more }),
  };
}

/** Of what is blocked, what names it. */
function whole(reply: Reply): object {
  if (!('actions' in reply)) return reply;
  const { required, optional, blocked } = reply.actions;
  const all = ({ related: _, ...offer }: Offer): object => offer;
  const named = blocked.map(({ action: { name: _name, description: _description, ...action }, ...why }) => ({ action, ...why }));
  return { ...reply, actions: { required: required.map(all), optional: optional.map(all), blocked: named } };
}
