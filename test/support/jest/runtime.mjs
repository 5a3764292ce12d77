// Jest's runtime, without contexts: test files are imported by Node itself into the process of their worker, whose modules they share. Jest's own runtime evaluates every module anew for each test file.
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ModernFakeTimers } from '@jest/fake-timers';
import { useGlobals } from './globals.mjs';
import { strippedFile } from './hooks.mjs';

const require = createRequire(import.meta.url);
const handlersOfCircus = Symbol.for('EVENT_HANDLERS');
const asyncHooks = require('node:async_hooks');
const { AsyncLocalStorage } = asyncHooks;
/** Of the file under way: before Node 24 every promise costs something for each that was ever used, until it is disabled. */
const storages = [];
let runs = 0;

/** Jest requires it. */
export const __esModule = true;

export default class NativeRuntime {
  #global;
  #isWatched;
  #timers;

  constructor(config, { global }, _resolver, _transformer, _sources, _coverage, _path, { watch, watchAll }) {
    this.#global = global;
    this.#isWatched = watch || watchAll;
    this.#timers = new ModernFakeTimers({ config, global });
    runs += 1;
  }

  /** The one module whose state is that of a file: Jest's own. */
  requireInternalModule(path) {
    delete require.cache[require.resolve(path)];
    delete this.#global[handlersOfCircus];
    provide(
      class extends AsyncLocalStorage {
        constructor(...args) {
          super(...args);
          storages.push(this);
        }
      },
    );
    try {
      return require(path);
    } finally {
      provide(AsyncLocalStorage);
    }
  }

  requireModule(path) {
    return require(path);
  }

  unstable_shouldLoadAsEsm() {
    return true;
  }

  unstable_importModule(path) {
    const url = pathToFileURL(path);
    if (this.#isWatched) url.searchParams.set('run', String(runs));
    return import(url.href);
  }

  setGlobalsForRuntime(globals) {
    useGlobals({ ...globals, jest: this.#jest() });
  }

  #jest() {
    const timers = this.#timers;
    return {
      setTimeout: (ms) => void (this.#global[Symbol.for('TEST_TIMEOUT_SYMBOL')] = ms),
      useFakeTimers: (options) => timers.useFakeTimers(options),
      useRealTimers: () => timers.useRealTimers(),
      advanceTimersByTimeAsync: (ms) => timers.advanceTimersByTimeAsync(ms),
    };
  }

  getSourceMaps() {
    return sourceMaps;
  }

  teardown() {
    this.#timers.useRealTimers();
    for (const storage of storages.splice(0)) storage.disable();
    delete this.#global[Symbol.for('TEST_TIMEOUT_SYMBOL')];
  }

  enterTestCode() {}
  leaveTestCode() {}
  resetModules() {}
  getAllCoverageInfoCopy() {}
  getAllV8CoverageInfoCopy() {}
}

/** As what `require('node:async_hooks')` has; since Node 22 that is a getter. */
function provide(storage) {
  Object.defineProperty(asyncHooks, 'AsyncLocalStorage', { value: storage, writable: true, enumerable: true, configurable: true });
}

/** By the name that a stack has of a module. */
const sourceMaps = new (class extends Map {
  get(name) {
    const file = name.startsWith('file:') ? fileURLToPath(name) : name;
    return file.endsWith('.ts') ? `${strippedFile(file)}.map` : undefined;
  }
})();
