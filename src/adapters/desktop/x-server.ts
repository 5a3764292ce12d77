import { readFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { ActionFailedError } from '../../ports/device.js';
import type { DisplayEnvironment } from './requirements.js';

// The cookie file of an X server (Xau's format): https://www.x.org/releases/current/doc/man/man5/Xserver.5.xhtml. Without a cookie any
// local account could watch.

const anyHost = 0xffff;
const scheme = 'MIT-MAGIC-COOKIE-1';

/** Valid for every display. */
export function cookieFile(cookie: Uint8Array): Buffer {
  const family = Buffer.alloc(2);
  family.writeUInt16BE(anyHost);
  return Buffer.concat([family, counted(Buffer.alloc(0)), counted(Buffer.alloc(0)), counted(Buffer.from(scheme)), counted(cookie)]);
}

/** The first cookie for that display, whatever its host. */
export function cookieFor(file: Buffer, display: string): Buffer | undefined {
  for (let at = 2; at < file.length; at += 2) {
    const fields: Buffer[] = [];
    for (let field = 0; field < 4 && at + 2 <= file.length; field++) {
      const end = at + 2 + file.readUInt16BE(at);
      fields.push(file.subarray(at + 2, end));
      at = end;
    }
    const [, number, name, cookie] = fields.map((field, index) => (index < 3 ? field.toString() : field));
    if (name === scheme && (number === '' || number === display) && Buffer.isBuffer(cookie)) return cookie;
  }
  return undefined;
}

/** A two-byte length, then the field. */
function counted(field: Uint8Array): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(field.length);
  return Buffer.concat([length, field]);
}

// A connection to an X server, for questions that no program answers within a millisecond: https://www.x.org/releases/current/doc/xproto/x11protocol.html
//
// Only requests that have a reply are made, so replies come in the order of the questions.

export interface XServer {
  /** The window that is the display's background. */
  readonly root: number;
  /** The bits of a window's id that tell whose connection made it. */
  readonly clientMask: number;
  /** The reply; undefined when the server refuses, because a window is gone. Throws `ActionFailedError` when it does not answer. */
  ask(request: XRequest): Promise<Buffer | undefined>;
  /** Until it was closed or lost. */
  isOpen(): boolean;
  close(): void;
}

interface XRequest {
  readonly opcode: number;
  /** A multiple of four bytes. */
  readonly body: Buffer;
}

const answerLimit = 5_000;
const headerSize = 8;
const replySize = 32;

export async function openXServer(env: DisplayEnvironment): Promise<XServer> {
  const { host, display } = displayOf(env['DISPLAY'] ?? '');
  const authority = await readFile(env['XAUTHORITY'] ?? join(env['HOME'] ?? homedir(), '.Xauthority')).catch(() => Buffer.alloc(0));
  const socket = host === '' ? connect(`/tmp/.X11-unix/X${display}`) : connect(6_000 + Number(display), host);
  const replies = repliesOf(socket);
  const hello = Buffer.alloc(12);
  hello.write('l');
  hello.writeUInt16LE(11, 2);
  const cookie = cookieFor(authority, display);
  const name = cookie ? Buffer.from(scheme) : Buffer.alloc(0);
  hello.writeUInt16LE(name.length, 6);
  hello.writeUInt16LE(cookie?.length ?? 0, 8);
  const answer = await replies.to(Buffer.concat([hello, padded(name), padded(cookie ?? Buffer.alloc(0))]));
  if (answer?.[0] !== 1) {
    socket.destroy();
    throw unanswered(`it refuses the connection`);
  }
  const vendor = answer.readUInt16LE(headerSize + 16);
  const formats = answer[headerSize + 21] ?? 0;
  return {
    root: answer.readUInt32LE(headerSize + 32 + roundedUp(vendor) + headerSize * formats),
    clientMask: ~answer.readUInt32LE(headerSize + 8) >>> 0,
    ask: ({ opcode, body }) => {
      const head = Buffer.from([opcode, 0, 0, 0]);
      head.writeUInt16LE(1 + body.length / 4, 2);
      return replies.to(Buffer.concat([head, body]));
    },
    isOpen: () => !socket.destroyed,
    close: () => void socket.destroy(),
  };
}

/** `to`: sends that and resolves with the whole reply to it, undefined for an error. */
function repliesOf(socket: Socket): { to(request: Buffer): Promise<Buffer | undefined> } {
  const waiting: { resolve(reply: Buffer | undefined): void; reject(error: Error): void }[] = [];
  let isGreeted = false;
  let rest = Buffer.alloc(0);
  let ended: Error | undefined;
  const end = (error: Error): void => {
    ended ??= error;
    for (const { reject } of waiting.splice(0)) reject(ended);
  };
  // A quiet connection keeps no worker alive.
  socket.unref();
  socket.setTimeout(answerLimit, () => waiting.length > 0 && socket.destroy(unanswered(`it was silent for ${answerLimit / 1000} s`)));
  socket.on('error', (error) => end(error instanceof ActionFailedError ? error : unanswered(error.message)));
  socket.on('close', () => end(unanswered('the connection has ended')));
  socket.on('data', (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    for (let size = sizeOf(rest, isGreeted); size <= rest.length; size = sizeOf(rest, isGreeted)) {
      const message = rest.subarray(0, size);
      rest = rest.subarray(size);
      // Events (2 and above) are sent to everyone when keyboards change.
      if (isGreeted && (message[0] ?? 0) > 1) continue;
      const isReply = !isGreeted || message[0] === 1;
      isGreeted = true;
      waiting.shift()?.resolve(isReply ? message : undefined);
    }
  });
  return {
    to: (request) =>
      new Promise((resolve, reject) => {
        if (ended) return reject(ended);
        waiting.push({ resolve, reject });
        socket.write(request);
      }),
  };
}

/** Of the first message; beyond all that is there while its header is not complete. */
function sizeOf(bytes: Buffer, isGreeted: boolean): number {
  if (bytes.length < (isGreeted ? replySize : headerSize)) return Number.POSITIVE_INFINITY;
  if (!isGreeted) return headerSize + 4 * bytes.readUInt16LE(6);
  const hasMore = bytes[0] === 1 || ((bytes[0] ?? 0) & 0x7f) === 35;
  return replySize + (hasMore ? 4 * bytes.readUInt32LE(4) : 0);
}

/** `:99`, `:0.0`, `unix:1`, `host:10.0`. */
function displayOf(text: string): { readonly host: string; readonly display: string } {
  const [, host = '', display = ''] = /^(?:unix)?([^:]*):(\d+)/.exec(text) ?? [];
  return { host, display };
}

export function padded(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, Buffer.alloc(roundedUp(bytes.length) - bytes.length)]);
}

function roundedUp(length: number): number {
  return Math.ceil(length / 4) * 4;
}

function unanswered(why: string): ActionFailedError {
  return new ActionFailedError('action-failed', `The X server does not say which window is in front: ${why}.`);
}
