// `up --encrypt` in a folder of its own, with the built worker, devices in its process and a model whose replies a test counts.
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readPrompt } from '../../examples/scripted-model/prompt.mjs';
import { startScriptedModel } from '../../examples/scripted-model/server.mjs';
import { commandLine, endProcess, type CommandLine, type Ended } from './command-line.js';
import { temporalCli } from './temporal-server.js';
import { until } from './until.js';

export interface EncryptedUp {
  readonly home: string;
  readonly address: string;
  readonly ui: string;
  readonly codecServer: string;
  readonly console: string;
  readonly steadyhand: CommandLine;
  /** The Temporal CLI by itself, which knows nothing of ours. */
  bare(...args: readonly string[]): Promise<string>;
  /** Ctrl-C. */
  stop(): Promise<Ended>;
  close(): Promise<void>;
}

/** Asks once, presses Refresh when it was answered, and ends. */
export const question = 'Which colour, Kranich?';

function createScript(): Parameters<typeof startScriptedModel>[0]['script'] {
  const asked = new Map<string, number>();
  return ({ text, fields }) => {
    if (fields.includes('CurrentSubtask')) return { Status: 'FINISH', Result: 'all done', Comment: 'done' };
    const [run = ''] = /run-[a-z]+/.exec(text) ?? [];
    const turn = asked.get(run) ?? 0;
    asked.set(run, turn + 1);
    if (turn === 0) return { Status: 'PENDING', Questions: [question], Comment: 'ask' };
    const control = readPrompt(text).find('btn', /^Refresh$/);
    if (turn === 1)
      return {
        Function: 'click_input',
        Args: {},
        ControlLabel: control?.label ?? '',
        ControlText: 'Refresh',
        Status: 'CONTINUE',
        Comment: 'press',
      };
    return { Function: '', Status: 'FINISH', Result: 'pressed it', Comment: 'finish' };
  };
}

export async function startEncryptedUp(): Promise<EncryptedUp> {
  const home = await mkdtemp(join(tmpdir(), 'steadyhand-encrypted-'));
  const model = await startScriptedModel({ script: createScript() });
  await writeFile(join(home, 'steadyhand.config.json'), JSON.stringify({ kinds: ['memory'], slots: 4, model: { images: false } }));
  const env = {
    TEMPORAL_ADDRESS: '',
    TEMPORAL_CLI_PATH: temporalCli(),
    OPENAI_BASE_URL: `${model.url}/v1`,
    OPENAI_API_KEY: 'scripted',
    STEADYHAND_MODEL: 'scripted-model',
  };
  const steadyhand = commandLine({ address: '', folder: home, env });
  const up = steadyhand.start('up', '--encrypt', '--json');
  const close = async (): Promise<void> => {
    await endProcess(up, 'SIGINT');
    await model.close();
    await rm(home, { recursive: true, force: true });
  };
  try {
    const line = await until(
      () =>
        Promise.resolve(
          up.process.exitCode === null
            ? up
                .stdout()
                .split('\n')
                .find((each) => each.startsWith('{'))
            : up.stderr(),
        ),
      'up to be ready',
    );
    const told = JSON.parse(line) as Pick<EncryptedUp, 'address' | 'ui' | 'codecServer' | 'console'>;
    return {
      ...told,
      ...{ home, steadyhand, close },
      async bare(...args) {
        const { stdout } = await promisify(execFile)(temporalCli(), [...args, '--address', told.address], { maxBuffer: 64 * 1024 * 1024 });
        return stdout;
      },
      stop: () => endProcess(up, 'SIGINT'),
    };
  } catch (error) {
    await close();
    throw error;
  }
}
