/** Most at once: open folders, or requests. */
const atOnce = 16;

/** When this settles, also by a failure, all started work has settled: nobody writes any more once the turn is released. */
export async function inTurns<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const done: R[] = [];
  for (let start = 0; start < items.length; start += atOnce) {
    const some = items.slice(start, start + atOnce).map(work);
    await Promise.allSettled(some);
    done.push(...(await Promise.all(some)));
  }
  return done;
}
