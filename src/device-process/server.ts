// A device process's socket: one device, any number of workers, one after the other (a frozen one may still be connected).
//
// server-1. Nothing is answered before the key of this device's folder was shown.
// server-2. A connection that breaks changes nothing: what was begun is ended, and its outcome is in the journal.
import { randomUUID, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import {
  socketOf,
  readValues,
  writeValue,
  processPlaceFile,
  protocolVersion,
  type CallMessage,
  type CallParameter,
  type ProcessPlace,
  type ReplyMessage,
  encodeError,
} from '../adapters/device-process/protocol.js';
import { markOf } from '../adapters/process-kit/process-marks.js';
import type { TakenDevice } from './taken-device.js';

/** `onClosed` is called once the device is closed. */
export async function serveDeviceProcess(folder: string, device: TakenDevice, onClosed: () => void): Promise<void> {
  const key = randomUUID();
  const server = createServer((socket) => serve(socket, { key, device, onClosed }));
  const socket = await socketOf(folder);
  if (process.platform !== 'win32') await rm(socket, { force: true });
  server.listen(socket);
  await once(server, 'listening');
  const mark = await markOf(process.pid);
  const place: ProcessPlace = { protocol: protocolVersion, pid: process.pid, started: mark?.started ?? '', socket, key };
  await writeFileAtomic(join(folder, processPlaceFile), JSON.stringify(place), { mode: 0o600, fsync: false });
}

interface LockTarget {
  readonly key: string;
  readonly device: TakenDevice;
  readonly onClosed: () => void;
}

function serve(socket: Socket, { key, device, onClosed }: LockTarget): void {
  let isTrusted = false;
  socket.on('error', () => socket.destroy());
  readValues(socket, (value) => {
    const { id, call, of } = value as CallMessage;
    const answer = async (): Promise<unknown> => {
      if (call === 'hello') {
        isTrusted = isSame(String((of as CallParameter<'hello'>).key), key);
        if (isTrusted) return { protocol: protocolVersion };
      }
      if (!isTrusted) throw new Error('This device process belongs to another device.');
      if (call === 'hello' || !Object.hasOwn(device.calls, call)) throw new Error(`This device process knows no call '${call}'.`);
      return (device.calls[call] as (of: unknown) => Promise<unknown>)(of);
    };
    answer()
      .then(
        (result): ReplyMessage => ({ id, value: result ?? null }),
        (error: unknown): ReplyMessage => ({ id, error: encodeError(error) }),
      )
      .then((reply) => {
        if (!socket.destroyed) writeValue(socket, reply);
        if (call === 'close' && isTrusted) onClosed();
      })
      // A reply that cannot be sent is that of a broken connection: the worker asks again, and hears by the action's key.
      .catch(() => socket.destroy());
  });
}

function isSame(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}
