// The stub device: a detached process with a scripted interface, as a browser is one with a real interface. It outlives the worker that
// started it, and exits after ten minutes without a call. Usage: `node stub-process.js <folder> <token>`.
import { readFile, rename, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { ActionFailedError } from '../../ports/device.js';
import { deviceScriptSchema } from '../memory/device-script.js';
import { ScriptEnded, createScriptedInterface, type ScriptedInterface } from '../memory/scripted-interface.js';
import { placeFile, scriptFile, type StubCall, type StubPlace, type StubReply } from './stub-protocol.js';

const idleMs = 10 * 60_000;

async function main(folder: string, token: string): Promise<void> {
  const script = deviceScriptSchema.parse(JSON.parse(await readFile(join(folder, scriptFile), 'utf8')));
  const shown = createScriptedInterface(script);
  const announced: Announced = { key: '', isBegun: false, isSilent: script.silent === true };
  const idle = setTimeout(() => process.exit(0), idleMs);

  const server = createServer((request, response) => {
    idle.refresh();
    const replied = handle(request).then((reply) => {
      if (reply === 'die') return process.exit(0);
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(reply.answer), () => reply.ends && process.exit(0));
    });
    // What is no call of ours gets no answer.
    replied.catch(() => response.destroy());
  });

  async function handle(request: IncomingMessage): Promise<{ readonly answer: StubReply; readonly ends: boolean } | 'die'> {
    if (request.headers['authorization'] !== token)
      return { answer: { error: { code: 'stranger', message: 'This stub device belongs to another session.' } }, ends: false };
    const call = JSON.parse(await text(request)) as StubCall;
    try {
      return { answer: { value: (await answer(shown, announced, call)) ?? null }, ends: call.method === 'close' };
    } catch (error) {
      if (error instanceof ScriptEnded) return 'die';
      const message = error instanceof Error ? error.message : String(error);
      return { answer: { error: { code: error instanceof ActionFailedError ? error.code : 'action-failed', message } }, ends: false };
    }
  }

  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    if (address === null || typeof address === 'string') throw new TypeError('The stub device got no port.');
    const place: StubPlace = { port: address.port, pid: process.pid, token };
    // Atomic: whoever finds the file finds it whole.
    setTimeout(() => {
      writeFile(join(folder, `${placeFile}.part`), JSON.stringify(place))
        .then(() => rename(join(folder, `${placeFile}.part`), join(folder, placeFile)))
        .catch(() => process.exit(1));
    }, script.openMs ?? 0);
  });
}

/** The action that comes next, and whether it came. */
interface Announced {
  key: string;
  isBegun: boolean;
  readonly isSilent: boolean;
}

/** A call that its caller gave up on still runs to its end here, as a click in a browser does. */
function answer(shown: ScriptedInterface, announced: Announced, call: StubCall): unknown {
  switch (call.method) {
    case 'look':
      return shown.look();
    case 'screenshot':
      return Buffer.from(shown.screenshot()).toString('base64');
    case 'source':
      return shown.source();
    case 'listApplications':
      return shown.applications();
    case 'settle':
      return shown.isQuiet();
    case 'selectApplication':
      return shown.select(call.id);
    case 'launchApplication':
      return shown.launch(call.id);
    case 'closeApplication':
      return shown.closeApplication(call.id);
    case 'expect':
      Object.assign(announced, { key: call.key, isBegun: false });
      return undefined;
    case 'heard':
      return announced.isBegun && announced.key === call.key && !announced.isSilent;
    case 'perform':
      announced.isBegun = true;
      return shown.perform(call.action, new AbortController().signal);
    case 'hello':
    case 'close':
      return undefined;
  }
}

async function text(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

const [folder, token] = process.argv.slice(2);
if (folder === undefined || token === undefined) {
  console.error('Usage: node stub-process.js <folder> <token>');
  process.exit(2);
}
await main(folder, token);
