import type { PrepareAppInput } from '../../domain/explorer/requests.js';
import { isAllowedAddress } from '../../domain/guard/guard.js';
import type { Application } from '../../domain/ui/observation.js';

/** Whether what is in front is the application that is explored. `own`: of the device, where it was opened for one. */
export function isInside(
  { url, id, name }: Application,
  { origins, name: wanted }: PrepareAppInput['app'],
  own: string | undefined,
): boolean {
  if (own !== undefined) return id === own;
  if (wanted !== undefined) {
    // As its process is called, or its entry, of which the last word may be the process's.
    const own = [name, id.replace(/-\d+$/, '')].map((text) => text.toLowerCase());
    return [wanted, wanted.split('.').at(-1) ?? wanted].some((text) => own.includes(text.toLowerCase()));
  }
  if (origins.length === 0) return true;
  return url !== undefined && isAllowedAddress(origins, url);
}
