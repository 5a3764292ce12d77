// A browser that is open, as its host stores it, and what belongs to it in its folder.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Attachment, DeviceContext } from '../../ports/device.js';
import { DeviceGoneError } from '../../ports/device-errors.js';
import type { ProcessMark } from '../process-kit/process-marks.js';

/** What the host stores. */
export interface WebDriverAttachment {
  readonly port: number;
  /** Of the driver at that port; absent: its root. */
  readonly path?: string;
  readonly sessionId: string;
  readonly capabilities: Readonly<Record<string, unknown>>;
  readonly processes: readonly ProcessMark[];
  /** Outside the device's folder, because the browser's sockets need a short path. */
  readonly temp: string;
  readonly headed: boolean;
  readonly profile: boolean;
  /** Its driver speaks BiDi. */
  readonly bidi?: true;
}

/** Files and folders in the folder of a device. */
export const names = {
  browser: 'browser',
  downloads: 'downloads',
  locks: 'network-locks.json',
  pointer: 'pointer.json',
  log: 'chromedriver.log',
  started: 'started.json',
  moved: 'moved.json',
  witness: 'witness.json',
} as const;

/** ms for one command: more than any time limit of the session itself. */
export const commandTimeout = 25_000;
/** Of a browser. Its driver gives up after a minute and says why. */
export const startTimeout = 75_000;
/** To its driver. */
export function connection({ port, path = '/' }: Pick<WebDriverAttachment, 'port' | 'path'>) {
  return {
    protocol: 'http',
    hostname: '127.0.0.1',
    port,
    path,
    logLevel: 'silent',
    connectionRetryCount: 0,
    connectionRetryTimeout: commandTimeout,
  } as const;
}

/** Of its driver, whose path it ignores. */
export function bidiUrlOf({ bidi, port, sessionId }: WebDriverAttachment): string | undefined {
  return bidi && `ws://127.0.0.1:${port}/session/${sessionId}`;
}

/** What the host has stored, unless another driver took the browser over since. */
export async function movedFrom(known: WebDriverAttachment, { folder }: DeviceContext): Promise<WebDriverAttachment> {
  const text = await readFile(join(folder, names.moved), 'utf8').catch(() => undefined);
  return text === undefined ? known : { ...known, ...(JSON.parse(text) as WebDriverAttachment) };
}

/** Where its browser answers DevTools: host and port. */
export function debuggerAddressOf({ capabilities }: WebDriverAttachment): string {
  const { debuggerAddress } = (capabilities['goog:chromeOptions'] ?? {}) as { readonly debuggerAddress?: string };
  if (debuggerAddress === undefined) throw new DeviceGoneError('The browser session tells no address of its DevTools.');
  return debuggerAddress;
}

export function isAttachment(attachment: Attachment): attachment is Attachment & WebDriverAttachment {
  const { port, sessionId, processes, temp } = attachment;
  return typeof port === 'number' && typeof sessionId === 'string' && Array.isArray(processes) && typeof temp === 'string';
}
