import { Command } from 'commander';
import type { CliContext } from '../context.js';
import { flowDrawCommand } from './flow-draw.js';
import { flowFromRunCommand } from './flow-from-run.js';
import { flowHealsCommand } from './flow-heals.js';
import { flowJsonCommand } from './flow-json.js';
import { flowListCommand } from './flow-list.js';
import { flowRunCommand } from './flow-run.js';
import { flowSaveCommand } from './flow-save.js';
import { flowSchemaCommand } from './flow-schema.js';
import { flowShowCommand } from './flow-show.js';
import { flowValidateCommand } from './flow-validate.js';

export function flowCommand(context: CliContext): Command {
  return new Command('flow')
    .description('Run, check, keep, show and draw flows: graphs of deterministic nodes and AI steps')
    .addCommand(flowRunCommand(context))
    .addCommand(flowFromRunCommand(context))
    .addCommand(flowValidateCommand(context))
    .addCommand(flowShowCommand(context))
    .addCommand(flowListCommand(context))
    .addCommand(flowSaveCommand(context))
    .addCommand(flowHealsCommand(context))
    .addCommand(flowDrawCommand(context))
    .addCommand(flowJsonCommand(context))
    .addCommand(flowSchemaCommand(context));
}
