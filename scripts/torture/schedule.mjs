// The schedule of kills: a pure function of (seed, index), so that any kill can be repeated, here or against another system (bench/baselines).
//
// kills-1. Each round of `moments.length` kills has every named point once and the random moments as often as they are listed: no shard misses a point.
// kills-2. A kill depends only on seed, index and the number of items: a shard that is resumed later, or one kill alone, gets the same.

/** Where a kill strikes: between which two things, or anywhere. */
export const points = [
  'before-intended',
  'after-intended',
  'after-dispatch',
  'after-effect',
  'before-done',
  'before-completion',
  'while-a-person-is-asked',
  'at-continue-as-new',
  'random',
];

/** Where a worker freezes. */
export const afterLease = 'after-lease';

/** What is killed: the worker process, the device's driver, both, or the Temporal server. A worker is the most likely, as in production. */
const victims = ['worker', 'worker', 'worker', 'worker', 'worker', 'host', 'host', 'driver', 'driver', 'server'];

const moments = [...points, 'random'];

/** Kills from this index on are of these instead: hands, and workers that freeze between their lease and their order. The others stay what they were. */
export const besidesFrom = 100_000;
const besides = ['hand', 'hand', 'hand', 'frozen worker'];

/** How long at most a worker lives on after `after-dispatch`, ms. */
const longestDelayMs = 60;

/**
 * @typedef {object} Kill
 * @property {number} index
 * @property {number} seed its own, derived from the run's
 * @property {string} point one of `points`, or `afterLease`
 * @property {'worker' | 'driver' | 'host' | 'server' | 'hand' | 'frozen worker'} victim
 * @property {number} item the item, counted from one, whose effect is on its way at that point
 * @property {number} fraction of an undisturbed run's time, for random moments: 0 to 1
 * @property {number} delayMs after the dispatch, for `after-dispatch`
 * @property {number} pick 0 to 1: which process, where a victim has several
 */

/** @returns {Kill} */
export function killOf({ seed, index, items }) {
  const own = hash(seed, index);
  const random = createRandom(own);
  const round = Math.floor(index / moments.length);
  const scheduled = shuffled(moments, createRandom(hash(seed, -1 - round)))[index % moments.length];
  const possible = index < besidesFrom ? victims : besides;
  const victim = possible[Math.floor(random() * possible.length)];
  const point = victim === 'frozen worker' ? afterLease : scheduled;
  return {
    index,
    seed: own,
    point,
    victim,
    // A run that continues as new has done some steps and has some left.
    item: 1 + Math.floor(random() * (point === 'at-continue-as-new' ? Math.ceil(items / 2) : items)),
    fraction: random(),
    delayMs: Math.floor(random() * longestDelayMs),
    pick: random(),
  };
}

/** @param {{ seed: number, kills: number, besides?: number, items: number }} of `besides`: how many of hands and frozen workers come after the others */
export function scheduleOf({ seed, kills, besides: more = 0, items }) {
  const indices = [...Array(kills).keys(), ...Array.from(Array(more).keys(), (index) => besidesFrom + index)];
  return indices.map((index) => killOf({ seed, index, items }));
}

/** 32 bits that differ in about half their places when one of the numbers differs by one. */
export function hash(seed, index) {
  let value = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(index + 0x7f4a7c15, 0xc2b2ae35);
  value = Math.imul(value ^ (value >>> 16), 0x45d9f3b);
  value = Math.imul(value ^ (value >>> 15), 0x45d9f3b);
  return (value ^ (value >>> 16)) >>> 0;
}

/** Numbers from 0 to 1 (mulberry32): the same for the same seed on every machine. */
export function createRandom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), state | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return ((value ^ (value >>> 14)) >>> 0) / 4294967296;
  };
}

export function shuffled(list, random) {
  const left = [...list];
  return list.map(() => left.splice(Math.floor(random() * left.length), 1)[0]);
}
