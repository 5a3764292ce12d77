import type { Tab } from './tab.js';
import { setTimeout as sleep } from 'node:timers/promises';
import { DialogOpenError, PageChangedError, type Session, type BrowserMouse } from '../session.js';
import type { Point } from '../../../domain/ui/geometry.js';
import type { MouseButton } from '../../../domain/ui/ui-action.js';
import { within } from '../../process-kit/poll.js';

/** ms; a handler that takes longer has had its event. */
const longestHandler = 3_000;

// The two keys that press what has the focus, by events that the browser makes as from a real keyboard. While the driver presses a key it says yes to whatever page asks before it is left.

const keys = {
  Enter: { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13, text: '\r' },
  Space: { key: ' ', code: 'Space', windowsVirtualKeyCode: 32, text: ' ' },
} as const;

export function createKeyboard(tabNow: () => Promise<Tab>): Required<Pick<Session, 'pressKey'>> {
  return {
    async pressKey(name) {
      const tab = await tabNow();
      if (tab.blocked) throw tab.blocked;
      const { text, ...key } = keys[name];
      for (const event of [
        { type: 'keyDown', ...key, text, unmodifiedText: text },
        { type: 'keyUp', ...key },
      ]) {
        const sent = tab
          .unlessBlocked(() => tab.devtools.send('Input.dispatchKeyEvent', event, tab.top.session))
          .catch((error: unknown) => {
            // The page acted on the key: it is gone by now, or a dialog is in the way of the rest.
            if (!(error instanceof DialogOpenError || error instanceof PageChangedError)) throw error;
          });
        sent.catch(() => undefined);
        await within(longestHandler, sent);
      }
    },
  };
}

// The mouse, by events that the browser makes as from a real one.
//
// mouse-1. A pressed button belongs to the DevTools connection that pressed it: when that ends while the browser drags something, the tab hears no mouse any more. The driver's connection outlives a worker, so whatever is
// pressed for longer than a click goes through the driver, and the next worker goes on with it.

/** As `MouseEvent.buttons` counts them. */
const held: Readonly<Record<MouseButton, number>> = { left: 1, right: 2, middle: 4 };

/** ms between two moves with a button pressed. */
const stepPause = 12;

/** A DevTools command to a tab. */
type Way = (method: string, parameters: object) => Promise<unknown>;

/** @param driver - by the connection of the driver, to the tab that it is in */
export function createMouse(tabNow: () => Promise<Tab>, driver: Way): BrowserMouse {
  const lasting: Send = (tab, type, point, more) => sendBy(driver, tab, type, point, more);
  return {
    click: async (point, button, count, isStill) => click(await tabNow(), point, { button, count, isStill }),
    wheel: async (point, deltaX, deltaY) => {
      const tab = await tabNow();
      await send(tab, 'mouseMoved', point);
      await send(tab, 'mouseWheel', point, { deltaX, deltaY });
    },
    hover: async (point) => {
      const tab = await tabNow();
      await send(tab, 'mouseMoved', point);
      // Some menus open at the second event over them.
      await send(tab, 'mouseMoved', point);
    },
    press: async (point, button, hold) => {
      const tab = await tabNow();
      await lasting(tab, 'mouseMoved', point);
      // The browser makes no click of a press that it counts as none.
      await lasting(tab, 'mousePressed', point, { button, buttons: held[button], clickCount: hold ? 0 : 1 });
    },
    carry: async (along, button) => {
      const tab = await tabNow();
      for (const point of along) {
        await lasting(tab, 'mouseMoved', point, { button, buttons: held[button] });
        await sleep(stepPause);
      }
    },
    release: async (point, button) => letGo(lasting, await tabNow(), point, button),
    cancel: async (point, button) => {
      // A dragged element or text is put back without a drop.
      await driver('Input.cancelDragging', {});
      await letGo(lasting, await tabNow(), point, button);
    },
  };
}

async function letGo(lasting: Send, tab: Tab, point: Point, button: MouseButton): Promise<void> {
  await lasting(tab, 'mouseReleased', point, { button, buttons: 0, clickCount: 1 }).catch((error: unknown) => {
    // What it was dropped on has led to another page.
    if (!(error instanceof PageChangedError)) throw error;
  });
}

interface Click {
  readonly button: MouseButton;
  readonly count: number;
  readonly isStill: (() => Promise<boolean>) | undefined;
}

async function click(tab: Tab, point: Point, { button, count, isStill }: Click): Promise<void> {
  await send(tab, 'mouseMoved', point);
  await send(tab, 'mousePressed', point, { button, buttons: held[button], clickCount: 1 });
  try {
    await send(tab, 'mouseReleased', point, { button, buttons: 0, clickCount: 1 });
    for (let clickCount = 2; clickCount <= count; clickCount++) {
      if (isStill && !(await isStill())) return;
      await send(tab, 'mousePressed', point, { button, buttons: held[button], clickCount });
      await send(tab, 'mouseReleased', point, { button, buttons: 0, clickCount });
    }
  } catch (error) {
    // The page acted on the first press: it is gone by now, or a dialog is in the way of the rest.
    if (!(error instanceof PageChangedError || error instanceof DialogOpenError)) throw error;
  }
}

type Send = (tab: Tab, type: string, point: Point, more?: object) => Promise<void>;

const send: Send = (tab, type, point, more) =>
  sendBy((method, parameters) => tab.devtools.send(method, parameters, tab.top.session), tab, type, point, more);

/**
 * Throws `DialogOpenError` when a dialog is open already: then nothing is sent. Once it has been sent, a page that blocks in its handler, by a dialog
 * or without one, has had it.
 */
async function sendBy(way: Way, tab: Tab, type: string, { x, y }: Point, more: object = {}): Promise<void> {
  if (tab.blocked) throw tab.blocked;
  const event = { type, x: Math.round(x), y: Math.round(y), pointerType: 'mouse', ...more };
  const sent = tab
    .unlessBlocked(() => way('Input.dispatchMouseEvent', event))
    .catch((error: unknown) => {
      if (!(error instanceof DialogOpenError)) throw error;
    });
  sent.catch(() => undefined);
  await within(longestHandler, sent);
}
