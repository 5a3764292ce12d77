// Compares the screens of a map with what a person would call one screen.
//
// A page is where the browser is in the end (`pageOf`). Several screens of one page are too many, except those with something on top (a dialog, an open
// menu); a screen of several pages is merged wrongly.

/** `looks`: everything that was seen, `{ path, title, key, structure, layered }`. `splits`: screens beyond the first of each page. */
export function judgeScreens({ screens, alike }, looks) {
  const seenAs = new Map(screens.map(({ key }) => [key, []]));
  for (const look of looks) seenAs.get(alike.get(look.key) ?? look.key)?.push(look);
  const bare = [...seenAs].filter(([, [look]]) => look && !look.layered);
  const pages = new Map();
  for (const [key, [{ path }]] of bare) pages.set(path, [...(pages.get(path) ?? []), key]);
  const split = [...pages]
    .filter(([, keys]) => keys.length > 1)
    .map(([page, keys]) => ({
      page,
      structures: keys.map((key) => seenAs.get(key)[0].structure),
      heads: keys.map((key) => seenAs.get(key)[0]),
    }));
  const merged = [...seenAs]
    .map(([key, of]) => ({ key, paths: [...new Set(of.map(({ path }) => path))] }))
    .filter(({ paths }) => paths.length > 1);
  return {
    split,
    merged,
    splits: split.reduce((sum, { structures }) => sum + structures.length - 1, 0),
    layered: screens.length - bare.length,
  };
}

const fewest = 3;

/** How the screens of a page differ, so that a person can judge whether they are one. */
export function tellJudged({ split, merged, layered }, say) {
  for (const { page, structures, heads } of split) {
    say(`${page} is ${structures.length} screens: ${heads.map(({ headings, title }) => `"${headings[0] ?? title}"`).join(', ')}`);
    const [one, ...others] = structures;
    for (const other of others) say(`    + ${some(other, one)} − ${some(one, other)}`);
  }
  for (const { key, paths } of merged) say(`screen ${key.slice(0, 8)} is ${paths.length} pages: ${paths.join(', ')}`);
  say(`${layered} screens with something on top (a dialog, a menu)`);
}

/** Each screen, and what it has that the first does not. */
export function tellScreens({ screens, alike }, looks, say) {
  const structures = new Map(looks.map(({ key, structure }) => [alike.get(key) ?? key, structure]));
  const [first] = screens;
  for (const { key, title, variants } of screens)
    say(`    ${title}, ${variants} variants: + ${some(structures.get(key) ?? [], structures.get(first.key) ?? [])}`);
}

function some(tokens, others) {
  const more = tokens.filter((token) => !others.includes(token));
  return `${more.length} of ${tokens.length}${more.length === 0 ? '' : `: ${more.slice(0, fewest).join(', ')}`}`;
}
