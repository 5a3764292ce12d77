// MiniWoB++ as a suite: its pages, its judge, its instructions, and the oracle that is told of in solvers/.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { EvalError } from '../errors.js';
import { createOracle } from '../oracle/oracle.js';
import type { OpenSuite, PlannedRun, Suite, SuiteTools } from '../suite.js';
import { needsOf } from './needs.js';
import { type Episode, serveMiniwob } from './site.js';
import { solvers } from './solvers/index.js';
import { isPublic, miniwobPages } from './wheel.js';

const tellWithinMs = 2_500;

/** Throws an `EvalError` where its pages cannot be had. */
export function miniwobSuite(cache: string, env: NodeJS.ProcessEnv): Suite {
  const { folder, tasks } = miniwobPages(cache, env);
  let opened: readonly Episode[] = [];
  // Every run has a browser of the same size.
  const screen = () => opened.map((episode) => episode.screen()).find((size) => size !== undefined);
  return {
    name: 'miniwob',
    tasks: tasks.map((id) => ({ id, isPublic: isPublic(id), ...needsOf(id) })),
    oracle: createOracle(solvers, { isOver: ({ texts }) => texts.includes('The task is over.'), screen }),
    async open(runs, tools) {
      const suite = await open(folder, runs, tools);
      opened = suite.episodes;
      return suite;
    },
  };
}

async function open(
  folder: string,
  runs: readonly PlannedRun[],
  tools: SuiteTools,
): Promise<OpenSuite & { readonly episodes: readonly Episode[] }> {
  const site = await serveMiniwob(folder);
  const shown = runs.map(({ task, seed }, index) => site.open(`look-${index + 1}`, task, seed));
  try {
    await untilTold(site.preview(shown.map(({ url }) => url)), shown, tools);
  } catch (error) {
    await site.close();
    throw error;
  }
  const episodes = runs.map((run, index) => site.open(`run-${index + 1}`, run.task, run.seed));
  return {
    episodes,
    tasks: runs.flatMap((run, index) => {
      const episode = episodes[index];
      return episode ? [{ ...run, request: shown[index]?.instruction() ?? '', ...episode }] : [];
    }),
    close: () => site.close(),
  };
}

/** A page's instruction stands in the page: a browser of its own opens each once, before the runs. */
async function untilTold(url: string, episodes: readonly Episode[], { chromium, sandbox, folder, signal }: SuiteTools): Promise<void> {
  const profile = join(folder, 'previews');
  const browser = spawn(
    chromium,
    ['--headless=new', '--disable-gpu', '--mute-audio', ...(sandbox ? [] : ['--no-sandbox']), `--user-data-dir=${profile}`, url],
    { stdio: 'ignore' },
  );
  const failed = once(browser, 'exit').then(() => 'ended' as const);
  try {
    for (let left = 0, deadline = Date.now() + 20_000; ;) {
      const untold = episodes.filter((episode) => episode.instruction() === undefined).length;
      if (untold === 0) return;
      if (untold !== left) [left, deadline] = [untold, Date.now() + 20_000 + tellWithinMs];
      signal.throwIfAborted();
      const ended = await Promise.race([failed, delay(50)]);
      if (ended === 'ended') throw new EvalError('refused', `${chromium} ended before it had opened the pages of MiniWoB.`);
      if (Date.now() > deadline) throw new EvalError('refused', `A page of MiniWoB tells no instruction: ${untoldOf(episodes)}.`);
    }
  } finally {
    const ended = once(browser, 'exit');
    if (browser.exitCode === null && browser.signalCode === null && browser.kill('SIGKILL')) await ended;
  }
}

function untoldOf(episodes: readonly Episode[]): string {
  return episodes.find((episode) => episode.instruction() === undefined)?.url ?? '';
}
