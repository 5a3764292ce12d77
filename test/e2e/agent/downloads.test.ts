// H12: a run ends with its downloads: one under way is waited for before its browser is closed, and all of them stand in its result.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { describeRun } from '../../../src/client/run-description.js';
import { assignThenFinish, click, say, startHarness, type Harness } from '../../support/agent-harness.js';
import { chain, click as press } from '../../support/browser-flows.js';
import { listen, type TestServer } from '../../support/http.js';
import { sharedServerAddress } from '../../support/temporal-server.js';
import { until } from '../../support/until.js';

let server: TestServer;
let harness: Harness;
let finish: (() => void) | undefined;

beforeAll(async () => {
  server = await listen(async ({ url = '/' }, response) => {
    if (url === '/')
      return void response
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<title>Files</title><a href="/short.bin">Short</a> <a href="/long.bin">Long</a>');
    const headers = { 'content-type': 'application/octet-stream', 'content-disposition': `attachment; filename="${url.slice(1)}"` };
    response.writeHead(200, headers).write('0123456789');
    if (url === '/short.bin') response.end('0123456789');
    else finish = () => response.end('0123456789');
  });
  harness = await startHarness({ address: sharedServerAddress(), config: { kinds: ['web'], slots: 1 } });
});
afterAll(async () => {
  await harness.close();
  await server.close();
});

const device = () => ({ kind: 'web' as const, url: `http://127.0.0.1:${server.port}/` });
const stored = (name: string) => ({ name, file: expect.stringMatching(/^sha256:[0-9a-f]{64}$/) });

/** Ends the long download once the run is closing its browser. */
async function closing(run: {
  readonly handle: { fetchHistory(): Promise<{ readonly events?: readonly unknown[] | null }> };
}): Promise<void> {
  await until(async () => JSON.stringify((await run.handle.fetchHistory()).events).includes('"closeDevice"'), 'the end of the run');
  finish?.();
}

test('H12: an agent’s result has what was seen and what was still under way, and so do its description and its report', async () => {
  const run = await harness.run(
    { host: assignThenFinish, app: [click('Short'), click('Long'), say('FINISH', { Result: 'both' })] },
    { request: 'download both', device: device() },
  );
  await closing(run);
  const { downloads } = await run.handle.result();
  expect(downloads).toEqual([stored('short.bin'), stored('long.bin')]);
  expect(await describeRun(harness.client, run.id)).toMatchObject({ result: { downloads } });
});

test('H12: so has a flow’s, whose nodes look at nothing', async () => {
  const run = await harness.flow(() => chain(press('short', 'Short'), press('long', 'Long')), { device: device() });
  await closing(run);
  // Nobody took them before the end: in the order of their names.
  expect((await run.handle.result()).downloads).toEqual([stored('long.bin'), stored('short.bin')]);
});
