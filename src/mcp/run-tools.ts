// Our own engines as tools: each starts a run, which is a task for clients that know tasks; for others it returns at once, and `get_run` shows its progress.
//
// runtools-1. A key makes the start one of its own: a client that was killed before it had the answer calls again, and gets the same run.
import { z } from 'zod';
import type { Variables } from '../domain/run/json.js';
import type { FlowStart } from '../domain/run/program-input.js';
import { cardText } from '../domain/report/card-lines.js';
import { runStates, typeOfEngine } from '../domain/run/listed.js';
import { reusedOf, reuseModes } from '../domain/library/reuse.js';
import type { Steadyhand } from '../client/steadyhand.js';
import { type Start, type StartedRun, startOnce } from './start-once.js';
import { readTask, ourRun } from './tasks.js';
import { tool, type Begun, type Tool } from './tool.js';
import { present, type Shown } from './task-state.js';

const text = z.string().min(1);
const url = z.string().describe('Where the browser starts. The run cannot leave its origin.');
const maxSteps = z.int().min(1).optional().describe('Maximum number of actions');
const key = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,63}$/)
  .optional()
  .describe('Of your own: a second call with it begins no second run, but returns the first one');

const lastCards = 10;

const reads = { readOnlyHint: true, openWorldHint: false } as const;
/** They act on real applications. */
export const acts = { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true } as const;

export function runTools(steadyhand: Steadyhand, shown: Shown): readonly Tool[] {
  return [
    runAgent(steadyhand),
    runFlow(steadyhand),
    explore(steadyhand),
    listRuns(steadyhand),
    getRun(steadyhand, shown),
    cancelRun(steadyhand),
  ];
}

function runAgent(steadyhand: Steadyhand): Tool {
  return tool('run_agent', {
    title: 'Start an agent',
    description:
      'Starts an agent that works a browser to carry out a request. It may ask a person; what must be approved, a person approves.',
    input: {
      request: text.describe('What to do, in plain words'),
      url: url.optional(),
      app: z.string().optional().describe('A configured application instead'),
      max_steps: maxSteps,
      key,
      reuse: z
        .enum(reuseModes)
        .optional()
        .describe(
          'Where a flow did the same before: ask returns it as an offer and starts nothing, always takes it in place of an agent; by default never',
        ),
    },
    annotations: acts,
    call: async ({ key: once, ...asked }, caller) => {
      const { request, max_steps: most, reuse = 'never', ...device } = asked;
      const input = { request, device: deviceOf(device), ...budgetOf(most) };
      const found = async () => (reuse === 'never' ? undefined : (await steadyhand.flows.match(input)).match);
      const offer = reuse === 'ask' ? await found() : undefined;
      if (offer) return { offer };
      const start: Start = async (options) => {
        const match = reuse === 'always' ? await found() : undefined;
        if (match?.doubt !== undefined || !match) return steadyhand.startAgent(input, options);
        const run = await steadyhand.flows.reuse(match, input, options);
        return { id: run.id, title: run.title, ui: run.ui, describe: () => run.describe(), reused: reusedOf(match) };
      };
      return begun(await startOnce(steadyhand, { id: once && `agent-${once}`, asked, title: request, caller }, start));
    },
  });
}

