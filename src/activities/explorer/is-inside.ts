import type { PrepareAppInput } from '../../domain/explorer/requests.js';
import { isAllowedAddress } from '../../domain/guard/guard.js';
import type { Application } from '../../domain/ui/observation.js';

/** Whether what is in front is the application that is explored. `own`: the application that the device was opened for, if any. */
export function isInside(
  { url, id, name }: Application,
  { origins, name: wanted }: PrepareAppInput['app'],
  own: string | undefined,
): boolean {
  if (own !== undefined) return id === own;
  if (wanted !== undefined) {
    // Named by its process or by its desktop entry, whose last part may be the name of the process.
    const own = [name, id.replace(/-\d+$/, '')].map((text) => text.toLowerCase());
    return [wanted, wanted.split('.').at(-1) ?? wanted].some((text) => own.includes(text.toLowerCase()));
  }
  if (origins.length === 0) return true;
  return url !== undefined && isAllowedAddress(origins, url);
}
