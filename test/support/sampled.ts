/** Cases that repeat one another: the same rule at another moment, or from another seed. With STEADYHAND_SAMPLE=1, as in .ci/run, only every `nth`, from the first. */
export function sampled<T>(cases: readonly T[], nth = cases.length): readonly T[] {
  return process.env['STEADYHAND_SAMPLE'] === '1' ? cases.filter((_case, index) => index % nth === 0) : cases;
}
