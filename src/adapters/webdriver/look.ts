// What a look at a browser returns: its page, or the dialog that blocks the page.
import type { Control } from '../../domain/ui/control.js';
import type { Application } from '../../domain/ui/observation.js';
import type { Look } from '../../ports/device.js';
import { ActionFailedError } from '../../ports/device-errors.js';
import { blankPng } from '../memory/blank-png.js';
import type { Holding } from '../device-kit/held-pointer.js';
import type { Secrets } from '../../ports/secrets.js';
import { dialogControls, type Dialogs } from './dialogs.js';
import { asPortError, DialogOpenError } from './errors.js';
import type { Fence } from './fence.js';
import { lookAtFrames } from './frames.js';
import type { Inside } from './inside.js';
import type { Session } from './session.js';
import { applicationOf, type Tabs } from './tabs.js';

export interface View {
  readonly session: Session;
  readonly tabs: Tabs;
  readonly fence: Fence;
  readonly dialogs: Dialogs;
  readonly inside: Inside;
  readonly secrets: Secrets;
  readonly holding: Holding;
  readonly origins: readonly string[];
  /** The last look; an open dialog hides the current state. */
  readonly last: { document: string; application: Application; shot: Uint8Array | undefined; masked: readonly Control[] };
}

/** Retries while dialogs open and close during the look. */
const mostDialogs = 5;

export function look(view: View): Promise<Look> {
  return withDialog(
    () => lookAtPage(view),
    () => lookAtDialog(view),
  );
}

/** While a dialog is open, the last one before it. */
export function screenshot(view: View): Promise<Uint8Array> {
  const { inside, dialogs, last } = view;
  return withDialog(
    async () => (last.shot = await inside.take(() => pixelsOf(view), { sameTab: true })),
    async () => ((await dialogs.current()) ? (last.shot ?? blankPng(1280, 657)) : undefined),
  );
}

/** A frame that the last look could not tell of stands nobody knows where: nothing is shown until the next one. Where something is masked, who takes the picture looks again. */
async function pixelsOf({ session, origins, last }: View): Promise<Awaited<ReturnType<typeof takePixels>>> {
  const taken = await takePixels(session, { fenced: origins.length > 0 });
  const isTold = last.masked.length > 0 || ((await session.refusedFrames?.()) ?? []).length === 0;
  if (isTold) return taken;
  const { value: view } = await session.page('viewport', undefined);
  return { ...taken, value: blankPng(view.width, view.height) };
}

export function source({ session, inside, dialogs }: View): Promise<string> {
  return withDialog(
    () => inside.take(() => session.page('source', undefined)),
    async () => (await dialogs.current())?.text,
  );
}

/** Runs `page`, or `dialog` when one blocks the page. */
export async function withDialog<T>(page: () => Promise<T>, dialog: () => Promise<T | undefined>): Promise<T> {
  for (let attempt = 0; attempt < mostDialogs; attempt++) {
    try {
      return await page();
    } catch (error) {
      if (!(error instanceof DialogOpenError)) throw asPortError(error);
      const answer = await dialog();
      // The dialog closed in between: the page answers again.
      if (answer !== undefined) return answer;
    }
  }
  throw new ActionFailedError('timeout', 'The page opens dialogs faster than they can be read.');
}

async function lookAtPage({ session, tabs, fence, dialogs, inside, holding, last }: View): Promise<Look> {
  const { document, url, title, controls } = await inside.take(async () => {
    const seen = await lookAtFrames(session);
    return { url: seen.url, value: seen };
  });
  last.application = applicationOf({ id: tabs.current, title, url, current: true });
  if (document !== last.document && (session.leaving?.takeLeft() ?? (await dialogs.leftAgainstAsking())))
    fence.notice('The last page asked for confirmation before it was left, perhaps because of unsaved changes; it was left anyway.');
  last.document = document;
  last.masked = controls.filter(({ masked }) => masked);
  return {
    application: last.application,
    title,
    controls,
    notices: [...fence.takeNotices(), ...session.takeRefusals()],
    held: holding.held?.where === tabs.current ? { pressed: holding.held.pressed, at: holding.held.at } : undefined,
  };
}

async function lookAtDialog({ session, fence, dialogs, last: { application, masked } }: View): Promise<Look | undefined> {
  const dialog = await dialogs.current();
  if (dialog === undefined) return undefined;
  const notice = `${dialog.type === 'unknown' ? 'A' : `A ${dialog.type}`} dialog is open: "${dialog.text}". The page is blocked until the dialog is answered.`;
  return {
    application,
    title: application.title ?? '',
    // The picture is the one before it: what was masked there is masked still.
    controls: [...dialogControls(dialog), ...masked.map((control) => ({ ...control, visible: false, interactive: false }))],
    notices: [...fence.takeNotices(), ...session.takeRefusals(), notice],
  };
}

// The screenshot. Full compression would take half of the time, so the PNG is optimised for speed: still lossless, and a quarter larger.

/** `url`: the address after the screenshot was taken, when there is a fence. */
async function takePixels(
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
