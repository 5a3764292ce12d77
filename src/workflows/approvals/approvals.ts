// Keeps the approvals that are remembered (HE42), for all runs of a namespace. It begins with the first one and ends with the last.
//
// approvalsrun-1. Handlers change the list and nothing else; they are pure (domain/human/kept-approvals.ts).
// approvalsrun-2. Times are this workflow's clock.
// approvalsrun-3. It ends or continues as new only when all handlers have finished; what comes too late is sent again by its sender, to the next one.
// approvalsrun-4. Who can send but not read makes no approval (LK32): one counts only with a key that a worker has drawn, and a list only from the execution before.
import {
  allHandlersFinished,
  condition,
  continueAsNew,
  patched,
  proxyActivities,
  setCurrentDetails,
  setHandler,
  setWorkflowOptions,
  workflowInfo,
} from '@temporalio/workflow';
import type { Activities } from '../../activities/index.js';
import { detailsBytes, fitBytes } from '../../domain/fit-bytes.js';
import { amountsText, scopeText } from '../../domain/human/approvals.js';
import { nextExpiry, remember, revoke, unexpired, use, type Approvals } from '../../domain/human/kept-approvals.js';
import { isToContinueAsNew } from '../engine/another-part.js';
import { approvalsKeyQuery, approvalsQuery, rememberSignal, revokeUpdate, useUpdate } from '../messages.js';

const { drawRequestSecret } = proxyActivities<Pick<Activities, 'drawRequestSecret'>>({
  startToCloseTimeout: '10 seconds',
  retry: { initialInterval: '500 milliseconds', maximumInterval: '5 seconds' },
  summary: 'a key that nobody can guess',
});

/**
 * It lives as long as there are approvals, and has no moment of its own to move: it goes to each new version at once, so its changes need `patched()`. The
 * server takes no task from a worker without a version that says so.
 */
setWorkflowOptions(
  () => (workflowInfo().currentDeploymentVersion?.deploymentName ? { versioningBehavior: 'AUTO_UPGRADE' } : {}),
  approvals,
);
export async function approvals(kept: Approvals = [], carriedKey?: string): Promise<void> {
  const isContinued = workflowInfo().continuedFromExecutionRunId !== undefined;
  const isLocked = patched('approvals-key');
  let list = isContinued || !isLocked ? kept : [];
  let key = isContinued ? carriedKey : undefined;
  const now = (): string => new Date().toISOString();
  const change = (next: Approvals): void => {
    list = next;
    setCurrentDetails(fitBytes(detailsOf(list), detailsBytes));
  };
  setHandler(approvalsQuery, () => unexpired(list, now()));
  setHandler(approvalsKeyQuery, () => key);
  setHandler(rememberSignal, (approval, given) => {
    if (!isLocked || (key !== undefined && given === key)) change(remember(list, approval));
  });
  setHandler(useUpdate, (asked) => {
    const { approvals: next, used } = use(list, asked, now());
    change(next);
    return used ?? null;
  });
  setHandler(
    revokeUpdate,
    ({ id }) => {
      const revoked = revoke(list, id);
      if ('refusal' in revoked) throw new TypeError(revoked.refusal); // the validator has already refused it
      change(revoked.approvals);
      return revoked.id;
    },
    {
      validator: ({ id }) => {
        const revoked = revoke(list, id);
        if ('refusal' in revoked) throw new Error(revoked.refusal);
      },
      description: 'Takes an approval back: {"id": "…"}',
    },
  );
  if (isLocked && key === undefined) {
    const drawn = await drawRequestSecret();
    key = typeof drawn === 'string' ? drawn : drawn.secret;
  }
  // The first is on its way: it started this.
  await condition(() => list.length > 0, '1 minute', { summary: 'until the first approval comes' });
  while (list.length > 0) {
    const [before, expiry] = [list, nextExpiry(list)];
    const isDue = (): boolean => list !== before || isToContinueAsNew();
    if (expiry === undefined) await condition(isDue);
    else await condition(isDue, Math.max(1, Date.parse(expiry) - Date.now()), { summary: 'until an approval expires' });
    if (unexpired(list, now()) !== list) change(unexpired(list, now()));
    if (!isToContinueAsNew()) continue;
    await condition(allHandlersFinished);
    await continueAsNew<typeof approvals>(list, key);
  }
  await condition(allHandlersFinished);
}

/** For the Web UI. */
function detailsOf(list: Approvals): string {
  const lines = list.slice(-50).map(({ id, what, by, used, ...scope }) => {
    const amounts = amountsText(what.amounts);
    return `- \`${id}\`: ${what.text} on ${what.page}${amounts === '' ? '' : `, up to ${amounts}`}, for ${scopeText(scope)}${by === '' ? '' : `, by ${by}`}, used ${used} times`;
  });
  return ['**Remembered approvals**', '', ...lines].join('\n');
}
