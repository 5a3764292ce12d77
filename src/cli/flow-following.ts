// What is shown of a flow's run after its start: nothing more, or each node and its end.
import type { Run } from '../client/run.js';
import type { FlowResult } from '../workflows/flow/flow-result.js';
import type { CliContext } from './context.js';
import { type ExitCode, exitCodeOf, exitCodes } from './exit-codes.js';
import { createFlowView, renderFlowEnd } from './flow-view.js';
import { followRun } from './follow.js';
import { printJson } from './output.js';
import { announce, quiet, startedJson } from './start-run.js';

export interface FollowOptions {
  readonly follow?: true;
  readonly json?: true;
}

/** `more`: what `--json` prints besides. */
export async function followFlow(
  context: CliContext,
  started: Run<FlowResult>,
  { follow, json }: FollowOptions,
  more: object = {},
): Promise<ExitCode> {
  const { terminal } = context;
  if (!json) announce(context, started, 'flow show');
  if (!follow) {
    if (json) printJson(terminal, { ...startedJson(started), ...more });
    return exitCodes.done;
  }
  const shown = json ? quiet(context) : context;
  const end = await followRun(shown, started, createFlowView(shown));
  if (json) printJson(terminal, { ...startedJson(started), ...more, ...end });
  else terminal.print(renderFlowEnd(context, started.id, end));
  return end.outcome === 'completed' && end.result?.verdict === 'failed' ? exitCodes.failed : exitCodeOf(end.outcome);
}
