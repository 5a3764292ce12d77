// What a browser behind Appium does with a secret whose page is to be locked.
import { atEdge, contextIn } from '../../support/edge.js';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAppiumDriver } from '../../../src/adapters/appium/appium-driver.js';
import { chromiumCapabilities, startAppium } from '../../support/appium-server.js';
import { startPageServer } from '../../support/page-server.js';

test('LK22: a secret that is typed only where its page can be locked is refused; one that does not say is typed', async () => {
  const [pages, appium] = await Promise.all([startPageServer(), startAppium()]);
  const folder = await mkdtemp(join(tmpdir(), 'steadyhand-appium-'));
  const { signal } = new AbortController();
  const context = contextIn(folder, {
    signal,
    secrets: {
      resolveSecret: () => 'correct horse',
      secretSettings: (name) => ({ origins: [pages.origin], ...(name === 'LOCKED' && { lockNetwork: true }) }),
    },
  });
  const driver = atEdge(createAppiumDriver({ url: appium.url }));
  const capabilities = await chromiumCapabilities();
  try {
    const { device, attachment } = await driver.open({ kind: 'appium', url: `${pages.origin}/conformance`, capabilities }, context);
    const name = (await device.look()).controls.find((control) => control.name === 'Name');
    if (!name) throw new Error('no field');
    const type = (text: string) => device.perform({ type: 'set-text', target: { control: name }, text, clear: true }, signal);
    await expect(type('{{secret:LOCKED}}')).rejects.toMatchObject({
      code: 'secret-refused',
      message: expect.stringContaining('secrets.LOCKED.lockNetwork') as string,
    });
    await type('{{secret:UNSAID}}');
    await expect(device.look()).resolves.toMatchObject({
      controls: expect.arrayContaining([expect.objectContaining({ name: 'Name', value: '•••' })]) as unknown,
    });
    await driver.destroy(attachment, context);
  } finally {
    await appium.close();
    await pages.close();
    await rm(folder, { recursive: true, force: true });
  }
});
