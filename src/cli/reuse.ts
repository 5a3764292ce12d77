// `run --reuse`: a flow that did the same before, in place of an agent (RP20).
import { duration } from '../domain/report/iso-time.js';
import type { MatchFound } from '../client/library/match-flow.js';
import type { Run } from '../client/run.js';
import { shellQuote } from '../client/text.js';
import { money, type FlowMatch, type ReuseMode } from '../domain/library/reuse.js';
import type { AgentInput } from '../domain/run/given.js';
import type { FlowResult } from '../workflows/flow/flow-result.js';
import { startOptions, type CallerOptions } from './caller-trace.js';
import type { CliContext } from './context.js';

import { parseHostAgentInput } from '../domain/agent/input.js';

interface ReuseOptions extends CallerOptions {
  readonly reuse?: ReuseMode;
  readonly json?: true;
}

export interface ReusedRun {
  readonly run: Run<FlowResult>;
  readonly match: FlowMatch;
}

/** Undefined: an agent does it. Says why, where reuse was asked for. */
export async function reuseInstead(context: CliContext, input: AgentInput, options: ReuseOptions): Promise<ReusedRun | undefined> {
  const mode = options.reuse ?? input.settings?.reuse ?? context.config().settings.reuse ?? 'never';
  if (mode === 'never') return undefined;
  const { terminal, steadyhand, signal } = context;
  const found = await steadyhand.flows.match(input);
  const { match } = found;
  if (!match) {
    terminal.warn(noMatchText(found));
    return undefined;
  }
  const start = async (): Promise<ReusedRun> => ({
    run: await steadyhand.flows.reuse(match, input, startOptions(context, options)),
    match,
  });
  terminal.warn(offerText(match));
  if (mode === 'always' && !match.failedLast) return start();
  if (terminal.interactive && !options.json) {
    const said = await terminal.ask('Start it in place of an agent? [y/N] ', signal);
    return /^\s*y(es)?\s*$/i.test(said) ? start() : undefined;
  }
  terminal.warn(`An agent does it. The flow would: ${terminal.colors.cyan(commandThatReuses(context, match, input))}`);
  return undefined;
}

function noMatchText({ asked, unasked }: MatchFound): string {
  const why = unasked === undefined ? '' : `, and no model could say whether one that is near does: ${unasked}`;
  const cost = asked.modelCalls === 0 ? '' : ` (a model was asked about those that are near: ${money(asked.costUsd)})`;
  return `No flow of the library does this${why}${cost}; an agent does it.`;
}

function offerText({ flow, version, variables, first, how, asked, failedLast }: FlowMatch): string {
  const values = Object.entries(variables).map(([name, value]) => `${name} = ${JSON.stringify(value)}`);
  return [
    `The flow ${flow}, version ${version}, does this${values.length === 0 ? '' : ` with ${values.join(', ')}`}.`,
    ...(how === 'model' ? [`A model says so (${money(asked.costUsd)}).`] : []),
    ...(first ? [`The first run cost ${money(first.usd)} and took ${duration(first.ms)}.`] : []),
    ...(failedLast ? ['Its last run did not come to its end by itself.'] : []),
  ].join(' ');
}

function commandThatReuses({ program }: CliContext, { flow, variables }: FlowMatch, input: AgentInput): string {
  const { device } = parseHostAgentInput(input);
  const options = [
    ...(device.url === undefined ? [] : ['--url', device.url]),
    ...(device.app === undefined ? [] : ['--app', device.app]),
    ...Object.entries(variables).flatMap(([name, value]) => ['--var', `${name}=${value}`]),
  ];
  return [program, 'flow', 'run', flow, ...options].map((word) => (word === program ? word : shellQuote(word))).join(' ');
}
