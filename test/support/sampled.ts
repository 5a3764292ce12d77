/** Cases that repeat one another: the same rule at another moment, or from another seed. Only every `nth`, from the first; with STEADYHAND_EVERYTHING=1 all of them. */
export function sampled<T>(cases: readonly T[], nth = cases.length): readonly T[] {
  return process.env['STEADYHAND_EVERYTHING'] === '1' ? cases : cases.filter((_case, index) => index % nth === 0);
}