function runFlow(steadyhand: Steadyhand): Tool {
  return tool('run_flow', {
    title: 'Start a flow',
    description: 'Starts a flow: a graph of fixed nodes and AI steps, given as its document.',
    input: {
      flow: z.record(z.string(), z.json()).describe('The flow document'),
      flows: z.record(z.string(), z.record(z.string(), z.json())).optional().describe('Flows that its nodes run, by name'),
      url: url.optional(),
      variables: z.record(z.string(), z.json()).optional().describe('Variables to start with'),
      key,
      heal: z.enum(['ask', 'auto', 'never']).optional().describe('Ask a model once for a target that is not found'),
    },
    annotations: acts,
    call: async ({ key: once, ...asked }, caller) => {
      const { flow, flows, variables, heal, url: address } = asked;
      const documents = { flow, flows } as unknown as Pick<FlowStart, 'flow' | 'flows'>; // the run judges them
      const title = typeof flow['name'] === 'string' ? flow['name'] : 'flow';
      const input = {
        ...documents,
        variables: variables ? (variables as Variables) : undefined,
        heal,
        device: deviceOf({ url: address }),
      };
      const start: Start = (options) => steadyhand.startFlow(input, { ...options, title });
      return begun(await startOnce(steadyhand, { id: once && `flow-${once}`, asked, title, caller }, start));
    },
  });
}

function explore(steadyhand: Steadyhand): Tool {
  return tool('explore', {
    title: 'Explore an application',
    description: 'Starts an explorer that maps the screens of an application by driving it.',
    input: { url, max_steps: maxSteps, goal: z.string().optional().describe('What to look for'), key },
    annotations: acts,
    call: async ({ key: once, ...asked }, caller) => {
      const { url: address, max_steps: most, goal } = asked;
      const input = { goal, ...budgetOf(most), device: deviceOf({ url: address }) };
      const start: Start = (options) => steadyhand.explore(input, options);
      return begun(await startOnce(steadyhand, { id: once && `explore-${once}`, asked, title: undefined, caller }, start));
    },
  });
}

function listRuns(steadyhand: Steadyhand): Tool {
  return tool('list_runs', {
    title: 'List runs',
    description: 'Runs of all engines, newest first.',
    input: { state: z.enum(runStates as [string, ...string[]]).optional(), limit: z.int().min(1).max(200).optional() },
    annotations: reads,
    call: async ({ state, limit = 20 }) => {
      const wanted = runStates.find((each) => each === state);
      return { runs: await steadyhand.list({ state: wanted, limit }) };
    },
  });
}

function getRun(steadyhand: Steadyhand, shown: Shown): Tool {
  return tool('get_run', {
    title: 'Show a run',
    description: 'State of a run, its outcome when it has ended, what it asks of a person, and its last steps.',
    input: { id: text.describe('As list_runs, or the start of the run, gave it') },
    annotations: reads,
    call: async ({ id }) => {
      const asked = await ourRun(steadyhand, id);
      const { type, state, started: at, ended, request, outcome, message, asking, result } = await asked.describe();
      // A worker reads the map of an explorer: once, at its end.
      const cards = type === typeOfEngine.explorer && ended === undefined ? [] : (await asked.report()).cards;
      return present({
        id,
        type,
        state,
        started: at,
        ended,
        request,
        outcome,
        message,
        asking: asking && shown(id, asking),
        result,
        cards: cards.slice(-lastCards).map(cardText),
      });
    },
  });
}

function cancelRun(steadyhand: Steadyhand): Tool {
  return tool('cancel_run', {
    title: 'Cancel a run',
    description: 'Asks a run to end cleanly: the running action ends, its device is closed.',
    input: { id: text.describe('As list_runs, or the start of the run, gave it') },
    annotations: { ...acts, idempotentHint: true, openWorldHint: false },
    call: async ({ id }) => {
      const asked = await ourRun(steadyhand, id);
      // Not whatever else has a workflow there.
      await readTask(asked, { answers: 'none' });
      await asked.cancel();
      return { id };
    },
  });
}

function begun(began: StartedRun): Begun {
  const { id, title, ui, reused } = began;
  return { began, otherwise: () => Promise.resolve(present({ id, title, ui, reused })) };
}

function deviceOf({ url: address, app }: { readonly url?: string | undefined; readonly app?: string | undefined }) {
  return { kind: 'web', url: address, app } as const;
}

function budgetOf(maxSteps: number | undefined) {
  return maxSteps === undefined ? {} : { budget: { maxSteps } };
}
