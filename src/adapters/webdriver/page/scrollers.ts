// What scrolls, and how far it is.
import type { Side } from '../../../domain/ui/control.js';
import type { Bounds } from '../../../domain/ui/geometry.js';
import type { ElementStyle } from './styles.js';

/** px; what scrolls less hides nothing. */
const leastHidden = 8;

interface Scrolled {
  readonly scrollTop: number;
  readonly scrollHeight: number;
  readonly clientHeight: number;
  readonly scrollLeft: number;
  readonly scrollWidth: number;
  readonly clientWidth: number;
}

/** Empty for what does not scroll. */
export function scrolledBy(
  { scrollTop, scrollHeight, clientHeight, scrollLeft, scrollWidth, clientWidth }: Scrolled,
  axes: { readonly x: boolean; readonly y: boolean },
): string {
  const [down, right] = [scrollHeight - clientHeight, scrollWidth - clientWidth];
  const parts: string[] = [];
  if (axes.y && down > leastHidden)
    parts.push(`${percent(scrollTop, down)} %, ${Math.round(scrollTop)} px above, ${Math.round(down - scrollTop)} px below`);
  if (axes.x && right > leastHidden)
    parts.push(
      `across ${percent(Math.abs(scrollLeft), right)} %, ${Math.round(Math.abs(scrollLeft))} px left, ${Math.round(right - Math.abs(scrollLeft))} px right`,
    );
  return parts.join('; ');
}

function percent(at: number, most: number): number {
  return Math.round((100 * at) / most);
}

export function scrollsBy(style: ElementStyle): { readonly x: boolean; readonly y: boolean } {
  return { x: scrolls(style.overflowX), y: scrolls(style.computed.overflowY) };
}

function scrolls(overflow: string): boolean {
  return overflow === 'auto' || overflow === 'scroll' || overflow === 'overlay';
}

/** On which side of a container's view something is that only scrolling brings; undefined: some of it is in view. */
export function sideOf(box: Bounds, view: Bounds): Side | undefined {
  if (box.y + box.height <= view.y) return 'above';
  if (box.y >= view.y + view.height) return 'below';
  if (box.x + box.width <= view.x) return 'left';
  return box.x >= view.x + view.width ? 'right' : undefined;
}
