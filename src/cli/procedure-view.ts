// A reply to a call, as a person reads it: where the run stands, and the commands that are possible now.
import type { Position } from '../domain/procedure/position.js';
import type { Offer } from '../domain/procedure/view.js';
import type { Reply } from '../client/procedures/calls.js';
import type { CliContext } from './context.js';
import { clip, shellQuote } from '../client/text.js';

/** `named`: the run's name in the commands that are shown. */
export function renderReply({ terminal, program }: CliContext, reply: Reply, named: string): string {
  const { bold, cyan, dim, red, yellow } = terminal.colors;
  if (!('state' in reply)) return `${red(reply.error.code)} ${reply.message}`;
  const { position, message, actions, error } = reply;
  const command = (offer: Offer): string => commandOf(program, named, offer, position);
  const lines = [
    ...(error ? [`${red(error.code)} ${message}`, bold(placeText(position))] : [bold(placeText(position)), message]),
    ...checkpointLines(position),
    ...actions.required.flatMap((offer) => [`  ${cyan(command(offer))}`, dim(`      ${told(offer)}`)]),
    ...actions.optional.flatMap((offer) => [`  ${cyan(command(offer))}`, dim(`      ${told(offer)} (optional)`)]),
    ...actions.blocked.map(({ action, code, reason }) => dim(`  ${yellow('not now')} ${nameOf(action)}: ${code}, ${clip(reason, 120)}`)),
  ];
  const { checkpoint } = position;
  if (checkpoint?.answeredBy === 'human' && named !== stateInShell)
    lines.push(
      `  ${cyan(`${program} answer ${shellQuote(named)} ${shellQuote(checkpoint.options[0]?.id ?? '…')}`)}`,
      dim('      a person answers'),
    );
  return lines.join('\n');
}

/** A state is too long to be shown in every command. */
export const stateInShell = '"$STATE"';

function placeText({ activity, step, checkpoint, loop, waiting }: Position): string {
  return [
    activity,
    ...(loop
      ? [
          `${loop.id} ${loop.iteration}${loop.total === undefined ? '' : ` of ${loop.total}`}${loop.item === undefined ? '' : ` (${clip(JSON.stringify(loop.item), 60)})`}`,
        ]
      : []),
    ...(step === undefined ? [] : [`step ${step}`]),
    ...(checkpoint ? [`checkpoint ${checkpoint.id}`] : []),
    ...(waiting ? [`waits for ${waiting.variables.join(', ')}`] : []),
  ].join(' › ');
}

function checkpointLines({ checkpoint }: Position): readonly string[] {
  if (!checkpoint) return [];
  return [checkpoint.message, ...checkpoint.options.map(({ id, label }) => `  ${id}: ${label}`)];
}

function commandOf(program: string, named: string, offer: Offer, { checkpoint }: Position): string {
  const { call, step_id: step = '', checkpoint_id: of = '', outputs = {} } = offer;
  const run = named === stateInShell ? named : shellQuote(named);
  const [first] = Object.keys(outputs);
  const reported = first === undefined ? '' : ` --output ${first}=…`;
  switch (call) {
    case 'complete_step':
      return `${program} procedure complete ${run} ${step} --summary "…"`;
    case 'skip_step':
      return `${program} procedure skip ${run} ${step}`;
    case 'respond_to_checkpoint':
      return `${program} procedure respond ${run} ${of} ${checkpoint?.options[0]?.id ?? '…'}`;
    case 'report_variables':
      return `${program} procedure report ${run}${reported}`;
    case 'abort_workflow':
      return `${program} procedure abort ${run}`;
    case 'transition':
      return '';
  }
}

function told({ call, name, outputs = {} }: Offer): string {
  if (call === 'abort_workflow') return 'ends the run here, unfinished';
  const names = Object.keys(outputs);
  return `${clip(name, 60)}${names.length === 0 ? '' : `; may report ${clip(names.join(', '), 60)}`}`;
}

function nameOf({ call, step_id: step, checkpoint_id: checkpoint, option_id: option, to }: Offer): string {
  return [call, step, checkpoint, option, to].filter((part) => part !== undefined).join(' ');
}
