// Replayable randomness: the same seed, loop and question give the same draw (splitmix32).

/** 0..1, excluding 1. */
export function drawOf(seed: number, ...of: readonly number[]): number {
  return of.reduce((state, part) => mixed(state ^ mixed(part)), mixed(seed)) / 0x1_0000_0000;
}

function mixed(value: number): number {
  let mix = (Math.trunc(value) + 0x9e37_79b9) >>> 0;
  mix = Math.imul(mix ^ (mix >>> 16), 0x21f0_aaad);
  mix = Math.imul(mix ^ (mix >>> 15), 0x735a_2d97);
  return (mix ^ (mix >>> 15)) >>> 0;
}
