/** From 0 to 1, by mulberry32: the same seed, the same walk. */
export function fractionOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Whole numbers below what is asked. */
export function chanceOf(seed: number): (below: number) => number {
  const fraction = fractionOf(seed);
  return (below) => Math.floor(fraction() * below);
}
