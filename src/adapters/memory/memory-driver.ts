// The in-process device: scripted, without processes or waits. For benchmarks and pure tests; it ends with the worker.
import { randomUUID } from 'node:crypto';
import type { DeviceSpec } from '../../domain/device/device-spec.js';
import { DeviceGoneError, type Device, type DeviceDriver } from '../../ports/device.js';
import { deviceScriptSchema, emptyScript, type DeviceScript } from './device-script.js';
import { ScriptEnded, createScriptedInterface, type ScriptedInterface } from './scripted-interface.js';

export interface MemoryDriver extends DeviceDriver {
  /** Live UI sessions, for tests that count leaks. */
  readonly sessions: ReadonlyMap<string, ScriptedInterface>;
  /** Ends a session from outside, as a crash does. */
  kill(sessionId: string): void;
}

export function createMemoryDriver(): MemoryDriver {
  const sessions = new Map<string, ScriptedInterface>();

  return {
    kind: 'memory',
    sessions,
    kill: (sessionId) => void sessions.delete(sessionId),
    async open(spec) {
      const sessionId = randomUUID();
      sessions.set(sessionId, createScriptedInterface(scriptOf(spec)));
      return { device: deviceOf(sessionId, sessions), attachment: { sessionId } };
    },
    async attach({ sessionId }) {
      const id = String(sessionId);
      if (!sessions.has(id)) throw gone(id);
      return deviceOf(id, sessions);
    },
    destroy: async ({ sessionId }) => void sessions.delete(String(sessionId)),
  };
}

/** Parses `capabilities.script`; an invalid one is reported field by field. */
export function scriptOf({ capabilities }: DeviceSpec): DeviceScript {
  return capabilities?.['script'] === undefined ? emptyScript : deviceScriptSchema.parse(capabilities['script']);
}

function deviceOf(sessionId: string, sessions: Map<string, ScriptedInterface>): Device {
  function live(): ScriptedInterface {
    const session = sessions.get(sessionId);
    if (session === undefined) throw gone(sessionId);
    return session;
  }

  return {
    kind: 'memory',
    listApplications: async () => live().applications(),
    selectApplication: async (id) => live().select(id),
    launchApplication: async (name) => live().launch(name),
    closeApplication: async (id) => live().closeApplication(id),
    screenshot: async () => live().screenshot(),
    look: async () => live().look(),
    source: async () => live().source(),
    async perform(action, signal) {
      signal.throwIfAborted();
      try {
        return await live().perform(action, signal);
      } catch (error) {
        if (!(error instanceof ScriptEnded)) throw error;
        sessions.delete(sessionId);
        throw gone(sessionId);
      }
    },
    settle: async () => live().isQuiet(),
    takeDownloads: async () => (live(), []),
    detach: async () => undefined,
    close: async () => void sessions.delete(sessionId),
  };
}

function gone(sessionId: string): DeviceGoneError {
  return new DeviceGoneError(`The session ${sessionId} no longer exists in this process.`);
}
