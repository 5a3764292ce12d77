// Flows of the library as tools: name from its id, input from its form, result from its run.
//
// flowtools-1. Off unless the server is told to offer them: each is a tool that acts.
// flowtools-2. A tool starts the version that it was offered in: its input is that version's form.
// flowtools-3. A client that knows tasks gets one (tool-1). For another it waits for the end, but not for a person, and not longer than clients wait: then it says how the run is found.
import { setTimeout as delay } from 'node:timers/promises';
import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Steadyhand } from '../client/steadyhand.js';
import type { Run } from '../client/run.js';
import { clip } from '../client/text.js';
import type { FlowSummary } from '../client/library/flows.js';
import type { Variables } from '../domain/run/json.js';
import { optionsOf } from './start-once.js';
import { acts } from './run-tools.js';
import { tool, type Caller, type RegisteredTool, type Tool } from './tool.js';
import { standingOf, type Shown } from './task-state.js';

/** Clients give up after a minute. */
const longestWaitMs = 45_000;
const lookEveryMs = 700;
/** How soon a flow that was saved appears. */
const readEveryMs = 2_000;
const longestText = 1_000;

interface FlowToolOptions {
  readonly explain: (error: unknown) => string;
  readonly shown: Shown;
  /** It stays connected, and is told of flows that come, change and go. */
  readonly follows: boolean;
}

export async function offerFlows(server: McpServer, steadyhand: Steadyhand, { explain, shown, follows }: FlowToolOptions): Promise<void> {
  const offered = new Map<string, { readonly version: number; readonly registered: RegisteredTool }>();

  async function read(): Promise<void> {
    const { flows } = await steadyhand.flows.list();
    for (const [id, { version, registered }] of offered) {
      if (flows.some((flow) => flow.id === id && flow.version === version)) continue;
      registered.remove();
      offered.delete(id);
    }
    for (const flow of flows)
      if (!offered.has(flow.id))
        offered.set(flow.id, { version: flow.version, registered: flowTool(steadyhand, flow, shown).register(server, explain) });
  }

  await read();
  if (!follows) return;
  const stop = repeatedly(read);
  server.server.onclose = stop;
}

/** Calls `changed` when a flow comes, goes, or gets a version, for servers that live for one request. */
export function watchFlows(steadyhand: Steadyhand, { isWatched, changed }: FlowWatch): () => void {
  let known: string | undefined;
  return repeatedly(async () => {
    if (!isWatched()) return;
    const { flows } = await steadyhand.flows.list();
    const now = flows.map(({ id, version }) => `${id}@${version}`).join(' ');
    if (known !== undefined && now !== known) changed();
    known = now;
  });
}

export interface FlowWatch {
  readonly isWatched: () => boolean;
  readonly changed: () => void;
}

/** A library that cannot be read now is read again. */
function repeatedly(read: () => Promise<void>): () => void {
  const timer = setInterval(() => void read().catch(() => undefined), readEveryMs).unref();
  return () => clearInterval(timer);
}

/** `order-the-kettle`: `flow_order_the_kettle`. Ids have no `_`, so names are as many as ids. */
export function toolNameOf(id: string): string {
  return `flow_${id.replaceAll('-', '_')}`;
}

export function flowTool(steadyhand: Steadyhand, { id, version, name, request, application, form }: FlowSummary, shown: Shown): Tool {
  const where = application ? ` in ${application}` : '';
  const did = request ? ` Without a model it does what this request once asked${where}: ${JSON.stringify(request)}` : '';
  return tool(toolNameOf(id), {
    title: clip(name, 100),
    description: clip(`Runs the flow "${name}", version ${version}.${did}`, longestText),
    input: inputOf(form),
    annotations: acts,
    call: async (values, caller) => {
      const began = await steadyhand.flows.start(id, { version, variables: given(values) }, optionsOf(caller));
      return { began, otherwise: () => endOf(began, caller, shown) };
    },
  });
}

function given(values: Readonly<Record<string, unknown>>): Variables {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Variables;
}

/** Flowtools-3. */
async function endOf(run: Pick<Run, 'id' | 'describe'>, { signal, progress }: Caller, shown: Shown): Promise<object> {
  const until = Date.now() + longestWaitMs;
  for (let last = -1; ;) {
    const described = await run.describe();
    const { outcome, asking, state, progress: at } = described;
    if (outcome !== undefined || asking !== undefined || signal.aborted || Date.now() > until) return standingOf(run.id, described, shown);
    if (at && at.step > last) await progress(at.step, `${state}, step ${at.step}`);
    last = at?.step ?? last;
    await delay(lookEveryMs);
  }
}

/** What a run may be given: what has a default may be left out. */
export function inputOf(form: FlowSummary['form']): z.ZodRawShape {
  return Object.fromEntries(
    form.map((field) => {
      const { name, title, description, default: usual } = field;
      const words = [title, description, usual === undefined ? undefined : `otherwise ${JSON.stringify(usual)}`];
      const told = clip(words.filter((word) => word).join('; '), longestText);
      const described = told === '' ? valueOf(field) : valueOf(field).describe(told);
      return [name, usual === undefined ? described : described.optional()];
    }),
  );
}

function valueOf({ type }: FlowSummary['form'][number]): z.ZodType {
  switch (type) {
    case 'number':
      return z.number();
    case 'email':
      return z.email();
    case 'url':
      return z.url();
    case 'date':
      return z.string().min(1).meta({ format: 'date' });
    case 'text':
      return z.string();
  }
}
