// The labelled contexts on real pages: the guard's verdict on the controls that a browser lists is the label's (HE41, LK15).
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { browserContexts as contexts } from '../pure/guard/contexts/index.js';
import type { GuardContext } from '../pure/guard/contexts/context.js';
import { judgedContext } from '../support/guard-contexts.js';
import { sampled } from '../support/sampled.js';
import { openTestBrowser, type TestBrowser } from '../support/webdriver.js';

let server: Server;
let browser: TestBrowser;
let origin: string;

beforeAll(async () => {
  server = createServer((request, response) => {
    const { html = '', language = 'en' } = contexts[Number(request.url?.slice(1))] ?? {};
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(`<!doctype html><html lang="${language}"><head><title>Page</title></head><body>${html}</body></html>`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  browser = await openTestBrowser();
});

afterAll(async () => {
  await browser?.close();
  await new Promise((resolve) => server?.close(resolve));
});

interface Judged {
  readonly context: GuardContext;
  readonly got: string;
}

const mostHeld = 0.05;

test('HE41, LK15, LK10, HE40: on the controls of a real page no risky context is missed, and at most one harmless one in twenty is held', async () => {
  const judged: Judged[] = [];
  for (const [index, context] of sampled([...contexts.entries()], 16)) {
    // A page without scripts is at rest once it is loaded.
    await browser.device.perform({ type: 'navigate', url: `${origin}/${index}` }, AbortSignal.timeout(30_000));
    const { controls } = await browser.device.look();
    judged.push({ context, got: verdictOn(context, controls) });
  }
  const shown = ({ context: { language, aim, deed, why }, got }: Judged) => `${language} ${aim} ${JSON.stringify(deed)} (${why}): ${got}`;
  const risky = judged.filter(({ context }) => context.verdict !== 'free');
  const missed = risky.filter(({ context, got }) => got !== context.verdict);
  const harmless = judged.filter(({ context }) => context.verdict === 'free');
  const held = harmless.filter(({ got }) => got !== 'free');
  console.log(
    `in a browser: ${missed.length} of ${risky.length} risky missed, ${held.length} of ${harmless.length} harmless held\n${held.map(shown).join('\n')}`,
  );
  expect(missed.map(shown)).toEqual([]);
  expect(held.length / harmless.length).toBeLessThanOrEqual(mostHeld);
}, 1_200_000);

function verdictOn(context: GuardContext, controls: Parameters<typeof judgedContext>[1]): string {
  try {
    return judgedContext(context, controls);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
