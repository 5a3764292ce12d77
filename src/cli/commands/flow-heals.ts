import { Command } from 'commander';
import type { FlowHeal } from '../../client/library/flows.js';
import type { CliContext } from '../context.js';
import { runCommand } from '../run-command.js';
import { idIn } from '../flow-file.js';
import { printJson } from '../output.js';
import { userName } from './people.js';
import { CommandError } from '../errors.js';

interface Options {
  readonly accept?: readonly string[] | true;
  readonly reject?: readonly string[];
  readonly all?: true;
  readonly by?: string;
  readonly json?: true;
}

export function flowHealsCommand(context: CliContext): Command {
  return new Command('heals')
    .description('Show what the runs of a flow propose to change in it; accept or reject it')
    .argument('<flow>', 'its name in the library, or its file')
    .option('--accept [number...]', 'write the next version with these, by their numbers; without a number: with all that wait')
    .option('--reject <number...>', 'never propose these again')
    .option('--all', 'show those that are decided, too')
    .option('--by <name>', 'who decides; by default your user name')
    .option('--json', 'print one JSON object per line')
    .addHelpText(
      'after',
      '\nExample:\n  steadyhand flow heals order-the-kettle\n  steadyhand flow heals order-the-kettle --accept 1 2\n  steadyhand flow heals order-the-kettle --reject 3',
    )
    .action(runCommand(context, (word: string, options: Options) => heals(context, word, options)));
}

async function heals(
  context: CliContext,
  word: string,
  { accept, reject, all, by = userName() || 'somebody', json }: Options,
): Promise<void> {
  const { terminal, steadyhand } = context;
  const id = await idIn(context, word);
  const flow = await steadyhand.flows.read(id);
  const proposed = await steadyhand.flows.heals(id);
  if (accept === undefined && reject === undefined) {
    const shown = all ? proposed : proposed.filter(({ state }) => state === 'waiting' || state === 'outdated');
    if (json) for (const each of shown) printJson(terminal, each);
    else
      terminal.print(
        shown.length === 0 ? `No heal of '${id}' waits for a decision.` : shown.map((each) => render(context, each)).join('\n\n'),
      );
    return;
  }
  const waiting = proposed.filter(({ state }) => state === 'waiting');
  const accepted = accept === undefined ? [] : accept === true ? waiting : accept.map((number) => find(proposed, number, id));
  const rejected = (reject ?? []).map((number) => find(proposed, number, id));
  const both = accepted.find((each) => rejected.includes(each));
  if (both) throw new CommandError('usage', `Heal ${both.number} cannot be both accepted and rejected: name it once.`);
  if (accept === true && waiting.length === 0) throw new CommandError('refused', `No heal of '${id}' waits for a decision.`);
  const idsOf = (each: readonly FlowHeal[]): readonly string[] => each.map((one) => one.id);
  if (rejected.length > 0) await steadyhand.flows.reject(id, idsOf(rejected), { by });
  const saved = accepted.length > 0 ? await steadyhand.flows.accept(id, idsOf(accepted), { by }) : undefined;
  if (json) printJson(terminal, { id, version: (saved ?? flow).version, accepted: numbersOf(accepted), rejected: numbersOf(rejected) });
  else {
    if (rejected.length > 0) terminal.print(`Rejected: ${numbersOf(rejected).join(', ')}.`);
    if (saved)
      terminal.print(`Accepted: ${numbersOf(accepted).join(', ')}. ${terminal.colors.bold(id)} is in version ${saved.version} now.`);
  }
}

function numbersOf(heals: readonly FlowHeal[]): readonly number[] {
  return heals.map(({ number }) => number);
}

function find(proposed: readonly FlowHeal[], word: string, id: string): FlowHeal {
  const found = proposed.find(({ number }) => String(number) === word);
  if (found) return found;
  const known = numbersOf(proposed).join(', ');
  throw new CommandError('usage', `'${id}' has no heal '${word}': ${known === '' ? 'its runs proposed none' : `there are ${known}`}.`);
}

function render({ terminal: { colors } }: CliContext, proposed: FlowHeal): string {
  const { heal, number, runs, state, decided, because, changes, nodeName: node } = proposed;
  const what = heal.kind === 'target' ? `"${node}" is found otherwise` : `"${heal.interruption.name}" in front of "${node}" is closed`;
  const isOpen = state === 'waiting' || state === 'outdated';
  const by = heal.by === undefined ? '' : `, approved in the run by ${heal.by}`;
  const from = `${runs.length === 1 ? 'run' : `${runs.length} runs, last`} ${runs.at(-1) ?? ''}`;
  return [
    `${colors.bold(String(number))}  ${what}  ${colors.dim(`${from}${by}`)}`,
    ...(state === 'outdated' ? [colors.yellow(`   does not fit any more: ${because ?? 'its node has changed'}`)] : []),
    ...(decided
      ? [`   ${decided.decision} by ${decided.by} on ${decided.at.slice(0, 10)}${isOpen ? ', not written yet: accept it again' : ''}`]
      : []),
    ...changes.map(({ sign, text }) => `   ${(sign === '-' ? colors.red : colors.green)(`${sign} ${text}`)}`),
  ].join('\n');
}
