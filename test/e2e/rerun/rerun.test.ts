// A run of real workers, exported and decided again by the command, without a network; and each way in which it can come out otherwise.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startScriptedModel } from '../../../examples/scripted-model/server.mjs';
import type { Cassette } from '../../../src/domain/rerun/cassette.schema.js';
import { readCassette, writeCassette } from '../../../src/rerun/cassette-file.js';
import { recordedDecisions } from '../../../src/rerun/recorded.js';
import { assignThenFinish, click, memoryDevice, say, type } from '../../support/agent-harness.js';
import { useAgents } from '../../support/agents.js';
import { commandLine, type CommandLine } from '../../support/command-line.js';
import { sharedServerAddress } from '../../support/temporal-server.js';

const program = fileURLToPath(new URL('../../../bin/steadyhand.mjs', import.meta.url));
/** Runs what follows without a network. */
const unshared = ['--map-root-user', '--net'];
const noNetwork = await promisify(execFile)('unshare', [...unshared, 'true']).then(
  () => undefined,
  (error: unknown) => String(error),
);
if (noNetwork !== undefined) console.log(`skipped: no process without a network here: ${noNetwork}`);

const password = 'correct horse';
const device = memoryDevice({
  start: 'form',
  screens: {
    form: {
      title: 'Form',
      controls: [
        { role: 'textbox', name: 'Name' },
        { role: 'password', name: 'Password' },
        { role: 'button', name: 'Place order', on: { goto: 'thanks' } },
      ],
    },
    thanks: { title: 'Thanks', controls: [{ role: 'heading', name: 'Order confirmed' }] },
  },
});

