// A fault harness whose model can be held back while something is done to the run's surroundings, and which remembers the model's prompts.
import { dirname, join } from 'node:path';
import type { WorkflowHandle } from '@temporalio/client';
import { readPrompt, type PromptFacts } from '../../examples/scripted-model/prompt.mjs';
import { createScriptedModel } from '../../examples/scripted-model/server.mjs';
import { serve } from '../../examples/support/serve.mjs';
import type { hostAgent } from '../../src/workflows/index.js';
import type { Timings } from '../../src/domain/run/resolve-settings.js';
import { taskQueue } from '../../src/workflows/messages.js';
import { assignOnce, pressUntilDone, startFaultHarness, type FaultHarness } from './fault-harness.js';

type Reply = Readonly<Record<string, unknown>>;

export const threeOnce = [{ press: 1 }, { press: 2 }, { press: 3 }];
export const reopened = /had to be opened again/;
export const shows =
  (title: string) =>
  (facts: PromptFacts): boolean =>
    facts.title === title;

/** Presses until the screen says that all is done; if it was ever told that the interface was reopened, its result says so. */
export function presser(facts: PromptFacts) {
  const reply = pressUntilDone(facts);
  return reopened.test(facts.news) ? { ...reply, Comment: 'heard that the interface was opened again' } : reply;
}

export interface Surroundings {
  readonly harness: FaultHarness;
  /** Environment of every worker of this harness. */
  readonly env: Readonly<Record<string, string>>;
  /** All prompts of AppAgents so far, one text per question. */
  told(): readonly string[];
  /** Runs `strike` once, before the next question to which it applies is answered; the answer waits for it. */
  strikeWhen(applies: (facts: PromptFacts) => boolean, strike: () => Promise<void>): Promise<void>;
  startWeb(url: string): Promise<WorkflowHandle<typeof hostAgent>>;
  close(): Promise<void>;
}

export interface SurroundingsOptions {
  readonly address: string;
  readonly app?: (facts: PromptFacts) => Reply;
  readonly slots?: number;
  readonly timings?: Partial<Timings>;
  readonly env?: Readonly<Record<string, string>>;
}

export async function startSurroundings({
  address,
  app = pressUntilDone,
  slots = 2,
  timings = {},
  env: more = {},
}: SurroundingsOptions): Promise<Surroundings> {
  const strikes: Strike[] = [];
  const scripted = createScriptedModel({
    script: ({ text, fields }) => (fields.includes('CurrentSubtask') ? assignOnce(readPrompt(text)) : app(readPrompt(text))),
  });
  const model = await serve(async (request) => {
    await struck(strikes, await request.clone().text());
    return scripted.handle(request);
  });
  const env = {
    OPENAI_BASE_URL: `${model.url}/v1`,
    OPENAI_API_KEY: 'scripted',
    STEADYHAND_MODEL: 'scripted-model',
    TEMPORAL_ADDRESS: address,
    ...more,
  };
  const harness = await startFaultHarness({ address, slots, timings, env });
  const handles: WorkflowHandle[] = [];
  return {
    harness,
    env: { STEADYHAND_SHARED: join(dirname(harness.home), 'shared'), ...env },
    told: () => scripted.requests().flatMap(({ text, fields }) => (fields.includes('CurrentSubtask') ? [] : [text])),
    strikeWhen: (applies, strike) =>
      new Promise((resolve, reject) => strikes.push({ applies, strike: () => strike().then(resolve, reject) })),
    async startWeb(url) {
      const handle = await harness.client.workflow.start<typeof hostAgent>('hostAgent', {
        taskQueue,
        workflowId: `disturbed-${process.pid}-${Date.now().toString(36)}-${handles.length}`,
        args: [{ request: 'press', device: { kind: 'web', url }, settings: {} }],
      });
      handles.push(handle);
      return handle;
    },
    async close() {
      for (const handle of handles) await handle.cancel().catch(() => undefined);
      for (const handle of handles) await handle.result().catch(() => undefined);
      await harness.close();
      await model.close();
    },
  };
}

interface Strike {
  readonly applies: (facts: PromptFacts) => boolean;
  readonly strike: () => Promise<void>;
}

async function struck(strikes: Strike[], body: string): Promise<void> {
  if (strikes.length === 0 || body === '') return;
  const { messages, response_format: format } = JSON.parse(body) as Question;
  if (format?.json_schema.schema.properties?.['CurrentSubtask'] !== undefined) return;
  const facts = readPrompt(
    messages.map(({ content }) => (typeof content === 'string' ? content : content.map(({ text = '' }) => text).join('\n\n'))).join('\n\n'),
  );
  const found = strikes.findIndex(({ applies }) => applies(facts));
  const [due] = found < 0 ? [] : strikes.splice(found, 1);
  await due?.strike();
}

interface Question {
  readonly messages: readonly { readonly content: string | readonly { readonly text?: string }[] }[];
  readonly response_format?: { readonly json_schema: { readonly schema: { readonly properties?: Readonly<Record<string, unknown>> } } };
}
