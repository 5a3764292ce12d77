// A host's Appium server: one that is killed is started again at once, on the same port.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startAppium } from '../../test/support/appium-program.mjs';
import { freePort } from '../../test/support/free-port.mjs';
import { isAlive } from '../lib/processes.mjs';
import { appiumFile } from './victims.mjs';

export async function keepAppium(home) {
  const port = await freePort();
  let stopping = false;
  let server;
  const start = async () => {
    server = await startAppium({ port });
    writeFileSync(join(home, appiumFile), String(server.pid));
  };
  await start();
  const keeping = keep();

  async function keep() {
    while (!stopping) {
      if (isAlive(server.pid)) {
        await pause(50);
        continue;
      }
      await server.close();
      if (!stopping) await start();
    }
  }

  return {
    url: server.url,
    async close() {
      stopping = true;
      await keeping;
      await server.close();
    },
  };
}
