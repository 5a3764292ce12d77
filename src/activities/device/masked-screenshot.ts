// Pixels of a masked control never leave this function: where there is one, the controls are read again after the screenshot, and both places are blanked.
import type { Control } from '../../domain/ui/control.js';
import type { Bounds } from '../../domain/ui/geometry.js';
import type { Look } from '../../ports/device.js';
import type { HandedDevice } from '../../ports/hand.js';
import type { Images } from '../../ports/images.js';

export async function screenshotWithoutSecrets(
  device: Pick<HandedDevice, 'look' | 'screenshot'>,
  look: Look,
  images: Images,
): Promise<Uint8Array> {
  const pixels = await device.screenshot();
  const masked = maskedBounds(look.controls);
  if (masked.length === 0) return pixels;
  const after = await device.look();
  return images.blank(pixels, [...masked, ...maskedBounds(after.controls)]);
}

function maskedBounds(controls: readonly Control[]): readonly Bounds[] {
  return controls.filter((control) => control.masked === true).map((control) => control.bounds);
}
