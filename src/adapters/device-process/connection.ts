// A worker's connection to a device process: calls, and their answers as they come.
import { connect, type Socket } from 'node:net';
import { once } from 'node:events';
import { ConnectionLostError, DeviceGoneError } from '../../ports/device.js';
import {
  readValues,
  writeValue,
  oldestProtocol,
  protocolVersion,
  type CallParameter,
  type CallResult,
  type DeviceCall,
  type ProcessCall,
  type ProcessPlace,
  type ReplyMessage,
  decodeError,
} from './protocol.js';

export interface ProcessConnection {
  readonly isOpen: boolean;
  /** `limitMs`: the answer is waited for no longer; what was asked for goes on. Without an answer it throws `ConnectionLostError`, whose cause is a `DeviceGoneError`. */
  ask<Name extends DeviceCall>(call: Name, of: CallParameter<Name>, limitMs?: number): Promise<CallResult<Name>>;
  end(): Promise<void>;
}

const helloMs = 5_000;

/** Throws when nobody answers there, or somebody who does not know the key. */
export async function connectProcess({ socket: path, key, protocol }: ProcessPlace): Promise<ProcessConnection> {
  if (protocol < oldestProtocol || protocol > protocolVersion)
    throw new DeviceGoneError(
      `Its device process speaks version ${protocol} of the protocol, and this worker ${oldestProtocol === protocolVersion ? '' : `${oldestProtocol} to `}${protocolVersion}.`,
    );
  const socket = connect(path);
  await once(socket, 'connect', { signal: AbortSignal.timeout(helloMs) }).catch((error: unknown) => {
    socket.destroy();
    throw error;
  });
  const connection = overSocket(socket);
  await connection.ask('hello', { key }, helloMs).catch((error: unknown) => {
    socket.destroy();
    throw error;
  });
  return connection;
}

interface Waiting {
  answered(value: unknown): void;
  failed(error: Error): void;
}

interface SocketConnection extends ProcessConnection {
  ask<Name extends ProcessCall>(call: Name, of: CallParameter<Name>, limitMs?: number): Promise<CallResult<Name>>;
}

function overSocket(socket: Socket): SocketConnection {
  const waiting = new Map<number, Waiting>();
  let last = 0;
  // The worker may end while a device is open, not while it waits for an answer.
  const keepAlive = (): void => void (waiting.size > 0 ? socket.ref() : socket.unref());
  keepAlive();
  socket.on('error', () => socket.destroy());
  socket.on('close', () => {
    for (const { failed } of waiting.values()) failed(cutOff());
    waiting.clear();
    keepAlive();
  });
  readValues(socket, (value) => {
    const reply = value as ReplyMessage;
    const asked = waiting.get(reply.id);
    waiting.delete(reply.id);
    keepAlive();
    if ('error' in reply) asked?.failed(decodeError(reply.error));
    else asked?.answered(reply.value);
  });
  return {
    get isOpen() {
      return !socket.destroyed;
    },
    ask: (call, of, limitMs) =>
      new Promise((resolve, reject) => {
        if (socket.destroyed) return reject(new DeviceGoneError('The process of this device has ended.'));
        const id = ++last;
        const timer =
          limitMs === undefined
            ? undefined
            : setTimeout(() => {
                waiting.delete(id);
                keepAlive();
                reject(new ConnectionLostError(`The process of this device did not answer '${call}' within ${limitMs / 1_000} s.`));
              }, limitMs);
        waiting.set(id, {
          answered: (value) => (clearTimeout(timer), resolve(value as CallResult<typeof call>)),
          failed: (error) => (clearTimeout(timer), reject(error)),
        });
        keepAlive();
        writeValue(socket, { id, call, of });
      }),
    end: async () => void socket.destroy(),
  };
}

function cutOff(): ConnectionLostError {
  const gone = new DeviceGoneError('The process of this device has ended.');
  return new ConnectionLostError(`${gone.message} What was asked of it last is not known.`, { cause: gone });
}
