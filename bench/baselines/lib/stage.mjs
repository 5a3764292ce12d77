// What the runs of a baseline need, and its cleanup in any state.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createStubDriver } from '../../../dist/adapters/stub/stub-driver.js';

/** `owns` is called with the function that ends all of it, before anything is started. */
export async function createStage({ startScene, startSystem, lanes, owns }) {
  const folder = mkdtempSync(join(tmpdir(), 'steadyhand-baselines-'));
  for (const name of ['arms', 'marks', 'devices']) mkdirSync(join(folder, name));
  const effects = new Map();
  const driver = createStubDriver();
  const devices = new Map();
  const closing = new AbortController();
  let closeSystem = async () => {};
  const stage = {
    folder,
    effects,
    /** The device of a run, outside the killed process. @returns {Promise<object>} how to attach to it */
    async openDevice(id) {
      closing.signal.throwIfAborted();
      const place = join(folder, 'devices', id);
      mkdirSync(place);
      const opening = driver.open(stage.scene.begin(id).device, { folder: place, signal: closing.signal });
      devices.set(id, { place, opening });
      return (await opening).attachment;
    },
    async closeDevice(id) {
      const { place, opening } = devices.get(id);
      // A process that never listened has still left its process id.
      const { attachment } = await opening.catch(() => ({ attachment: {} }));
      await driver.destroy(attachment, { folder: place });
      devices.delete(id);
    },
    async close() {
      closing.abort();
      await closeSystem();
      for (const id of [...devices.keys()]) await stage.closeDevice(id);
      await stage.scene?.close();
      rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  };
  owns(stage.close);
  stage.scene = await startScene({ folder, onEffect: (run, entry) => effects.get(run)?.(entry) });
  stage.system = await startSystem({ folder, lanes, owns: (close) => (closeSystem = close) });
  return stage;
}
