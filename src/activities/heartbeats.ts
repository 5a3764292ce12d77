import { Context } from '@temporalio/activity';
import { beatMs } from '../domain/run/limits.js';

/** Heartbeats where the activity has a heartbeat timeout, whatever the work does. */
export async function whileBeating<T>(details: unknown, work: (context: Context) => Promise<T>): Promise<T> {
  const context = Context.current();
  const { heartbeatTimeoutMs } = context.info;
  const heart = heartbeatTimeoutMs === undefined ? undefined : setInterval(() => context.heartbeat(details), beatMs(heartbeatTimeoutMs));
  try {
    return await work(context);
  } finally {
    clearInterval(heart);
  }
}

/** The same with what the last attempt told, so that nothing of it is lost before this one has something to tell. */
export function whileCarryingOn<T>(work: () => Promise<T>): Promise<T> {
  return whileBeating(Context.current().info.heartbeatDetails, work);
}
