/**
 * Rounds, the first of which is a warm-up and does not count: at least `fewest`, at most `most`, and none beyond `fewest` started after `budgetMs`.
 * Each yields `{ name: number }`; the result has all numbers of each name.
 */
export async function rounds({ fewest, most, budgetMs }, say, round) {
  const began = performance.now();
  const all = {};
  for (let number = 0; number <= most; number++) {
    if (number > fewest && performance.now() - began > budgetMs) break;
    const took = await round(number);
    say(
      `${number === 0 ? 'warm-up' : `round ${number}`}: ${Object.entries(took)
        .map(([name, value]) => `${name} ${Math.round(value)}`)
        .join(', ')}`,
    );
    if (number > 0) for (const [name, value] of Object.entries(took)) (all[name] ??= []).push(value);
  }
  return all;
}

/** The names in a different order each round, so that the after-effects of one (a garbage collection, a full page cache) do not always hit the same next one. */
export function turned(names, round) {
  const from = round % names.length;
  return [...names.slice(from), ...names.slice(0, from)];
}
