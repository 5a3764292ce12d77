// Which activity of which trace is running: what it asks of a port may tell a span of it.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { AskedBy } from '../../domain/telemetry/trace-context.js';

interface Running extends AskedBy {
  /** Questions so far. */
  questions: number;
}

const running = new AsyncLocalStorage<Running>();

export function whileAskedBy<T>(by: AskedBy, work: () => Promise<T>): Promise<T> {
  return running.run({ ...by, questions: 0 }, work);
}

/** Undefined: no activity that tells spans is running. */
export function askedBy(): AskedBy | undefined {
  return running.getStore();
}

/** From 1, within the attempt. */
export function nextQuestion(): number {
  const now = running.getStore();
  if (!now) return 0;
  now.questions += 1;
  return now.questions;
}
