// An agent that follows the procedure, and a person who answers what needs a person: chance chooses among the offered actions.
import type { ProcedureCalls, Reply } from '../../src/client/procedures/calls.js';
import { made, type AgentCall, type GivenReply } from './disobedient-agents.js';

/** One move of the agent, or of a person if one is asked. */
export async function obey(
  calls: ProcedureCalls,
  person: ProcedureCalls,
  workflow_id: string,
  last: GivenReply | undefined,
  chance: (below: number) => number,
): Promise<{ readonly reply: GivenReply; readonly call: AgentCall } | undefined> {
  if (!last) return undefined;
  const { position, actions, state } = last;
  const { checkpoint } = position;
  const offers = [...actions.required, ...actions.optional].filter(({ call }) => call !== 'abort_workflow');
  const offer = offers[chance(Math.max(offers.length, 1))];
  const call: AgentCall | undefined = checkpoint
    ? {
        call: 'respond_to_checkpoint',
        checkpoint_id: checkpoint.id,
        option_id: checkpoint.options[chance(checkpoint.options.length)]?.id ?? '',
      }
    : offer?.call === 'skip_step'
      ? { call: 'skip_step', step_id: offer.step_id ?? '' }
      : offer?.call === 'complete_step'
        ? { call: 'complete_step', step_id: offer.step_id ?? '', summary: 'done' }
        : offer?.call === 'report_variables'
          ? { call: 'report_variables', outputs: sampleOf(offer.outputs ?? {}, chance) }
          : undefined;
  if (!call) return undefined;
  const reply = await made(checkpoint?.answeredBy === 'human' ? person : calls, workflow_id, { state, call });
  return reply.success && 'state' in reply ? { reply, call } : undefined;
}

const samples = { string: 'x', number: 1, boolean: true, array: ['x', 'y'], object: {}, any: ['x'] } as const;

function sampleOf(outputs: Readonly<Record<string, keyof typeof samples>>, chance: (below: number) => number) {
  const names = Object.keys(outputs);
  const name = names[chance(Math.max(names.length, 1))] ?? '';
  return { [name]: samples[outputs[name] ?? 'any'] };
}

/** Whether a read offers this call. */
export function offers(reply: Reply, call: AgentCall): boolean {
  if (!('state' in reply)) return false;
  const { position, actions } = reply;
  return [...actions.required, ...actions.optional].some(
    (offer) =>
      offer.call === call.call &&
      (!('step_id' in call) || offer.step_id === call.step_id) &&
      (!('checkpoint_id' in call) ||
        (offer.checkpoint_id === call.checkpoint_id && position.checkpoint?.options.some(({ id }) => id === call.option_id))) &&
      (!('outputs' in call) || Object.keys(call.outputs ?? {}).every((name) => Object.hasOwn(offer.outputs ?? {}, name))),
  );
}
