// What a person may do, as tools: only on a server for operators, so that an agent cannot approve its own actions.
import { z } from 'zod';
import type { RequestName } from '../client/run.js';
import type { Steadyhand } from '../client/steadyhand.js';
import { tool, type Tool } from './tool.js';
import { ourRun } from './tasks.js';

const id = z.string().min(1).describe('The run, or the workflow that asks');
const runId = z.string().min(1).describe('The run');
const requestId = z
  .string()
  .optional()
  .describe('Whole id of the request, as get_run shows it: refused when another one is pending by then');
const annotations = { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true } as const;

export function operatorTools(steadyhand: Steadyhand): readonly Tool[] {
  return [
    tool('answer', {
      title: 'Answer a question',
      description: 'Answers the question that a run asks, with a text for each question or with one of the options.',
      input: { id, request_id: requestId, answers: z.array(z.string()).optional(), option_id: z.string().optional() },
      annotations,
      call: async ({ id: run, request_id: request, answers = [], option_id: option }) => {
        const asking = await ourRun(steadyhand, run);
        const { asker, ...told } = await asking.answer(whole(request), option === undefined ? answers : { optionId: option });
        return { id: asker, ...told };
      },
    }),
    tool('confirm', {
      title: 'Approve or reject',
      description: 'Approves or rejects the action that a run holds back.',
      input: {
        id,
        request_id: requestId,
        approved: z.boolean(),
        note: z.string().optional().describe('A note to the agent'),
        by: z.string().optional().describe('Who decides'),
        remember: z
          .strictObject({
            for: z.literal('run'),
            until: z.string().optional().describe('A time with its zone, or a duration: 2h, 7d'),
          })
          .optional()
          .describe('Lets the same go unasked in this run, while the page reads the same'),
      },
      annotations,
      call: async ({ id: run, request_id: request, approved, note, by, remember }) => {
        const asking = await ourRun(steadyhand, run);
        const { asker, ...told } = await asking.confirm(whole(request), approved, {
          note,
          by,
          remember: remember ? { for: remember.for, until: remember.until } : undefined,
        });
        return { id: asker, ...told };
      },
    }),
    ...wheelTools(steadyhand),
  ];
}

function wheelTools(steadyhand: Steadyhand): readonly Tool[] {
  return [
    tool('take_over', {
      title: 'Take over a run',
      description: 'A person takes over: the run stops and does nothing until hand_back, or until settings.holdTimeout is over.',
      input: { id: runId, by: z.string().min(1).describe('Who takes it'), reason: z.string().optional() },
      annotations,
      call: async ({ id: run, by, reason }) => {
        const held = await (await ourRun(steadyhand, run)).takeOver({ by, reason });
        return { id: run, by: held.by, since: held.since, until: held.until, parked: held.parked };
      },
    }),
    tool('hand_back', {
      title: 'Hand a run back',
      description: 'The run looks at the screen and goes on; its model is told what changed and the note.',
      input: { id: runId, note: z.string().optional().describe('To the model: what was done, what is left to do') },
      annotations,
      call: async ({ id: run, note }) => ({
        id: run,
        reply: await (await ourRun(steadyhand, run)).handBack(note === undefined ? {} : { note }),
      }),
    }),
  ];
}

/** Not a beginning. */
function whole(request: string | undefined): RequestName {
  return request === undefined ? undefined : { requestId: request };
}
