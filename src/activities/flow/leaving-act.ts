// What is left of an act of a flow that led away from a page with unsaved input, and has happened: the leaving, which nothing has to be found for.
import type { CallToolInput, CallToolResult } from '../../domain/flow/call-tool.js';
import { leavingAs, type Leave } from '../../domain/guard/unsaved-page.js';
import type { Judge } from './tool-guard.js';
import { done, inFront, lookAfter, performOne } from './tool-outcome.js';
import { failed, type Turn } from './tool-turn.js';

/** Once it is approved. The device sees to it that it is still the same page. */
export async function leavePage(turn: Turn, input: CallToolInput, leave: Leave, judge: Judge): Promise<CallToolResult> {
  const { device, held, screen } = turn;
  const { function: name, args, ...judged } = leavingAs(leave);
  const stopped = await judge(input, { function: name, args, ...judged });
  if (stopped)
    return stopped.status === 'approval' ? { ...stopped, screenshot: await screen.stored(), told: { function: name, args } } : stopped;
  const outcome = await performOne(turn, { function: name, does: { actions: [leave] } });
  if (outcome?.status === 'done' && outcome.stays?.leave) return { status: 'stays', leave: outcome.stays.leave };
  const after = await lookAfter(turn, input);
  if (outcome?.status === 'failed') return { ...failed(outcome.code, outcome.message), ...after };
  const { application } = await device.look();
  return done(turn, input, { result: null, images: [], files: [] }, { ...inFront(held, application), ...after });
}
