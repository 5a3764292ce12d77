// Mouse, keyboard and screenshots of one display, `node input-process.js <file of notes>`. In a process of its own: nut-js binds to the display of its process, once; its
// calls stop the process until the X server answers; and Xlib ends the process when that server ends.
import nut from '@nut-tree-fork/nut-js';
import sharp from 'sharp';
import type { Point } from '../../domain/ui/geometry.js';
import type { MouseButton } from '../../domain/ui/ui-action.js';
import { openNotes, acting, type InputCalls, type InputReply, type InputRequest, type Keys } from './input-protocol.js';

const { Button, clipboard, Key, keyboard, mouse, screen } = nut;
/** ms between the parts of a drag: applications recognise one only after some distance and time. */
const dragPause = 30;

keyboard.config.autoDelayMs = 0;
mouse.config.autoDelayMs = 0;
sharp.concurrency(1);

const buttons: Readonly<Record<MouseButton, number>> = { left: Button.LEFT, right: Button.RIGHT, middle: Button.MIDDLE };

type Promised<T> = { readonly [K in keyof T]: T[K] extends (...args: infer A) => infer R ? (...args: A) => Promise<R> : never };

/** On X, nut-js swaps the wheel's left and right buttons. */
const isX = process.platform === 'linux';

const calls: Promised<InputCalls> = {
  async click(at, button, count) {
    await moveTo(at);
    for (let press = 0; press < count; press++) await mouse.click(buttons[button]);
  },
  hover: moveTo,
  async pressButton(at, button) {
    await moveTo(at);
    await mouse.pressButton(buttons[button]);
    await pause(dragPause);
  },
  async carry(along) {
    for (const at of along) {
      goOn();
      await moveTo(at);
      await pause(dragPause);
    }
  },
  async releaseButton(at, button) {
    await moveTo(at);
    await mouse.releaseButton(buttons[button]);
  },
  async wheel(at, right, down) {
    await moveTo(at);
    if (down !== 0) await (down > 0 ? mouse.scrollDown(down) : mouse.scrollUp(-down));
    const sideways = isX ? -right : right;
    if (sideways !== 0) await (sideways > 0 ? mouse.scrollRight(sideways) : mouse.scrollLeft(-sideways));
  },
  async press(chords) {
    for (const chord of chords) {
      goOn();
      const keys = chord.map(keyOf);
      try {
        await keyboard.pressKey(...keys);
      } finally {
        // nut-js takes the last as the key and those before it as held modifiers.
        await keyboard.releaseKey(...keys);
      }
    }
  },
  async letGo(keys, button) {
    for (const key of keys) await keyboard.releaseKey(keyOf(key));
    if (button !== undefined) await mouse.releaseButton(buttons[button]);
  },
  async screenshot() {
    const { data, width, height } = await screen.grab();
    const [wide, high] = [await screen.width(), await screen.height()];
    const picture = sharp(toRgb(data, width * height), { raw: { width, height, channels: 3 } });
    // A high-density screen has several pixels per unit of the mouse.
    return (width === wide && height === high ? picture : picture.resize(wide, high)).png({ compressionLevel: 3 }).toBuffer();
  },
  async size() {
    return { width: await screen.width(), height: await screen.height() };
  },
  readClipboard: () => clipboard.getContent().catch(() => ''),
  writeClipboard: (text) => clipboard.setContent(text).then(() => undefined),
  async windows() {
    const all = await nut.getWindows();
    const told = await Promise.all(
      all.map(async (window) => {
        const [title, { left: x, top: y, width, height }] = [await window.title, await window.region];
        return { id: handleOf(window), title, bounds: { x, y, width, height } };
      }),
    );
    return told;
  },
  activeWindow: async () => handleOf(await nut.getActiveWindow()),
  async focusWindow(id) {
    const window = (await nut.getWindows()).find((candidate) => handleOf(candidate) === id);
    if (!(await window?.focus())) throw new Error('That window no longer exists.');
  },
};

async function moveTo({ x, y }: Point): Promise<void> {
  await mouse.setPosition(new nut.Point(Math.round(x), Math.round(y)));
}

/** nut-js's handle of a window, which its types do not show. */
function handleOf(window: object): number {
  return (window as { readonly windowHandle: number }).windowHandle;
}

function keyOf(name: Keys[number]): number {
  const key = (Key as unknown as Readonly<Record<string, number>>)[name];
  if (key === undefined) throw new TypeError(`There is no key '${name}'.`);
  return key;
}

/** The display's pixels are blue, green, red, unused. */
function toRgb(pixels: Buffer, count: number): Buffer {
  const rgb = Buffer.allocUnsafe(count * 3);
  for (let from = 0, to = 0; to < rgb.length; from += 4, to += 3) {
    rgb[to] = pixels[from + 2] ?? 0;
    rgb[to + 1] = pixels[from + 1] ?? 0;
    rgb[to + 2] = pixels[from] ?? 0;
  }
  return rgb;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

const notes = openNotes(process.argv[2] ?? '');
/** Nobody waits for an answer any more. */
let isLeft = false;

/** What takes long is not continued for nobody: keys and buttons that are pressed are let go first. */
function goOn(): void {
  if (isLeft) throw new Error('Whoever asked for it has ended.');
}

async function answer({ id, call, args, action }: InputRequest): Promise<InputReply> {
  const note = (step: 'begun' | 'ended'): void => (acting.has(call) ? notes.write({ step, call: id, action }) : undefined);
  try {
    goOn();
    note('begun');
    const value = await (calls[call] as (...given: readonly unknown[]) => Promise<unknown>)(...args);
    note('ended');
    return { id, value };
  } catch (error) {
    return { id, failure: error instanceof Error ? error.message : String(error) };
  }
}

// One request at a time, in order.
let last: Promise<void> = Promise.resolve();
process.on('message', (request: InputRequest) => {
  last = last.then(async () => {
    const reply = await answer(request);
    process.send?.(reply, undefined, undefined, () => undefined);
  });
});
// Whoever asks was killed while this program was being loaded: nobody listened then.
if (!process.connected) process.exit(0);
process.on('disconnect', () => {
  isLeft = true;
  const leave = (): never => process.exit(0);
  last.then(leave, leave);
});
