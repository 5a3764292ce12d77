import type { ClientContext } from './context.js';
import type { Surroundings } from './errors.js';

/** For the message of an error, which may be that the configuration cannot be read. */
export function surroundingsOf({ server, program }: Pick<ClientContext, 'server' | 'program'>): Surroundings {
  try {
    const { address, isConfigured } = server();
    return { address, isConfigured, program };
  } catch {
    return { address: 'the configured address', isConfigured: true, program };
  }
}
