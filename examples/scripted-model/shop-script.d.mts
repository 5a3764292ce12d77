import type { Script } from './server.mjs';

export const shopScript: Script;
