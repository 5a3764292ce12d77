// What a person may do, as tools: only on a server for operators, so that an agent cannot approve its own actions.
import { z } from 'zod';
import type { Steadyhand } from '../client/steadyhand.js';
import { tool, type Tool } from './tool.js';

const id = z.string().min(1).describe('The run, or the workflow that asks');
const output = { id: z.string(), requestId: z.string(), reply: z.string() };
const annotations = { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true } as const;

export function operatorTools(steadyhand: Steadyhand): readonly Tool[] {
  return [
    tool('answer', {
      title: 'Answer a question',
      description: 'Answers the question that a run asks, with a text for each question or with one of the options.',
      input: { id, answers: z.array(z.string()).optional(), option_id: z.string().optional() },
      output,
      annotations,
      call: async ({ id: run, answers = [], option_id: option }) => {
        const { asker, ...told } = await steadyhand.run(run).answer(undefined, option === undefined ? answers : { optionId: option });
        return { id: asker, ...told };
      },
    }),
    tool('confirm', {
      title: 'Approve or reject',
      description: 'Approves or rejects the action that a run holds back.',
      input: { id, approved: z.boolean(), note: z.string().optional().describe('A note to the agent') },
      output,
      annotations,
      call: async ({ id: run, approved, note }) => {
        const { asker, ...told } = await steadyhand.run(run).confirm(undefined, approved, note);
        return { id: asker, ...told };
      },
    }),
  ];
}
