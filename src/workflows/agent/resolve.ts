// Settings, guard and budget of a run of agents, by the worker's configuration and its input: once in each execution of its chain.
import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/index.js';
import type { RunInput } from '../../domain/run/input.js';
import type { ChainPlace, SettledRun } from '../../domain/run/settled-run.js';
import { refused } from '../engine/refusals.js';

export async function resolve(run: RunInput, chain: ChainPlace): Promise<{ readonly resolved: SettledRun }> {
  const { resolveSettings } = proxyActivities<Activities>({
    startToCloseTimeout: '10 seconds',
    retry: { maximumInterval: '10 seconds' },
    summary: "resolve settings from the worker's configuration and the input",
  });
  return { resolved: await resolveSettings({ run, chain }).catch(refused) };
}
