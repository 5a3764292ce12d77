// How large a picture may be that Anthropic's models are sent: they see patches of 28 px, one token each. The smaller of their two limits, which every one of them takes as it is: a larger
// picture would be scaled by the provider or rejected, and points are px of the picture that was sent.
import type { Size } from '../ui/geometry.js';

const patch = 28;
const mostTokens = 1_568;
const longest = 1_568;

export function tokensOfPatches({ width, height }: Size): number {
  return Math.ceil(width / patch) * Math.ceil(height / patch);
}

/** px: the longest side with which a picture of these proportions fits. */
export function longestSideThatFits({ width, height }: Size): number {
  const [long, short] = width > height ? [width, height] : [height, width];
  let side = Math.min(long, longest);
  while (side > 1 && tokensOfPatches({ width: side, height: Math.ceil((short * side) / long) }) > mostTokens) side -= 1;
  return side;
}
