import { randomInt } from 'node:crypto';
import { createInterface } from 'node:readline/promises';
import pc from 'picocolors';
import { maskSealed } from '../domain/ui/mask.js';
import { visibleText } from '../domain/text/visible-text.js';

const painted = ['bold', 'cyan', 'dim', 'green', 'red', 'yellow'] as const;
export type Colors = Readonly<Record<(typeof painted)[number], (text: string) => string>>;

/**
 * Where a command reads and writes. Data goes to `print`, everything else to `warn`, so that a pipe gets data only. Of all that is written, only
 * line breaks and our own colours are obeyed by a terminal; the rest becomes visible.
 */
export interface Terminal {
  /** A person can be asked: both ends are a TTY. */
  readonly interactive: boolean;
  readonly columns: number;
  readonly colors: Colors;
  print(text: string): void;
  warn(text: string): void;
  /** One line from the person; rejects when `signal` aborts. */
  ask(question: string, signal?: AbortSignal): Promise<string>;
}

export function createTerminal({ stdin, stdout, stderr, env }: Pick<NodeJS.Process, 'stdin' | 'stdout' | 'stderr' | 'env'>): Terminal {
  // `steadyhand list | head` closes the pipe early; that is not an error.
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
  return {
    interactive: Boolean(stdin.isTTY && stdout.isTTY),
    columns: stdout.columns ?? 120,
    colors: markedColors(wantsColors(env, Boolean(stdout.isTTY))),
    print: (text) => void stdout.write(`${shown(text)}\n`),
    warn: (text) => void stderr.write(`${shown(text)}\n`),
    async ask(question, signal) {
      const lines = createInterface({ input: stdin, output: stdout });
      // With a line reader on the terminal, Ctrl-C arrives here and not as a signal.
      lines.once('SIGINT', () => process.kill(process.pid, 'SIGINT'));
      try {
        return await lines.question(shown(question), signal ? { signal } : {});
      } finally {
        lines.close();
      }
    },
  };
}

/** Known to this process only, so that no text of somebody else's can pass for our colours: it stands in the codes as two more parameters. */
const mark = `${randomInt(1e9)};${randomInt(1e9)}`;
const plain = new RegExp(String.raw`\x1b\[(\d+)m`, 'g');
const marked = new RegExp(String.raw`\x1b\[(\d+);${mark}m`, 'g');

function markedColors(on: boolean): Colors {
  const colors = pc.createColors(on);
  const paint = (name: (typeof painted)[number]) => {
    const [open = '', close = ''] = colors[name]('\0').replaceAll(plain, `\x1b[$1;${mark}m`).split('\0');
    return (text: string): string => `${open}${text}${close}`;
  };
  return Object.fromEntries(painted.map((name) => [name, paint(name)])) as unknown as Colors;
}

function shown(text: string): string {
  const codes = [...text.matchAll(marked)].map(([, code]) => `\x1b[${code}m`);
  return text
    .split(marked)
    .filter((_part, index) => index % 2 === 0)
    .map((part, index) => `${visibleText(maskSealed(part))}${codes[index] ?? ''}`)
    .join('');
}

/** https://no-color.org, https://force-color.org */
function wantsColors(env: NodeJS.ProcessEnv, isTerminal: boolean): boolean {
  if (env['NO_COLOR']) return false;
  if (env['FORCE_COLOR']) return env['FORCE_COLOR'] !== '0';
  return isTerminal && env['TERM'] !== 'dumb';
}
