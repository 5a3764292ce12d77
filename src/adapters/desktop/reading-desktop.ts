import type { DeviceDriver } from '../../ports/device.js';
import type { TextReader } from '../../ports/pictures.js';
import { createDesktopDriver, type DesktopOptions } from './desktop-driver.js';

/** ms: longer than between two looks of a run at the same screen. */
const readerIdleMs = 30_000;

/** A desktop that also reads what stands in pictures only. */
export function createReadingDesktopDriver(options: DesktopOptions): DeviceDriver {
  return createDesktopDriver({ ...options, reader: createReaderOnUse(loadReader, readerIdleMs) });
}

async function loadReader(): Promise<TextReader> {
  const { createTesseractTextReader } = await import('../tesseract/tesseract-text-reader.js');
  return createTesseractTextReader();
}

/** A reader that is there while pictures are read, and for `idleMs` afterwards: most applications tell their controls, and it takes several times the memory of a device process. */
export function createReaderOnUse(create: () => Promise<TextReader>, idleMs: number): TextReader {
  let loaded: Promise<TextReader> | undefined;
  let reading = 0;
  let timer: NodeJS.Timeout | undefined;
  const close = async (): Promise<void> => {
    clearTimeout(timer);
    const closing = loaded;
    loaded = undefined;
    await (await closing)?.close();
  };
  return {
    async read(picture, signal) {
      clearTimeout(timer);
      reading += 1;
      try {
        return await (await (loaded ??= create())).read(picture, signal);
      } finally {
        reading -= 1;
        if (reading === 0) timer = setTimeout(() => void close().catch(() => undefined), idleMs).unref();
      }
    },
    close,
  };
}
