// A browser, and the server of the pages that it visits, for the tests of one file.
import { afterAll, beforeAll } from '@jest/globals';
import { openTestBrowser, type TestBrowser } from './webdriver.js';

interface Site {
  close(): Promise<unknown>;
}

/** `take` is told of both before the first test. */
export function openBrowserAnd<S extends Site>(start: () => Promise<S>, take: (browser: TestBrowser, site: S) => void): void {
  const open: Site[] = [];
  beforeAll(async () => {
    const site = await start();
    open.push(site);
    const browser = await openTestBrowser();
    open.push(browser);
    take(browser, site);
  });
  afterAll(async () => {
    for (const each of open.reverse()) await each.close();
  });
}
