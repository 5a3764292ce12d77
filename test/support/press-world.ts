// Runs that press a button some times, on stub devices whose screen is what the outside ledger has: a device that is opened again shows it too, as a shop's page would.
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { WorkflowHandle } from '@temporalio/client';
import type { PromptFacts } from '../../examples/scripted-model/prompt.mjs';
import type { DeviceScript } from '../../src/adapters/memory/device-script.js';
import type { DeviceSpec } from '../../src/domain/device/device-spec.js';
import type { hostAgent } from '../../src/workflows/index.js';
import { progressQuery } from '../../src/workflows/messages.js';
import { pressUntilDone } from './fault-harness.js';
import { startLedger, type Ledger } from './ledger.js';
import { repeat } from './repeat.js';

export interface Press {
  readonly run: string;
  readonly press: number;
}

export interface PressWorld {
  readonly ledger: Ledger;
  readonly presses: number;
  deviceOf(run: string): DeviceSpec;
  made(run: string): readonly Press[];
  /** What the ledger is to have of these runs. */
  wanted(runs: readonly string[]): readonly Press[];
  close(): Promise<void>;
}

export interface PressWorldOptions {
  readonly presses: number;
  /** ms before and after each effect. */
  readonly delayMs?: number;
  readonly delayAfterMs?: number;
}

export async function startPressWorld({ presses, delayMs = 300, delayAfterMs = 300 }: PressWorldOptions): Promise<PressWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'steadyhand-presses-'));
  const ledger = await startLedger((entry) => void write((entry as Press).run));
  const made = (run: string) => (ledger.entries as readonly Press[]).filter((entry) => entry.run === run);

  function scriptOf(run: string): DeviceScript {
    const counts = Array.from({ length: presses + 1 }, (_, count) => count);
    const press = (count: number) => ({
      ...{ role: 'button', name: 'Add' },
      on: { delayMs, post: { url: ledger.url, body: { run, press: count + 1 } }, delayAfterMs, goto: `s${count + 1}` },
    });
    const screens = counts.map((count) => {
      const controls = [{ role: 'heading', name: `Added ${count}` }, ...(count < presses ? [press(count)] : [])];
      return [`s${count}`, { title: `Added ${count}`, controls }] as const;
    });
    return { start: `s${new Set(made(run).map((entry) => entry.press)).size}`, screens: Object.fromEntries(screens) };
  }

  /** Whole, or not yet: a device may be opened at any moment. */
  function write(run: string): string {
    const file = join(folder, `${run}.json`);
    writeFileSync(`${file}.part`, JSON.stringify(scriptOf(run)));
    renameSync(`${file}.part`, file);
    return file;
  }

  return {
    ...{ ledger, presses, made },
    deviceOf: (run) => ({ kind: 'stub', capabilities: { scriptFile: write(run) } }),
    wanted: (runs) => runs.flatMap((run) => Array.from({ length: presses }, (_, index) => ({ run, press: index + 1 }))),
    async close() {
      await ledger.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const isUnknown = /may or may not have happened/;
const looked = 'I have looked: go on as the screen shows';

/** Presses until the screen says that all is done. Of an unknown outcome it asks a person first. */
export function pressOrAsk(facts: PromptFacts) {
  return isUnknown.test(facts.news) && !facts.news.includes(looked)
    ? { Function: '', Status: 'PENDING', Questions: ['Has it happened?'], Comment: 'an outcome is unknown' }
    : pressUntilDone(facts);
}

export interface Pressing {
  /** Results in the order of the runs, once all have ended. */
  ended(): Promise<readonly Result[]>;
  /** How often a run asked a person about an unknown outcome; each was told to look at the screen. */
  asked(): number;
}

type Result = Awaited<ReturnType<WorkflowHandle<typeof hostAgent>['result']>>;

/** A person who answers what these runs ask, until all have ended. */
export function attend(handles: readonly WorkflowHandle<typeof hostAgent>[]): Pressing {
  const answered = new Set<string>();
  const stop = repeat(async () => {
    // Whoever does not answer now, for its worker or its server is struck, is asked again.
    for (const handle of handles) await answerAsked(handle, answered).catch(() => undefined);
  });
  return {
    async ended() {
      try {
        return await Promise.all(handles.map((handle) => handle.result()));
      } finally {
        await stop();
      }
    },
    asked: () => answered.size,
  };
}

async function answerAsked(handle: WorkflowHandle<typeof hostAgent>, answered: Set<string>): Promise<void> {
  const { request } = await handle.query(progressQuery);
  if (request === undefined || answered.has(request.requestId)) return;
  await handle.signal('answer', { requestId: request.requestId, answers: [looked] });
  answered.add(request.requestId);
}
