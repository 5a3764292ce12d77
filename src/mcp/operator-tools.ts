// A person's words as tools: only on a server for operators, so that an agent cannot approve itself.
import { z } from 'zod';
import type { CliContext } from '../cli/context.js';
import { findRequest } from '../client/requests.js';
import { sendUpdate } from '../client/updates.js';
import { type AnswerBody, answerUpdate, confirmUpdate } from '../workflows/messages.js';
import { tool, type Tool } from './tool.js';

const id = z.string().min(1).describe('The run, or the workflow that asks');
const output = { id: z.string(), requestId: z.string(), reply: z.string() };
const annotations = { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true } as const;

export function operatorTools(context: CliContext): readonly Tool[] {
  return [
    tool('answer', {
      title: 'Answer a question',
      description: 'Answers the question that a run asks, with a text for each question or with one of the options.',
      input: { id, answers: z.array(z.string()).optional(), option_id: z.string().optional() },
      output,
      annotations,
      call: async ({ id: run, answers = [], option_id: option }) => {
        const client = await context.client();
        const { asker, request } = await findRequest(client, run, 'question', context.program);
        const { requestId } = request;
        const body: AnswerBody = option === undefined ? { requestId, answers } : { requestId, optionId: option };
        return { id: asker, requestId, reply: await sendUpdate(client, asker, answerUpdate, body) };
      },
    }),
    tool('confirm', {
      title: 'Approve or reject',
      description: 'Approves or rejects the action that a run holds back.',
      input: { id, approved: z.boolean(), note: z.string().optional().describe('A word to the agent') },
      output,
      annotations,
      call: async ({ id: run, approved, note }) => {
        const client = await context.client();
        const { asker, request } = await findRequest(client, run, 'confirmation', context.program);
        const { requestId } = request;
        const body = { requestId, approved, ...(note === undefined ? {} : { note }) };
        return { id: asker, requestId, reply: await sendUpdate(client, asker, confirmUpdate, body) };
      },
    }),
  ];
}
