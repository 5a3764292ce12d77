import Table from 'cli-table3';
import { visibleJson } from '../domain/text/visible-text.js';
import type { Terminal } from './terminal.js';

/** One object on one line: what `--json` prints, and each entry of a list. */
export function printJson(terminal: Terminal, value: unknown): void {
  terminal.print(visibleJson(JSON.stringify(value)));
}

/** Rows below a bold header, without rules; cells are cut so that a row stays one line. */
export function renderTable(terminal: Terminal, head: readonly string[], rows: readonly (readonly string[])[]): string {
  const table = new Table({
    head: head.map((cell) => terminal.colors.bold(cell)),
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 2 },
    chars: noLines,
  });
  for (const row of rows) table.push(row.map((cell) => cell.replaceAll('\n', '␊')));
  return table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
}

// prettier-ignore
const noLines = {
  top: '', 'top-mid': '', 'top-left': '', 'top-right': '', bottom: '', 'bottom-mid': '', 'bottom-left': '', 'bottom-right': '',
  left: '', 'left-mid': '', mid: '', 'mid-mid': '', right: '', 'right-mid': '', middle: '',
} as const;

export function indent(text: string, by: string): string {
  return text
    .split('\n')
    .map((line) => by + line)
    .join('\n');
}

/** `just now`, `4 min ago`, `3 h ago`, `2 days ago`. */
export function ago(then: Date, now: Date): string {
  const minutes = Math.floor((now.getTime() - then.getTime()) / 60_000);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${minutes} min ago`;
  if (minutes < 48 * 60) return `${Math.floor(minutes / 60)} h ago`;
  return `${Math.floor(minutes / (24 * 60))} days ago`;
}
