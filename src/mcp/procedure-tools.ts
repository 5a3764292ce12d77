// The calls of procedures as tools, under their own names (docs/design/procedure.md §2).
import { z } from 'zod';
import { hasPrototypeField } from '../domain/procedure/variable-name.js';
import type { ProcedureCalls } from '../client/procedures/calls.js';
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

const offer = z.looseObject({ call: z.string(), name: z.string(), description: z.string() });
const error = z.object({ code: z.string(), message: z.string(), expected: z.array(z.string()).optional() });
const reply = {
  success: z.boolean(),
  message: z.string().describe('What to do now'),
  position: z.looseObject({ workflow: z.string(), activity: z.string() }).optional(),
  actions: z
    .object({
      required: z.array(offer),
      optional: z.array(offer),
      blocked: z.array(z.object({ action: offer.partial(), code: z.string(), reason: z.string() })),
    })
    .optional(),
  state: z.string().optional().describe('For the next call'),
  complete: z.literal(true).optional(),
  error: error.optional(),
};

const reads = { readOnlyHint: true, openWorldHint: false } as const;
/** Idempotent: the same call with the same state returns its first answer. */
const moves = { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false } as const;

/** Opened when they are first called. */
type Calls = () => Promise<ProcedureCalls>;

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
    output: { workflows: z.array(z.object({ id: z.string(), version: z.string(), title: z.string() })) },
    annotations: reads,
    call: async () => ({ workflows: await (await calls()).list_workflows() }),
  });
}

function describeWorkflow(calls: Calls): Tool {
  return tool('describe_workflow', {
    title: 'Describe a procedure',
    description: 'Title, rules and names of activities of a procedure. What they lead to is told on the way.',
    input: { workflow_id },
    output: {
      id: z.string().optional(),
      version: z.string().optional(),
      title: z.string().optional(),
      description: z.string().optional(),
      format: z.string().optional().describe('How it is written, unless plain'),
      rules: z.array(z.string()).optional(),
      activities: z.array(z.string()).optional(),
      // When there is no procedure with that id.
      success: z.literal(false).optional(),
      message: z.string().optional(),
      error: error.optional(),
    },
    annotations: reads,
    call: async (asked) => (await calls()).describe_workflow(asked),
  });
}

function startWorkflow(calls: Calls): Tool {
  return tool('start_workflow', {
    title: 'Start a procedure',
    description: 'Starts a run. Follow its reply: do what is required, one step at a time, and hand the newest state to the next call.',
    input: { workflow_id, initial_variables: outputs.optional() },
    output: reply,
    annotations: { ...moves, idempotentHint: false },
    call: async ({ workflow_id: id, initial_variables: variables }, { trace }) =>
      (await calls()).start_workflow({
        workflow_id: id,
        initial_variables: variables,
        trace,
      }),
  });
}

function getPosition(calls: Calls): Tool {
  return tool('get_position', {
    title: 'Where a run stands',
    description: 'Activity, step, open checkpoint and loop of a run. Changes nothing.',
    input: stated,
    output: reply,
    annotations: reads,
    call: async (asked) => (await calls()).get_position(asked),
  });
}

function getAvailableActions(calls: Calls): Tool {
  return tool('get_available_actions', {
    title: 'What can be done',
    description: 'What is required, what is optional, and what is blocked and why. Changes nothing.',
    input: stated,
    output: reply,
    annotations: reads,
    call: async (asked) => (await calls()).get_available_actions(asked),
  });
}

function completeStep(calls: Calls): Tool {
  return tool('complete_step', {
    title: 'Complete a step',
    description: 'Says that the step which is next has been done. Do it first; then say in the summary what you did and saw.',
    input: { ...stated, step_id, summary: z.string().describe('What was done, in 1 to 2,000 characters'), outputs: outputs.optional() },
    output: reply,
    annotations: moves,
    call: async ({ outputs: reported, ...asked }) => (await calls()).complete_step({ ...asked, outputs: reported }),
  });
}

function skipStep(calls: Calls): Tool {
  return tool('skip_step', {
    title: 'Skip a step',
    description: 'Leaves out the step that is next. Only where it is offered.',
    input: { ...stated, step_id, reason },
    output: reply,
    annotations: moves,
    call: async ({ reason: why, ...asked }) => (await calls()).skip_step({ ...asked, ...because(why) }),
  });
}

function respondToCheckpoint(calls: Calls): Tool {
  return tool('respond_to_checkpoint', {
    title: 'Answer a checkpoint',
    description: 'Answers the checkpoint that is open with one of its options. AWAITING_USER: a person answers it; stop, and tell them.',
    input: { ...stated, checkpoint_id: text.describe('Id of the open checkpoint'), option_id: text.describe('Id of one of its options') },
    output: reply,
    annotations: moves,
    call: async (asked) => (await calls()).respond_to_checkpoint(asked),
  });
}

function reportVariables(calls: Calls): Tool {
  return tool('report_variables', {
    title: 'Report variables',
    description: 'Gives a run the variables that it waits for. Only where it is offered.',
    input: { ...stated, outputs },
    output: reply,
    annotations: moves,
    call: async (asked) => (await calls()).report_variables(asked),
  });
}

function abortWorkflow(calls: Calls): Tool {
  return tool('abort_workflow', {
    title: 'End a run',
    description: 'Ends a run here, unfinished. It cannot be taken up again.',
    input: { ...stated, reason },
    output: reply,
    annotations: { ...moves, destructiveHint: true },
    call: async ({ reason: why, ...asked }) => (await calls()).abort_workflow({ ...asked, ...because(why) }),
  });
}

function because(reason: string | undefined): { readonly reason?: string } {
  return reason === undefined ? {} : { reason };
}
