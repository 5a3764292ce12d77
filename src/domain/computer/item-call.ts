// An item of a provider's batch as a call of one of our functions, so that it is checked, judged, held, journalled and told like any other.
//
// item-2. What cannot be done exactly is not done at all: it is refused in one sentence for the model, and the batch ends there.
// item-3. A secret goes into a field that is known, never to whatever has the focus: the one that has it, or that the item before it clicks.
import { itemWords } from '../action/actions.js';
import type { Size } from '../ui/geometry.js';
import type { ComputerItem } from './computer-turn.js';
import type { PictureOfScreen } from './picture-places.js';

export type FunctionOfItem =
  | { readonly call: { readonly Function: string; readonly Args: unknown; readonly ControlLabel: string } }
  | { readonly refused: string };

/** Undefined: nothing is to be done. */
export function itemCall(item: ComputerItem, sizes: PictureOfScreen): FunctionOfItem | undefined {
  const problem = refusalOf(item, sizes.picture);
  if (problem !== undefined) return { refused: problem };
  if (item.type === 'function') return { call: { Function: item.name, Args: item.args, ControlLabel: '' } };
  const made = itemWords[item.type]?.call(item, sizes);
  if (!made || 'refused' in made) return made;
  return { call: { Function: made.name, Args: made.args, ControlLabel: made.label ?? '' } };
}

/** item-2. */
function refusalOf(item: ComputerItem, picture: Size): string | undefined {
  if (item.type === 'refused') return item.because;
  if ('holding' in item && item.holding && item.holding.length > 0)
    return `Nothing is done with the pointer while ${item.holding.join('+').slice(0, 80)} is held: ${item.type} without keys.`;
  const problem = itemWords[item.type]?.problem?.(item);
  if (problem !== undefined) return problem;
  const points = 'path' in item ? item.path : 'at' in item ? [item.at] : [];
  const outside = points.find(({ x, y }) => !(x >= 0 && y >= 0 && x < picture.width && y < picture.height));
  return outside && `${item.type}: ${outside.x},${outside.y} is outside the picture of ${picture.width} × ${picture.height} px.`;
}
