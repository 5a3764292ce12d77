// Finds text on a screen for FindText and Click: in the names and values of controls first (docs/design/flow.md §3).
import { isBlank } from '../text/blank.js';
import { isScroller, type Control } from '../ui/control.js';
import type { Bounds } from '../ui/geometry.js';

export type MatchMode = 'contains' | 'exact';

export interface TextMatch {
  readonly text: string;
  /** px, the centre. */
  readonly x: number;
  readonly y: number;
  readonly bounds: Bounds;
  readonly role: string;
  readonly source: Control['source'];
  /** 1 for text from the accessibility tree, less for text read from pixels. */
  readonly confidence: number;
  readonly interactive: boolean;
}

/** Exact matches first, then interactive controls, then from top to bottom. Visible controls only. */
export function findText(
  controls: readonly Control[],
  text: string,
  mode: MatchMode,
): readonly (TextMatch & { readonly control: Control })[] {
  const wanted = plain(text);
  return controls
    .filter((control) => control.visible && !isScroller(control))
    .flatMap((control) => {
      const found = [control.name, ...(control.masked === true ? [] : [control.value ?? ''])].find((own) => fits(plain(own), wanted, mode));
      return found === undefined ? [] : [{ ...matchOf(found, control.bounds, control), control }];
    })
    .sort(
      (a, b) =>
        Number(plain(b.text) === wanted) - Number(plain(a.text) === wanted) ||
        Number(b.interactive) - Number(a.interactive) ||
        a.y - b.y ||
        a.x - b.x,
    );
}

export function matchOf(
  text: string,
  bounds: Bounds,
  { role, source, interactive }: Pick<Control, 'role' | 'source' | 'interactive'>,
  confidence = 1,
): TextMatch {
  return {
    text,
    x: Math.round(bounds.x + bounds.width / 2),
    y: Math.round(bounds.y + bounds.height / 2),
    bounds,
    role,
    source,
    confidence,
    interactive,
  };
}

export function fits(own: string, wanted: string, mode: MatchMode): boolean {
  return wanted !== '' && (mode === 'exact' ? own === wanted : own.includes(wanted));
}

/** Names of interactive controls: candidates when a text is not found. */
export function availableElements(controls: readonly Control[]): readonly string[] {
  const names = controls
    .filter((control) => control.visible && control.enabled && control.interactive && !isScroller(control) && !isBlank(control.name))
    .map(({ name }) => name.trim());
  return [...new Set(names)].slice(0, 100);
}

/** `select`: `first`, `last`, or a number from 1; the selected match comes first. */
export function selected<T>(matches: readonly T[], select: string | undefined): readonly T[] {
  const index =
    select === undefined || select.toLowerCase() === 'first'
      ? 0
      : select.toLowerCase() === 'last'
        ? matches.length - 1
        : Number(select) - 1;
  const chosen = matches[index];
  return chosen === undefined ? matches : [chosen, ...matches.filter((match) => match !== chosen)];
}

/** Collapses white space, ignores case. */
export function plain(text: string): string {
  return text.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase();
}
