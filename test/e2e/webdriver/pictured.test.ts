// What only a picture shows of an action.
import { createMemoryArtifactStore } from '../../../src/adapters/memory/artifact-store.js';
import { createSharpImages } from '../../../src/adapters/sharp/sharp-images.js';
import { effectSince } from '../../../src/activities/device/perform-and-look.js';
import type { Effect } from '../../../src/domain/ui/change.js';
import { openBrowserAnd } from '../../support/browser-and-site.js';
import { startPageServer, type PageServer } from '../../support/page-server.js';
import type { TestBrowser } from '../../support/webdriver.js';

let server: PageServer;
let browser: TestBrowser;
const tools = { artifacts: createMemoryArtifactStore(), images: createSharpImages() };

openBrowserAnd(startPageServer, (opened, at) => void ([browser, server] = [opened, at]));

async function seen() {
  const { controls, title } = await browser.device.look();
  return { controls, title, screenshot: await tools.artifacts.put(await browser.device.screenshot(), 'image/png') };
}

async function effectOfPress(name: string): Promise<Effect | undefined> {
  const before = await seen();
  await browser.click('img', name);
  return effectSince({ before, after: await seen(), device: browser.device }, tools);
}

test.each(['Board', 'Note', 'Map'])(
  'HE35: what is drawn, bold or moved is told where the list of controls is the same: %s',
  async (name) => {
    await browser.go(`${server.origin}/pictured`);
    expect(await effectOfPress(name)).toEqual({ kind: 'changed', what: `only the picture changed: img "${name}"` });
  },
);

test('HE35: nothing visible changed where the picture is the same', async () => {
  await browser.go(`${server.origin}/pictured`);
  expect(await effectOfPress('Idle')).toEqual({ kind: 'nothing-visible' });
});

test('HE35: what turns all the time is no effect, and is named; what is drawn beside it is one', async () => {
  await browser.go(`${server.origin}/pictured?busy`);
  expect(await effectOfPress('Idle')).toEqual({ kind: 'nothing-visible', but: expect.stringMatching(/^from \d+, \d+ to \d+, \d+ px$/) });
  expect(await effectOfPress('Board')).toEqual({ kind: 'changed', what: 'only the picture changed: img "Board"' });
});
