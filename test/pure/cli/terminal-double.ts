import pc from 'picocolors';
import type { Terminal } from '../../../src/cli/terminal.js';

/** A terminal without colours that records its output, and answers from a list. */
export function createTerminalDouble({
  interactive = false,
  answers = [],
}: { readonly interactive?: boolean; readonly answers?: readonly string[] } = {}) {
  const printed: string[] = [];
  const warned: string[] = [];
  const asked: string[] = [];
  const terminal: Terminal = {
    interactive,
    columns: 120,
    colors: pc.createColors(false),
    print: (text) => void printed.push(text),
    warn: (text) => void warned.push(text),
    ask: (question) => {
      asked.push(question);
      return Promise.resolve(answers[asked.length - 1] ?? '');
    },
  };
  return { terminal, printed, warned, asked };
}
