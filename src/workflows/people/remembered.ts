// Approvals that were given before: used in place of a question, and kept when a person wants them to be (HE42). They live in a workflow of their own (approvals.ts), which only activities reach.
import { ActivityFailure, isCancellation, patched, proxyActivities, workflowInfo } from '@temporalio/workflow';
import type { Activities } from '../../activities/index.js';
import { durationMs } from '../../domain/duration.js';
import type { Asked, GivenBefore, RunName } from '../../domain/human/approvals.js';
import type { Remember } from '../../domain/human/message.js';
import type { Ask, ConfirmationRequest, Confirmed } from '../../domain/human/requests.js';

/** What an accepted approval is kept as. */
export interface Kept {
  readonly id: string;
  readonly for: Remember['for'];
  readonly until?: string;
}

/** An approval for an application ends after a day, unless a time is given. */
const appDefault = '24h';

/** When it ends: ISO 8601, UTC; `past`: that time is over. */
export function untilOf({ for: scope, until = scope === 'app' ? appDefault : undefined }: Remember): { readonly until?: string } | 'past' {
  if (until === undefined) return {};
  const ms = durationMs(until);
  const at = ms === undefined ? Date.parse(until) : Date.now() + ms;
  return at > Date.now() ? { until: new Date(at).toISOString() } : 'past';
}

export function ownRun(): RunName {
  const { workflowId, firstExecutionRunId } = workflowInfo();
  return { id: workflowId, first: firstExecutionRunId };
}

/** The approval that covers what is asked. Undefined: none does, or it cannot be found out. */
export async function approvedBefore(ask: Ask, run: RunName): Promise<GivenBefore | undefined> {
  if (ask.kind !== 'confirmation' || !ask.remembering || !('what' in ask.remembering)) return undefined;
  // Runs that began before approvals could be remembered have no such activity in their histories.
  if (!patched('remembered-approvals')) return undefined;
  const asked: Asked = { what: ask.remembering.what, run };
  const { useApproval } = activities('is it approved already?');
  return (await useApproval(asked).catch(unlessFailed)) ?? undefined;
}

/** Resolves with why it could not be kept. */
export async function keep(kept: Kept, { by = '' }: Confirmed, request: ConfirmationRequest, run: RunName): Promise<string | undefined> {
  if (!request.remembering || !('what' in request.remembering)) return undefined; // `receive` refuses it
  const { keepApproval } = activities('remember the approval');
  const { what } = request.remembering;
  const { requestId } = request;
  try {
    await keepApproval({ ...kept, run, what, by, at: new Date().toISOString(), requestId, used: 0 });
    return undefined;
  } catch (error) {
    unlessFailed(error);
    return 'the approval could not be remembered';
  }
}

/** No person waits longer for the question because of these. */
function activities(summary: string): Pick<Activities, 'useApproval' | 'keepApproval'> {
  return proxyActivities<Activities>({
    startToCloseTimeout: '10 seconds',
    scheduleToCloseTimeout: '1 minute',
    retry: { initialInterval: '500 milliseconds', maximumInterval: '5 seconds' },
    summary,
  });
}

function unlessFailed(error: unknown): undefined {
  if (isCancellation(error) || !(error instanceof ActivityFailure)) throw error;
  return undefined;
}
