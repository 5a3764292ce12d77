import { Command } from 'commander';
import type { CliContext } from '../context.js';
import {
  abortCommand,
  actionsCommand,
  completeCommand,
  positionCommand,
  reportCommand,
  respondCommand,
  skipCommand,
} from './procedure-calls.js';
import { procedureDrawCommand } from './procedure-draw.js';
import { procedureLintCommand } from './procedure-lint.js';
import { procedureListCommand } from './procedure-list.js';
import { procedureShowCommand } from './procedure-show.js';
import { procedureStartCommand } from './procedure-start.js';
import { procedureStateCommand } from './procedure-state.js';

const commandsInOrder = [
  procedureListCommand,
  procedureStartCommand,
  positionCommand,
  actionsCommand,
  completeCommand,
  skipCommand,
  respondCommand,
  reportCommand,
  abortCommand,
  procedureShowCommand,
  procedureStateCommand,
  procedureLintCommand,
  procedureDrawCommand,
] as const;

export function procedureCommand(context: CliContext): Command {
  const command = new Command('procedure').description('Guide an agent or a person through steps and checkpoints that cannot be skipped');
  for (const create of commandsInOrder) command.addCommand(create(context));
  return command;
}