describe('a recorded run', () => {
  const world = useAgents();
  let folder: string;
  let steadyhand: CommandLine;
  let cassette: Cassette;
  const file = (name: string) => join(folder, `${name}.cassette.json.gz`);

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'steadyhand-rerun-'));
    steadyhand = commandLine({ address: sharedServerAddress(), folder, env: { STEADYHAND_SHARED: world.harness.config.shared } });
    const run = await world.harness.run(
      {
        host: assignThenFinish,
        app: [
          say('PENDING', { Questions: ['Which day?'] }),
          type('Name', 'Ada'),
          type('Password', password),
          click('Place order', 'CONFIRM'),
          say('FINISH', { Result: 'ordered' }),
        ],
      },
      { request: 'order', device, settings: { host: 'always' } },
    );
    const question = await run.asks('question');
    await run.handle.signal('answer', { requestId: question.requestId, answers: ['Friday'] });
    const approval = await run.asks('confirmation');
    await run.handle.signal('confirm', { requestId: approval.requestId, approved: true });
    await run.handle.result();
    expect(await steadyhand('export', run.id, '--out', file('recorded'))).toMatchObject({ code: 0, stderr: '' });
    cassette = readCassette(await readFile(file('recorded')), 'recorded');
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** The command's object on a cassette that was changed like that. */
  async function rerunOf(
    change: (cassette: Cassette) => Cassette,
  ): Promise<{ readonly code: number; readonly again: Record<string, unknown> }> {
    await writeFile(file('changed'), writeCassette(change(structuredClone(cassette))));
    const { code, stdout } = await steadyhand('rerun', file('changed'), '--json');
    return { code, again: JSON.parse(stdout) as Record<string, unknown> };
  }

  /** Replaces a text in the artifact that a decision refers to. */
  const inArtifact = (which: 'prompt' | 'reply', step: number, from: string, to: string) => (given: Cassette) => {
    const decision = recordedDecisions(given).find(({ kind, input }) => kind === 'app' && input.record.step === step)?.decision;
    const ref = decision?.refs[which] ?? '';
    const text = Buffer.from(given.artifacts[ref] ?? '', 'base64').toString('utf8');
    expect(text).toContain(from);
    return { ...given, artifacts: { ...given.artifacts, [ref]: Buffer.from(text.replace(from, to)).toString('base64') } };
  };

  test('RP30: comes to the same decisions by the same course, also where what was typed is sealed', async () => {
    const { code, again } = await rerunOf((same) => same);
    expect(again).toMatchObject({ decisions: 7, differences: [], machines: [] });
    expect(code).toBe(0);
    const replies = recordedDecisions(cassette).map(({ decision }) => Buffer.from(cassette.artifacts[decision.refs.reply] ?? '', 'base64'));
    expect(replies.filter((reply) => reply.includes(password))).toEqual([]);
  });

  test('RP30: a prompt that is told otherwise is named by step and section', async () => {
    const { code, again } = await rerunOf(inArtifact('prompt', 2, 'Place order', 'Place an order'));
    expect(again).toMatchObject({ differences: [{ step: 'step 2 of app-1', part: expect.stringMatching(/^prompt, user message, "## /) }] });
    expect(JSON.stringify(again['differences'])).toMatch(/Place an order.*Place order/);
    expect(code).toBe(1);
  });

  test('RP30: a reply that means something else is named by what is decided', async () => {
    const { code, again } = await rerunOf(inArtifact('reply', 3, 'Ada', 'Eve'));
    expect(again).toMatchObject({
      differences: [{ step: 'step 3 of app-1', part: expect.stringMatching(/^decision, actions\.0\./), recorded: '"Ada"', now: '"Eve"' }],
    });
    expect(code).toBe(1);
  });

  test('RP30: a machine that takes another course is named, with what Temporal says of it', async () => {
    const { code, again } = await rerunOf((given) => ({
      ...given,
      executions: given.executions.map((execution) => {
        if (execution.type !== 'hostAgent') return execution;
        const text = JSON.stringify(execution.history).replaceAll('"name":"drawRequestSecret"', '"name":"drewRequestSecret"');
        return { ...execution, history: JSON.parse(text) as typeof execution.history };
      }),
    }));
    expect(again).toMatchObject({
      differences: [],
      machines: [{ workflow: expect.any(String), message: expect.stringContaining('ondeterminism') }],
    });
    expect(code).toBe(1);
  });

  (noNetwork === undefined ? test : test.skip)('RP33: needs no network at all, and takes a fraction of its time', async () => {
    const args = [...unshared, process.execPath, program, 'rerun', file('recorded'), '--json'];
    const { stdout } = await promisify(execFile)('unshare', args, { cwd: folder, env: { PATH: process.env['PATH'], HOME: folder } });
    const again = JSON.parse(stdout) as { readonly tookMs: number; readonly recordedMs: number; readonly differences: readonly unknown[] };
    expect(again.differences).toEqual([]);
    console.log(`RP33: ${Math.round(again.tookMs)} ms; the run took ${Math.round(again.recordedMs)} ms`);
  });

  test('RP31: another model is asked at each step, and what it would do is compared and counted', async () => {
    const model = await startScriptedModel({
      script: ({ fields }) =>
        fields.includes('CurrentSubtask')
          ? { Status: 'FINISH', Result: 'all done', Comment: 'done' }
          : { Function: '', Status: 'FINISH', Result: 'ordered', Comment: 'done' },
    });
    try {
      const asking = commandLine({
        address: sharedServerAddress(),
        folder,
        env: { OPENAI_BASE_URL: `${model.url}/v1`, OPENAI_API_KEY: 'scripted', STEADYHAND_MODEL: 'usual' },
      });
      const { code, stdout } = await asking('rerun', file('recorded'), '--model', 'another', '--json');
      const compared = JSON.parse(stdout) as { readonly steps: readonly { readonly agrees: boolean }[] };
      expect(compared).toMatchObject({ model: 'another', usage: { now: { modelCalls: 7 } } });
      expect(compared.steps.map(({ agrees }) => agrees)).toEqual([false, false, false, false, false, true, true]);
      expect(code).toBe(0);
    } finally {
      await model.close();
    }
  });

  test('RP31: the prompts that were sent then and those of now, side by side, of one model', async () => {
    const model = await startScriptedModel({
      script: ({ text, fields }) =>
        fields.includes('CurrentSubtask') || text.includes('Place an order')
          ? { Status: 'FINISH', Result: 'all done', Comment: 'done' }
          : { Function: '', Status: 'FAIL', Comment: 'not found' },
    });
    try {
      const env = { OPENAI_BASE_URL: `${model.url}/v1`, OPENAI_API_KEY: 'scripted', STEADYHAND_MODEL: 'usual' };
      const asking = commandLine({ address: sharedServerAddress(), folder, env });
      await writeFile(file('changed'), writeCassette(inArtifact('prompt', 2, 'Place order', 'Place an order')(structuredClone(cassette))));
      const { stdout } = await asking('rerun', file('changed'), '--model', 'another', '--prompt-version', 'both', '--json');
      const { steps } = JSON.parse(stdout) as {
        readonly steps: readonly { readonly step: string; readonly prompt: string; readonly now: string }[];
      };
      expect(steps.filter(({ step }) => step === 'step 2 of app-1')).toMatchObject([
        { prompt: 'recorded', now: '(nothing) · FINISH' },
        { prompt: 'now', now: '(nothing) · FAIL' },
      ]);
      const told = await asking('rerun', file('changed'), '--model', 'another', '--prompt-version', 'both');
      expect(told.stdout).toMatch(
        /another would do the same at \d of 7 steps with the recorded prompts, at \d of 7 steps with the prompts of now/,
      );
      expect(await asking('rerun', file('changed'), '--prompt-version', 'both')).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('--model') as unknown,
      });
    } finally {
      await model.close();
    }
  });

  test('RP30: what is no recorded run, or no run, is said in one sentence', async () => {
    await writeFile(join(folder, 'other.json'), '{"version": 2}');
    for (const [args, code, text] of [
      [['rerun', join(folder, 'other.json')], 1, /other\.json is no recorded run .*: make one with `steadyhand export <id>`\.$/],
      [['rerun', join(folder, 'nothing.json')], 2, /nothing\.json cannot be read \(ENOENT\)/],
      [['rerun', 'no-such-run'], 1, /no-such-run/],
      [['export', 'no-such-run'], 1, /no-such-run/],
    ] as const) {
      const ended = await steadyhand(...args);
      expect({ args, code: ended.code }).toEqual({ args, code });
      expect(ended.stderr.trim()).toMatch(text);
      expect(ended.stderr.trim().split('\n')).toHaveLength(1);
    }
  });
});
