// Jest's test environment is the process itself, whose modules the next test file shares.
//   env-1  A test file leaves environment variables, the working folder, the listeners of the process and its timers as they were, or it fails.
//   env-2  Each file, test and hook tells hooks.mjs its limit.
//   env-3  No test ends the process: Jest would wait for ever for a worker that ended well.

import { setTimeout } from 'node:timers/promises';

const graceMs = 10_000;
const loadingMs = 120_000;
/** Left for good by libraries when they are loaded or first used: sharp, WebdriverIO, Temporal's SDK. */
const ofLibraries = new Set([
  'the variable VIPSHOME',
  'the variable WDIO_LOG_LEVEL',
  'the variable DISABLE_WEBDRIVERIO_DEPRECATION_WARNINGS',
  "listeners of 'newListener'",
  "listeners of 'removeListener'",
  "listeners of 'uncaughtException'",
  "listeners of 'unhandledRejection'",
]);
const limits = globalThis[Symbol.for('steadyhand.test-limit')];

/** Jest requires a default export. */
export default class ProcessEnvironment {
  global = globalThis;
  // Jest puts its own in their place.
  #own = { console: globalThis.console, exit: process.exit };
  #file;
  #before;
  #hasRun = false;

  constructor(_config, { testPath }) {
    this.#file = testPath;
    process.exit = (code) => {
      throw new Error(`process.exit(${code ?? ''}) was called`);
    };
  }

  async setup() {
    this.#limit('loading', loadingMs);
    this.#before = { ...standing(), timers: timers() };
  }

  /** Only a file that ran to its end is judged: what kept another from it is its error. Jest tears down twice there. */
  async teardown() {
    limits.postMessage({});
    globalThis.console = this.#own.console;
    process.exit = this.#own.exit;
    const before = this.#before;
    this.#before = undefined;
    if (before === undefined || !this.#hasRun) return;
    const left = differences(before, standing());
    for (const until = performance.now() + graceMs; timers() > before.timers && performance.now() < until;) await setTimeout(20);
    if (timers() > before.timers) left.push(`timers (${before.timers} before, ${timers()} now)`);
    if (left.length > 0) throw new Error(`This test file leaves in its process, for the next one: ${left.join(', ')}.`);
  }

  getVmContext() {
    return null;
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  handleTestEvent({ name, test, hook }, { testTimeout }) {
    if (name === 'run_finish') this.#hasRun = true;
    if (name === 'test_fn_start') this.#limit(titleOf(test), (test.timeout ?? testTimeout) + graceMs);
    if (name === 'hook_start') this.#limit(hook.type, (hook.timeout ?? testTimeout) + graceMs);
    // Between them, and in what is evaluated when a file is loaded.
    if (name === 'test_fn_success' || name === 'test_fn_failure' || name === 'hook_success' || name === 'hook_failure')
      this.#limit('Jest', loadingMs);
  }

  #limit(what, limitMs) {
    limits.postMessage({ name: `${this.#file}: ${what}`, limitMs });
  }
}

function titleOf(test) {
  const names = [];
  for (let each = test; each?.parent; each = each.parent) names.unshift(each.name);
  return names.join(' ');
}

function standing() {
  return {
    ...Object.fromEntries(Object.entries(process.env).map(([name, value]) => [`the variable ${name}`, value])),
    'the working folder': process.cwd(),
    ...Object.fromEntries(process.eventNames().map((name) => [`listeners of '${String(name)}'`, process.listenerCount(name)])),
  };
}

/** Those that keep a process from ending. */
function timers() {
  return process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
}

function differences({ timers: _, ...before }, after) {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names]
    .filter((name) => before[name] !== after[name] && !ofLibraries.has(name))
    .map((name) => `${name} (${before[name]} before, ${after[name]} now)`);
}
