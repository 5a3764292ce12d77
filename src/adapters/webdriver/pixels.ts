// The screenshot. Full compression would take half of the time, so the PNG is optimised for speed: still lossless, and a quarter larger.
import { ActionFailedError } from '../../ports/device-errors.js';
import type { Session } from './session.js';

/** `url`: the address after the screenshot was taken, when there is a fence. */
export async function takePixels(
  session: Session,
  { fenced }: { readonly fenced: boolean },
): Promise<{ readonly url: string; readonly value: Uint8Array }> {
  const png = await capture(session).catch((error: unknown) => {
    // The driver's own command is slower and retries once, which helps while a page is being replaced.
    if (error instanceof ActionFailedError) return session.command((browser) => browser.takeScreenshot());
    throw error;
  });
  const url = fenced ? await session.url() : '';
  return { url, value: Buffer.from(png, 'base64') };
}

async function capture(session: Session): Promise<string> {
  const { data } = (await session.devtools('Page.captureScreenshot', { format: 'png', optimizeForSpeed: true })) as {
    readonly data: string;
  };
  return data;
}
