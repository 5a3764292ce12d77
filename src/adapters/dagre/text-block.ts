// Line breaking without knowing the viewer's font: widths are those of DejaVu Sans, the widest common fallback, so other fonts have room to
// spare.

export interface TextLine {
  readonly text: string;
  readonly role: 'name' | 'summary';
  readonly width: number;
  /** Px from the middle of the block, downwards: its edges and the baseline. */
  readonly top: number;
  readonly bottom: number;
  readonly baseline: number;
}

/** `em`: bold is wider. */
export const fonts = {
  name: { size: 13, height: 17, em: 1.1 },
  summary: { size: 11, height: 14, em: 1 },
  label: { size: 11, height: 14, em: 1.1 },
} as const;
const mostLines = 2;
const gap = 2;

/** The first match wins; widths in em. */
const widths: readonly (readonly [RegExp, number])[] = [
  [/[\p{Mn}\p{Me}\p{Cf}]/u, 0],
  [/[ijlI.,:;'|! ]/, 0.36],
  [/[frt()[\]/\\"*-]/, 0.5],
  [/[mwMW@%…×]/, 1],
  [/[A-Z]/, 0.78],
  [/[ -~]/, 0.64],
  [/[\u00A0-\u10FF]/, 0.85],
  [/\p{Extended_Pictographic}/u, 1.35],
];
const widestCharacter = 1.05;

/** The name above what the node does, at most two lines each, none wider than `widest` px. */
export function textBlock(name: string, summary: string, widest: number): readonly TextLine[] {
  const lines = [
    ...wrapped(name, 'name', widest).map((text) => ({ text, role: 'name' }) as const),
    ...wrapped(summary, 'summary', widest).map((text) => ({ text, role: 'summary' }) as const),
  ];
  const height = lines.reduce((sum, { role }) => sum + fonts[role].height, gap);
  let top = -height / 2;
  return lines.map((line, index) => {
    if (line.role === 'summary' && lines[index - 1]?.role === 'name') top += gap;
    const upper = top;
    top += fonts[line.role].height;
    return { ...line, width: textWidth(line.text, line.role), top: upper, bottom: top, baseline: top - fonts[line.role].height * 0.27 };
  });
}

export function textWidth(text: string, role: keyof typeof fonts): number {
  const { size, em } = fonts[role];
  return (
    [...text].reduce((sum, character) => sum + (widths.find(([known]) => known.test(character))?.[1] ?? widestCharacter), 0) * size * em
  );
}

function wrapped(text: string, role: TextLine['role'], widest: number): readonly string[] {
  const lines: string[] = [];
  let rest = text;
  while (rest !== '') {
    const fitting = fittingStart(rest, role, widest);
    if (fitting.length === rest.length) return [...lines, rest];
    if (lines.length + 1 === mostLines) return [...lines, `${fittingStart(rest, role, widest - textWidth('…', role)).trimEnd()}…`];
    const line = fitting.slice(0, breakIn(fitting, rest[fitting.length]));
    lines.push(line.trimEnd());
    rest = rest.slice(line.length).trimStart();
  }
  return lines;
}

/** The first of these that leaves at most half of the line empty: after the last space, after the last dot or the like, at the end. */
function breakIn(fitting: string, next: string | undefined): number {
  if (next === ' ') return fitting.length;
  const starts = [/^.*\s/su, /^.*[._/,;:-]/su].map((start) => start.exec(fitting)?.[0].length ?? 0);
  return starts.find((length) => length >= fitting.length / 2) ?? fitting.length;
}

const graphemes = new Intl.Segmenter();

function fittingStart(text: string, role: TextLine['role'], widest: number): string {
  let fitting = '';
  for (const { segment } of graphemes.segment(text)) {
    if (fitting !== '' && textWidth(fitting + segment, role) > widest) return fitting;
    fitting += segment;
  }
  return fitting;
}
