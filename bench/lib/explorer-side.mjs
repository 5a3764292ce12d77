// Our worker as users run it, for explorers: with in-process devices, or the browser that setup found.
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openDatabase } from '../../dist/adapters/postgres/database.js';
import { createFileArtifactStore } from '../../dist/adapters/filesystem/artifact-store.js';
import { loadConfig } from '../../dist/config/config.js';
import { headingsOf } from '../../dist/domain/explorer/screen-names.js';
import { safeFrom } from '../../dist/domain/explorer/actions.js';
import { signatureOf } from '../../dist/domain/explorer/signature.js';
import { findTemporal } from '../../dist/client/temporal-connection.js';
import { startWorker } from '../../dist/worker.js';
import { ensureBrowser } from '../../scripts/lib/browser.mjs';
import { connect } from './agent-side.mjs';

let numbered = 0;

/**
 * Ends with the scope, or before. `saw(look)`: called after each look at a device. `model`: `{ name, model }`; absent: explorers run without one.
 * `home`: that of an earlier worker, to continue with what it has stored.
 */
export async function startExplorerSide(scope, { address, kind, home: given, saw = () => undefined, model }) {
  const home = given ?? (await scope.folder());
  const browser = kind === 'web' ? await ensureBrowser() : {};
  await writeFile(
    join(home, 'steadyhand.config.json'),
    JSON.stringify({
      kinds: [kind],
      slots: 1,
      model: { images: false, ...(model ? { default: model.name } : {}) },
      ...(kind === 'desktop' ? { desktop: { virtual: true } } : {}),
      ...(kind === 'web' ? { browser: { chromium: browser.chromium, chromedriver: browser.chromedriver } } : {}),
    }),
  );
  const environment = { STEADYHAND_HOME: home, TEMPORAL_ADDRESS: address };
  const config = loadConfig(environment, home);
  const spent = new Map();
  const worker = await startWorker({
    config,
    server: findTemporal(home, environment),
    log: () => undefined,
    ...(model ? { model: model.model } : {}),
    around: { driver: (driver) => watched(driver, saw, spent) },
  });
  const client = await connect(address);
  let ended;
  const stop = () => (ended ??= client.connection.close().then(() => worker.stop()));
  scope.onEnd(stop);
  const artifacts = createFileArtifactStore({ folder: join(config.shared, 'artifacts') });

  return {
    home,
    stop,
    /** What calls to its devices took so far, by their names, ms. */
    spent,
    /** From its start to its result, ms, and its summary. */
    async explore(input) {
      const workflowId = `bench-explorer-${process.pid}-${++numbered}`;
      const started = performance.now();
      const summary = await client.workflow.execute('explorer', {
        taskQueue: 'steadyhand',
        workflowId,
        args: [{ appId: workflowId, ...(model ? {} : { decisionPlane: 'never' }), seed: 1, ...input }],
      });
      return { milliseconds: performance.now() - started, summary, workflowId };
    },
    async graph(appId) {
      const ref = await client.workflow.execute('screenGraph', {
        taskQueue: 'steadyhand',
        workflowId: `bench-graph-${process.pid}-${++numbered}`,
        args: [{ appId }],
      });
      return artifacts.getJson(ref);
    },
    events: async (workflowId) => (await client.workflow.getHandle(workflowId).fetchHistory()).events,
  };
}

/** The key under which each screen that resembles another was entered. Only after the worker has stopped: the database has one reader. */
export async function likenesses({ home }, app) {
  const db = await openDatabase({ folder: join(home, 'graph') });
  const alike = await db.selectFrom('likenesses').select(['key', 'screen']).where('app', '=', app).execute();
  await db.destroy();
  return new Map(alike.map(({ key, screen }) => [key, screen]));
}

/** Digests of addresses to which every link that was seen needs a person's approval. Only after the worker has stopped, too. */
export async function heldAddresses({ home }, app) {
  const db = await openDatabase({ folder: join(home, 'graph') });
  const links = await db.selectFrom('actions').select(['address', 'safety']).where('app', '=', app).where('address', '<>', '').execute();
  await db.destroy();
  const free = new Set(links.filter(({ safety }) => safety >= safeFrom).map(({ address }) => address));
  return new Set(links.map(({ address }) => address).filter((address) => !free.has(address)));
}

/** What a look saw: the key under which the explorer's own activity enters it, and what that key is computed from. */
export function sightOf(app, { application: { url }, title, controls }) {
  const headings = headingsOf(controls);
  const { identity, structure } = signatureOf({ app, title, headings, controls, ...(url === undefined ? {} : { url }) });
  const key = createHash('sha256').update(identity).digest('hex').slice(0, 32);
  return { key, title, headings, structure, layered: structure.some((token) => token.startsWith('!')) };
}

function watched(driver, saw, spent) {
  const around = (device) =>
    new Proxy(device, {
      get(of, name) {
        const value = of[name];
        if (typeof value !== 'function') return value;
        return (...given) => {
          const began = performance.now();
          const result = value.apply(of, given);
          if (!(result instanceof Promise)) return result;
          return result
            .then((found) => {
              if (name === 'look') saw(found);
              return found;
            })
            .finally(() => spent.set(name, (spent.get(name) ?? 0) + performance.now() - began));
        };
      },
    });
  return {
    ...driver,
    async open(...given) {
      const opened = await driver.open(...given);
      return { ...opened, device: around(opened.device) };
    },
    attach: async (...given) => around(await driver.attach(...given)),
  };
}

/** Where the time of a step went: `settle 410 ms, look 60 ms, …, the rest 90 ms`. */
export function profileOf({ spent }, { steps, time_ms: all }) {
  const calls = [...spent].map(([name, ms]) => [name, ms / steps]).sort(([, one], [, other]) => other - one);
  const rest = all / steps - calls.reduce((sum, [, ms]) => sum + ms, 0);
  return [...calls.filter(([, ms]) => ms >= 1), ['the rest (actions, workflow, map)', rest]]
    .map(([name, ms]) => `${name} ${ms.toFixed(0)} ms`)
    .join(', ');
}
