import { Context } from '@temporalio/activity';

const everyMs = 1_000;

/** Heartbeats every second where the activity has a heartbeat timeout, whatever the work does. */
export async function whileBeating<T>(details: unknown, work: (context: Context) => Promise<T>): Promise<T> {
  const context = Context.current();
  const heart = context.info.heartbeatTimeoutMs === undefined ? undefined : setInterval(() => context.heartbeat(details), everyMs);
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
