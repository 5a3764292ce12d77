// The kills of one system as figures and as a table: pure.
import { median } from '../../../scripts/lib/median.mjs';
import { columns } from '../../../scripts/torture/classing.mjs';
import { headings } from '../../../scripts/torture/table.mjs';
import { phaseNames } from './kills.mjs';

export function summarize(kills) {
  const of = (list) => {
    const struck = list.filter(({ column }) => column !== 'missed');
    const extra = median(struck.map(({ ms, calmMs }) => ms - calmMs));
    return {
      kills: struck.length,
      missed: list.length - struck.length,
      ...Object.fromEntries(columns.map((column) => [column, struck.filter((each) => each.column === column).length])),
      ...(extra === undefined ? {} : { extraSeconds: Math.round(extra / 10) / 100 }),
    };
  };
  return {
    byPhase: Object.keys(phaseNames).map((phase) => ({ phase, ...of(kills.filter((each) => each.phase === phase)) })),
    all: of(kills),
  };
}

/** Markdown, exactly as the documentation shows it. */
export function markdown({ byPhase, all }) {
  const head = ['killed', 'kills', ...columns.map((column) => headings[column]), 'extra s, median'];
  const row = (name, each) => [name, each.kills, ...columns.map((column) => each[column]), each.extraSeconds?.toFixed(1) ?? ''].map(String);
  const rows = [...byPhase.map((each) => row(phaseNames[each.phase], each)), row('all', all)];
  const widths = head.map((text, index) => Math.max(text.length, ...rows.map((cells) => cells[index].length)));
  const line = (cells) =>
    `| ${cells.map((cell, index) => (index === 0 ? cell.padEnd(widths[index]) : cell.padStart(widths[index]))).join(' | ')} |`;
  const rule = `| ${widths.map((width, index) => (index === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`;
  return [line(head), rule, ...rows.map(line)].join('\n');
}
