import type { ClientContext } from './context.js';

/** For the message of an error, which may be that the configuration cannot be read. */
export function addressOf({ server }: Pick<ClientContext, 'server'>): string {
  try {
    return server().address;
  } catch {
    return 'the configured address';
  }
}
