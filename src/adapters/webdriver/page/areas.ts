// The areas of a picture that are links. They have no boxes of their own: their coordinates are px of the picture that shows them.
import type { Bounds } from '../../../domain/ui/geometry.js';
import { styleOf } from './styles.js';
import { ofDocument, own } from './own.js';

/** Links of the map that a picture uses. */
export function areasOf(picture: HTMLElement): readonly HTMLElement[] {
  const map = mapNamed(picture, own.attribute(picture, 'usemap') ?? '');
  return map === undefined ? [] : ([...own.queryAll(map, 'area[href]')] as HTMLElement[]);
}

/** Of an area only. */
export function pictureOf(area: Element): HTMLElement | undefined {
  if (own.tag(area) !== 'area') return undefined;
  const name = own.attribute(own.closest(area, 'map') ?? area, 'name') ?? '';
  const pictures = [...ofDocument.queryAll(own.document(area), 'img[usemap]')];
  return pictures.find((each) => own.attribute(each, 'usemap') === `#${name}`) as HTMLElement | undefined;
}

/** Without an extent where no picture shows it. */
export function areaBox(area: Element): Bounds {
  const picture = pictureOf(area);
  if (picture === undefined) return { x: 0, y: 0, width: 0, height: 0 };
  const { left, top } = own.box(picture);
  const { computed } = styleOf(picture);
  const [x, y] = [left + picture.clientLeft + parseFloat(computed.paddingLeft), top + picture.clientTop + parseFloat(computed.paddingTop)];
  const numbers = (own.attribute(area, 'coords') ?? '').split(/[\s,;]+/).map(Number);
  if (numbers.some((number) => !Number.isFinite(number))) return { x: 0, y: 0, width: 0, height: 0 };
  switch (own.attribute(area, 'shape')?.toLowerCase()) {
    case 'default':
      return { x, y, width: picture.clientWidth, height: picture.clientHeight };
    case 'circle': {
      const [across = 0, down = 0, radius = 0] = numbers;
      return { x: x + across - radius, y: y + down - radius, width: 2 * radius, height: 2 * radius };
    }
    default: {
      const [across, down] = [0, 1].map((odd) => numbers.filter((_, at) => at % 2 === odd)) as [number[], number[]];
      const [least, most] = [Math.min(...across), Math.max(...across)];
      return { x: x + least, y: y + Math.min(...down), width: most - least, height: Math.max(...down) - Math.min(...down) };
    }
  }
}

function mapNamed(picture: Element, reference: string): Element | undefined {
  const name = reference.startsWith('#') ? reference.slice(1) : '';
  return name === ''
    ? undefined
    : [...ofDocument.queryAll(own.document(picture), 'map')].find((each) => own.attribute(each, 'name') === name);
}
