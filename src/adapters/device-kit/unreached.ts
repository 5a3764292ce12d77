// Why no pointer was sent to a control: the same words on every device.
import { ActionFailedError } from '../../ports/device-errors.js';

export function coveredError(name: string | undefined, by: string): ActionFailedError {
  return new ActionFailedError('control-covered', `The control ${quoted(name)}is covered by ${by}. Deal with that first.`);
}

export function outOfReachError(name: string | undefined): ActionFailedError {
  return new ActionFailedError(
    'out-of-reach',
    `The control ${quoted(name)}cannot be reached with the pointer: it is clipped, or takes none. Scroll, or act on another control.`,
  );
}

/** For the middle of a sentence: with a blank after it, if there is a name. */
export function quoted(name: string | undefined): string {
  return name ? `"${name}" ` : '';
}
