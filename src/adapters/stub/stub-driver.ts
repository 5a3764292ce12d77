// Opens, attaches to and ends stub devices, like a browser driver: detached process, reconnect by address, kill by proven identity.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DeviceSpec } from '../../domain/device/device-spec.js';
import { writtenJson } from '../../domain/text/written-file.js';
import type { Application } from '../../domain/ui/observation.js';
import {
  ActionFailedError,
  DeviceGoneError,
  type Attachment,
  type Device,
  type DeviceDriver,
  type Look,
  type Performed,
} from '../../ports/device.js';
import { deviceScriptSchema } from '../memory/device-script.js';
import { scriptOf } from '../memory/memory-driver.js';
import { pausesWithin } from '../process-kit/poll.js';
import { builtProgram, minimalEnvironment } from '../process-kit/programs.js';
import { isAlive } from '../process-kit/process-marks.js';
import { placeFile, scriptFile, type StubCall, type StubPlace, type StubReply } from './stub-protocol.js';

const openMs = 30_000;
const processFile = 'process-id';

export function createStubDriver(): DeviceDriver {
  return {
    kind: 'stub',
    async open(spec, { folder, signal }) {
      const program = builtProgram(new URL('stub-process.js', import.meta.url));
      await writeFile(join(folder, scriptFile), JSON.stringify(await readScript(spec)));
      const token = randomUUID();
      const child = spawn(process.execPath, [program, folder, token], {
        detached: true,
        stdio: 'ignore',
        env: minimalEnvironment(process.env),
      });
      child.unref();
      // Identifies the process before it listens.
      await writeFile(join(folder, processFile), String(child.pid));
      const place = await untilListening(folder, child.pid, signal);
      return { device: deviceAt(place), attachment: { ...place } };
    },
    async attach(attachment) {
      const place = placeOf(attachment);
      if (place === undefined) throw new DeviceGoneError('The stub device was never fully opened.');
      await ask(place, { method: 'hello' });
      return deviceAt(place);
    },
    async destroy(attachment, { folder }) {
      const place = placeOf(attachment) ?? (await readPlace(folder));
      if (place !== undefined) await ask(place, { method: 'close' }, 2_000).catch(() => undefined);
      const pid = place?.pid ?? Number(await readFile(join(folder, processFile), 'utf8').catch(() => ''));
      if (await isOurs(pid, folder)) await end(pid, folder);
    },
  };
}

/** `capabilities.script`, or the content of the file that `capabilities.scriptFile` names. */
async function readScript(spec: DeviceSpec): Promise<unknown> {
  const file = spec.capabilities?.['scriptFile'];
  return typeof file === 'string' ? deviceScriptSchema.parse(writtenJson(await readFile(file))) : scriptOf(spec);
}

function deviceAt(place: StubPlace): Device {
  return {
    kind: 'stub',
    listApplications: async () => (await ask(place, { method: 'listApplications' })) as readonly Application[],
    selectApplication: async (id) => void (await ask(place, { method: 'selectApplication', id })),
    launchApplication: async (name) => void (await ask(place, { method: 'launchApplication', id: name })),
    closeApplication: async (id) => void (await ask(place, { method: 'closeApplication', id })),
    screenshot: async () => Buffer.from(String(await ask(place, { method: 'screenshot' })), 'base64'),
    look: async () => (await ask(place, { method: 'look' })) as Look,
    source: async () => String(await ask(place, { method: 'source' })),
    perform: async (action, signal) => (await ask(place, { method: 'perform', action }, undefined, signal)) as Performed,
    expect: async (key) => void (await ask(place, { method: 'expect', key })),
    heard: async (key) =>
      (await ask(place, { method: 'heard', key })) === true ? 'the device had begun it; what came of it nobody has seen' : undefined,
    settle: async () => (await ask(place, { method: 'settle' })) === true,
    takeDownloads: async () => [],
    detach: async () => undefined,
    close: async () => void (await ask(place, { method: 'close' })),
  };
}

/** `DeviceGoneError` when nobody answers, or another process does. */
async function ask(place: StubPlace, call: StubCall, limitMs = 60_000, signal?: AbortSignal): Promise<unknown> {
  const limit = AbortSignal.timeout(limitMs);
  const reply = await fetch(`http://127.0.0.1:${place.port}/`, {
    method: 'POST',
    // A connection of its own for each call: where nobody listens any more, it is known that nothing was sent.
    headers: { authorization: place.token, connection: 'close' },
    body: JSON.stringify(call),
    signal: signal === undefined ? limit : AbortSignal.any([limit, signal]),
  })
    .then((response) => response.json() as Promise<StubReply>)
    .catch((error: unknown) => {
      if (signal?.aborted === true) throw error;
      throw new DeviceGoneError(`The stub device (process ${place.pid}) does not answer.`, { cause: error, nothingSent: isRefused(error) });
    });
  if ('value' in reply) return reply.value;
  if (reply.error.code === 'stranger') throw new DeviceGoneError(reply.error.message);
  throw new ActionFailedError(reply.error.code as ActionFailedError['code'], reply.error.message);
}

/** Nobody listens there: the call never left. */
function isRefused(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED';
}

async function untilListening(folder: string, pid: number | undefined, signal: AbortSignal): Promise<StubPlace> {
  for await (const _ of pausesWithin(openMs, 10)) {
    signal.throwIfAborted();
    const place = await readPlace(folder);
    if (place !== undefined) return place;
    if (pid === undefined || !isAlive(pid)) throw new Error('The stub device ended before it listened.');
  }
  throw new Error(`The stub device did not listen within ${openMs / 1000} s.`);
}

async function readPlace(folder: string): Promise<StubPlace | undefined> {
  const text = await readFile(join(folder, placeFile), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : placeOf(JSON.parse(text) as Attachment);
}

function placeOf({ port, pid, token }: Attachment): StubPlace | undefined {
  return typeof port === 'number' && typeof pid === 'number' && typeof token === 'string' ? { port, pid, token } : undefined;
}

/**
 * Only a process whose command line contains this device's folder is ours: process ids are reused, folders are not. A zombie has no command
 * line.
 */
async function isOurs(pid: number, folder: string): Promise<boolean> {
  const commandLine = pid > 0 ? await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '') : '';
  return commandLine.split('\0').includes(folder);
}

async function end(pid: number, folder: string): Promise<void> {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended meanwhile.
  }
  for (let waited = 0; waited < 200 && (await isOurs(pid, folder)); waited++) await sleep(10);
}
