import type { Script } from './server.mjs';

export const desktopScript: Script;
