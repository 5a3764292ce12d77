// A console as two people have it at the wheel of a run; what the first one's browser sends is tapped.
import type { ConsoleServer } from '../../src/console/server.js';
import type { Harness } from './agent-harness.js';
import { openDesk } from './console.js';
import { tap, type Tapped } from './tapped.js';
import { until } from './until.js';
import { openViewer, type Spot, type Viewer } from './viewer.js';

export interface WheelDesk {
  readonly ada: Viewer;
  readonly bob: Viewer;
  readonly adas: ConsoleServer;
  readonly bobs: ConsoleServer;
  readonly line: Tapped;
  /** What the consoles logged. */
  readonly logged: string[];
  close(): Promise<void>;
}

export async function openWheelDesk(harness: Harness): Promise<WheelDesk> {
  const logged: string[] = [];
  const log = (text: string): void => void logged.push(text);
  const line = await tap();
  const adas = await openDesk(harness, { log, publicUrl: `http://127.0.0.1:${line.port}` });
  line.leadTo(adas.port);
  const bobs = await openDesk(harness, { log, user: 'bob' });
  const [ada, bob] = await Promise.all([openViewer(), openViewer()]);
  return {
    ...{ ada, bob, adas, bobs, line, logged },
    async close() {
      await ada.close();
      await bob.close();
      await line.close();
      await adas.close();
      await bobs.close();
    },
  };
}

export interface PictureShown {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** px of what is pictured. */
  readonly pixels: { readonly width: number; readonly height: number };
  readonly name: string;
}

/** The picture of the screen, once it is painted; scrolled into sight. */
export async function pictureOf(viewer: Viewer): Promise<PictureShown> {
  return until(
    () =>
      viewer.eval<PictureShown | false>(`(async () => {
        const picture = document.querySelector('.hold-picture');
        const image = picture?.querySelector('img');
        if (!image || image.naturalWidth === 0) return false;
        picture.scrollIntoView({ block: 'center' });
        const { left, top, width, height } = picture.getBoundingClientRect();
        const pixels = { width: Number(image.getAttribute('width')), height: Number(image.getAttribute('height')) };
        return { left, top, width, height, pixels, name: picture.getAttribute('aria-label') };
      })()`),
    'a picture of the screen',
  );
}

/** Where px of the screen are in the viewer's window. */
export async function spotOf(viewer: Viewer, { x, y }: Spot): Promise<Spot> {
  const { left, top, width, height, pixels } = await pictureOf(viewer);
  return { x: left + ((x + 0.5) * width) / pixels.width, y: top + ((y + 0.5) * height) / pixels.height };
}

/** The screen of that name. */
export async function showsScreen(viewer: Viewer, title: string): Promise<void> {
  await until(async () => (await pictureOf(viewer)).name.includes(title), `a screen named '${title}'`);
}

/** Texts of what was done, newest first, once nothing waits. */
export async function actsOf(viewer: Viewer): Promise<readonly string[]> {
  return until(async () => {
    const lines = await viewer.eval<readonly string[]>(`[...document.querySelectorAll('.hold-acts li')].map((each) => each.innerText)`);
    return !lines.some((line) => line.startsWith('…')) && lines;
  }, 'what was done');
}
