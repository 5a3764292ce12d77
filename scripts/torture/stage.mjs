// Everything that the runs need and that can be killed: Temporal server, hosts, scripted model, and the outside world with its ledger.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDesktopDriver } from '../../dist/adapters/desktop/desktop-driver.js';
import { createWebDriverDriver } from '../../dist/adapters/webdriver/webdriver-driver.js';
import { connectTemporal, findTemporal } from '../../dist/client/temporal-connection.js';
import { readPrompt } from '../../examples/scripted-model/prompt.mjs';
import { startScriptedModel } from '../../examples/scripted-model/server.mjs';
import { startDevServer } from '../../test/support/dev-server.mjs';
import { freePort } from '../../test/support/free-port.mjs';
import { createHost, endProcesses } from './host.mjs';
import { keptAlive } from './kept-alive.mjs';
import { killVictim } from './victims.mjs';

/** Short, so that a death is noticed within seconds: for a local server, not for one across a network. */
const timings = {
  leaseHeartbeatMs: 3_000,
  performHeartbeatMs: 3_000,
  decideHeartbeatMs: 3_000,
  hostSilenceMs: 10_000,
  reopenAfterMs: 5_000,
};
const continueAsNewAt = 40;

/**
 * `startScene({folder, onEffect})` creates the world of one kind of device, with `hostEnv(home)` for the environment of its hosts; `helpers` are workers, after the others in `hosts`, that have no such
 * device and run everything else; `effectChecks`: runs may name the scene's check, as `ledger`. `owns` is called with the function that ends all of it, before anything is started.
 */
export async function createStage({ device, hosts: count, helpers = 0, slots, startScene, effectChecks = false, owns = () => {} }) {
  const folder = mkdtempSync(join(tmpdir(), 'steadyhand-torture-'));
  const paths = { arms: join(folder, 'arms'), marks: join(folder, 'marks'), serverFile: join(folder, 'server-process') };
  mkdirSync(paths.arms);
  mkdirSync(paths.marks);
  const runs = new Map();
  const hosts = [];
  let stopping = false;
  let server;
  let scene;
  let client;
  let model;
  owns(close);

  model = await startScriptedModel({
    script: ({ text, fields }) => {
      const facts = readPrompt(text);
      if (fields.includes('closes')) return scene.workflow.heal({ ...facts, text });
      const run = runs.get(/torture-\S+/.exec(facts.request)?.[0]);
      if (fields.includes('CurrentSubtask')) return hostReply(facts);
      return run ? run.reply(facts) : { Status: 'FAIL', Function: '', Comment: 'nobody knows this run' };
    },
  });
  scene = await startScene({ folder, onEffect: (id, effect) => runs.get(id)?.hadEffect(effect) });
  const port = await freePort();
  const serverOptions = { port, dbFilename: join(folder, 'temporal.db'), suggestContinueAsNewAt: continueAsNewAt };
  // On the same port and database each time.
  server = await keptAlive({
    async start() {
      const started = await startDevServer(serverOptions);
      writeFileSync(paths.serverFile, String(started.pid));
      return started;
    },
    // The folder has everything, the database too.
    stop: (dead) => dead.stop({ keepFolder: true }),
  });
  const { address } = server.now();
  const env = {
    STEADYHAND_SHARED: join(folder, 'shared'),
    STEADYHAND_MODEL: 'scripted-model',
    OPENAI_BASE_URL: `${model.url}/v1`,
    OPENAI_API_KEY: 'scripted',
    TEMPORAL_ADDRESS: address,
    TEMPORAL_CONFIG_FILE: emptyProfiles(folder),
  };
  for (let n = 1; n <= count + helpers; n += 1) {
    const checks = effectChecks ? { effectChecks: { ledger: scene.effectCheck } } : {};
    const config = { kinds: [n <= count ? device : 'memory'], slots, timings, model: { images: false }, ...checks };
    const home = join(folder, `host-${n}`);
    mkdirSync(home);
    hosts.push(createHost({ home, folder, config, env: { ...env, ...(await scene.hostEnv?.(home)) } }));
  }
  const started = await Promise.all(hosts.map((host) => host.start()));
  if (started.includes(false) && !stopping) throw new Error(`A worker did not start: ${hosts[started.indexOf(false)].said()}`);
  client = await connectTemporal(findTemporal(folder, { TEMPORAL_ADDRESS: address, TEMPORAL_CONFIG_FILE: env.TEMPORAL_CONFIG_FILE }));

  /** Ends every process and removes every file, in whatever state they are. */
  async function close() {
    stopping = true;
    await Promise.all(hosts.map((host) => host.stop()));
    endProcesses(hosts.flatMap((host) => host.drivers()));
    // What a browser's driver and a display's programs have besides the device's folder, the product knows.
    const drivers = [createWebDriverDriver({ chromium: '', chromedriver: '', profiles: '' }), createDesktopDriver({ virtual: true })];
    for (const own of hosts.flatMap((host) => host.deviceFolders()))
      await Promise.all(drivers.map(({ destroy }) => destroy({}, { folder: own })));
    await client?.connection.close().catch(() => undefined);
    await server?.end((last) => last.stop({ signal: 'SIGKILL', keepFolder: true }));
    await model?.close();
    await scene?.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }

  return {
    folder,
    client,
    hosts,
    scene,
    effectChecks,
    /** Registers a run with the model and the ledger. */
    register: (id, run) => void runs.set(id, run),
    forget(id) {
      runs.delete(id);
      for (const file of [join(paths.arms, id), join(paths.marks, id)]) rmSync(file, { force: true });
    },
    /** The next action of that run is killed at that point, wherever it is performed. */
    arm: (id, kill) => writeFileSync(join(paths.arms, id), JSON.stringify(kill)),
    /** True when the kill was still armed. */
    disarm(id) {
      try {
        unlinkSync(join(paths.arms, id));
        return true;
      } catch {
        return false;
      }
    },
    /** The marks that workers have written about a run, oldest first. */
    marksOf(id) {
      try {
        const lines = readFileSync(join(paths.marks, id), 'utf8').split('\n').filter(Boolean);
        return lines.map((line) => JSON.parse(line)).sort((one, other) => one.at - other.at);
      } catch {
        return [];
      }
    },
    holderOf: (id) => hosts.find((host) => host.devices().some(({ owner }) => owner === id)),
    /** From outside, at once. False when there was nothing to kill: no driver yet. */
    strike(id, kill) {
      const host = this.holderOf(id) ?? (kill.victim === 'driver' ? undefined : hosts[Math.floor(kill.pick * hosts.length)]);
      if (!host || (kill.victim === 'driver' && !host.devices().some(({ owner, processes }) => owner === id && processes.length > 0)))
        return false;
      killVictim({ ...kill, home: host.home, worker: host.pid, run: id, serverFile: paths.serverFile });
      return true;
    },
    devices: () => hosts.flatMap((host) => host.devices()),
    drivers: () => hosts.flatMap((host) => host.drivers()),
    close,
  };
}

function hostReply({ applications, previousSubtasks, request }) {
  const last = previousSubtasks.at(-1);
  if (last) return { Status: last.status === 'FINISH' ? 'FINISH' : 'FAIL', Result: last.result, Comment: last.result };
  const application = applications.find(({ current }) => current) ?? applications[0];
  return {
    Status: 'ASSIGN',
    CurrentSubtask: request,
    ControlLabel: application?.number ?? '1',
    ControlText: application?.name,
    Message: [],
  };
}

function emptyProfiles(folder) {
  const file = join(folder, 'temporal.toml');
  writeFileSync(file, '[profile.default]\n');
  return file;
}
