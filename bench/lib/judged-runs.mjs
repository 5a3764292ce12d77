// Runs in real browsers, of which each page is asked how it stands when its run is over, right before the device closes it.
import { chromium } from 'playwright-core';

/** `around`: for the worker. `judged(start)`: starts a run; resolves with its end, and with what `judge(page)` said of its page. One run at a time. */
export function createJudgedRuns(judge) {
  let told = () => undefined;
  let isOpened = false;
  const ask = async ({ capabilities }) => {
    const browser = await chromium.connectOverCDP(`http://${capabilities['goog:chromeOptions'].debuggerAddress}`);
    try {
      return await judge(browser.contexts()[0].pages()[0]);
    } finally {
      // Of the connection; the browser is the device's.
      await browser.close();
    }
  };
  const around = {
    driver: (driver) => ({
      ...driver,
      async open(spec, context) {
        const { device, attachment } = await driver.open(spec, context);
        isOpened = true;
        const close = async () => {
          const asked = ask(attachment);
          told(asked);
          await asked.catch(() => undefined);
          return device.close();
        };
        return { device: { ...device, close }, attachment };
      },
    }),
  };
  return {
    around,
    async judged(start) {
      const verdict = new Promise((resolve) => (told = resolve));
      isOpened = false;
      const run = await start();
      const { outcome, result, message = '' } = await run.result();
      if (!isOpened) throw new Error(`The run '${run.id}' had no page: ${message}`);
      return { run, done: outcome === 'completed', because: message, result, judged: await verdict };
    },
  };
}
