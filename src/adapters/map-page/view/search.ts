import type { MapData } from '../map-data.js';

export interface Found {
  readonly screen: number;
  /** The action that matches; undefined when the screen itself does. */
  readonly action: string | undefined;
}

/**
 * Every word must match in what the screen is called or, ranked after those, in one action; or the key starts with the query. Without words: all screens.
 */
export function foundBy({ screens }: MapData, query: string): readonly Found[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const has = (text: string): boolean => words.every((word) => text.toLowerCase().includes(word));
  const found = screens.flatMap(({ name, title, address, key, actions }, screen): readonly Found[] => {
    if (has(`${name}\n${title}\n${address}`) || key.startsWith(query.trim().toLowerCase())) return [{ screen, action: undefined }];
    const action = actions.find(({ name }) => has(name));
    return action ? [{ screen, action: action.name }] : [];
  });
  return found.sort((a, b) => Number(a.action !== undefined) - Number(b.action !== undefined));
}
