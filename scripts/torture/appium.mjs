// A host's Appium server: one that is killed is started again at once, on the same port.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startAppium } from '../../test/support/appium-program.mjs';
import { freePort } from '../../test/support/free-port.mjs';
import { keptAlive } from './kept-alive.mjs';
import { appiumFile } from './victims.mjs';

export async function keepAppium(home) {
  const port = await freePort();
  const kept = await keptAlive({
    async start() {
      const server = await startAppium({ port });
      writeFileSync(join(home, appiumFile), String(server.pid));
      return server;
    },
    stop: (server) => server.close(),
  });
  return { url: kept.now().url, close: () => kept.end() };
}
