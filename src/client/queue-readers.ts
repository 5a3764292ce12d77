/**
 * Dynamic configuration of a Temporal development server, in reads per second. By default its history service reads each queue at most 20 times
 * per second and shard, and a development server has one shard: every task that is not started eagerly would wait about 40 ms. This module imports
 * nothing: the servers of tests and benches use it from dist/.
 */
export const queueReaders = {
  'history.transferProcessorMaxPollRPS': 1_000,
  'history.timerProcessorMaxPollRPS': 1_000,
  'history.visibilityProcessorMaxPollRPS': 1_000,
} as const satisfies Readonly<Record<string, number>>;
