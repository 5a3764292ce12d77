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

/**
 * The first lets fairness keys count; what a server does without it was not tried. The second puts the tasks of a queue into one place: order
 * holds within a partition, of which there are four by default, and a poll asks any of them. What is in the others is read.
 */
export const fairness = {
  'matching.enableFairness': true,
  'matching.numTaskqueueWritePartitions': 1,
} as const satisfies Readonly<Record<string, boolean | number>>;
