// The progress of a run. A workflow answers for itself only; what its working child has done since it began is added here.
import type { Client } from '@temporalio/client';
import { addUsage } from '../domain/budget/usage.js';
import type { ProgressView } from '../workflows/messages.js';
import { queryProgress } from './requests.js';

/** Progress of a run and of the children that work for it now. */
export async function readProgress(client: Client, id: string): Promise<ProgressView> {
  const own = await queryProgress(client, id);
  // A child that has just ended has told its parent everything.
  const below = own.child === undefined ? undefined : await readProgress(client, own.child).catch(() => undefined);
  return below ? withChild(own, below) : own;
}

/** A child gets what is left of its parent's budget, and continues counting its parent's steps. */
export function withChild(own: ProgressView, below: ProgressView): ProgressView {
  const { request, asker, held: _, ...rest } = own;
  // A parent learns of its child's request a moment later: the child knows better.
  const asksItself = request !== undefined && !`${asker}/`.startsWith(`${own.child}/`);
  return {
    ...(asksItself ? own : rest),
    state: own.held ? 'HELD' : asksItself ? own.state : below.state,
    // The child knows for which hand texts are sealed.
    ...(own.held ? { held: { ...own.held, ...(below.held?.key === undefined ? {} : { key: below.held.key }) } } : {}),
    status: below.status,
    step: Math.max(own.step, below.step),
    budgetLeft: below.budgetLeft,
    usage: addUsage(own.usage, below.usage),
    unknownOutcomes: own.unknownOutcomes + below.unknownOutcomes,
    ...(below.request && !asksItself ? { request: below.request, ...(below.asker === undefined ? {} : { asker: below.asker }) } : {}),
  };
}
