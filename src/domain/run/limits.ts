// How long work may take, where a setting says how long a part of it may. Each limit follows from its setting: none that somebody sets is cut by one that nobody can set.

/** ms: a hundred years, the longest time that can be set or dictated. A server of Temporal takes no timer of a thousand. */
export const longestMs = 100 * 365 * 24 * 60 * 60_000;

export interface Limit {
  /** In the configuration, dotted, `*`: of each; or of a flow's node. */
  readonly setting: string;
  /** How often that time may pass within it. */
  readonly times: number;
  /** ms, for everything else. */
  readonly more: number;
}

export const limits = {
  /** A question to a model: its answer and a repair of that, and both once more where its status is none; pictures are read, what was said is stored. */
  question: { setting: 'model.timeoutMs', times: 4, more: 60_000 },
  /** Asking a host's journal what became of an action, over all attempts. */
  journal: { setting: 'timings.hostSilenceMs', times: 1, more: 90_000 },
  /** Writing on the host of a device, over all attempts. */
  records: { setting: 'timings.hostSilenceMs', times: 1, more: 90_000 },
  /** A call of a tool, by a node of a flow. */
  toolCall: { setting: 'timeout_ms', times: 1, more: 12_000 },
  effectCheck: { setting: 'effectChecks.*.timeoutMs', times: 1, more: 1_000 },
  /** Over all attempts. */
  effectChecks: { setting: 'effectChecks.*.timeoutMs', times: 3, more: 5_000 },
} as const satisfies Readonly<Record<string, Limit>>;

/** ms that one call of a node waits for its place, so that it has time left to act. What is left of `wait_ms` is waited for in the next. */
export const longestWaitMs = 15_000;

/** `settingMs`: what the setting says. */
export function limitMs({ times, more }: Limit, settingMs: number): number {
  return times * settingMs + more;
}

/** ms from one heartbeat to the next, such that several fit into the time after which one is missed. */
export function beatMs(timeoutMs: number | undefined): number {
  return Math.min(2_000, (timeoutMs ?? Infinity) / 4);
}
