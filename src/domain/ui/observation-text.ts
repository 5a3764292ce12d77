// The screen as a prompt shows it: one short line per control, with texts in between, in reading order. Designed to use few tokens: no boxes, no paths, no brackets around labels,
// roles as one short word, texts of one visual row on one line, and no text that the name of a nearby control repeats.
//
// prompt-1. A labelled control is listed with its role, name, value, states and options.
// prompt-2. A line is one control or one row of texts, whatever the page contains: line breaks inside names and texts become spaces, so that a page cannot forge a line.
// prompt-3. A masked value is never written.
// prompt-5. A long text that the prompt before told, too, is told by its beginning. What can be used is always told in full.
// prompt-4. What is inside a control stands under it, indented. A guessed name is told as a guess, and what only scrolling brings with the side it is on.
// prompt-6. Where not everything has room, what is in view comes first, then what speaks of the task, then what is near; what is left out is told where it stands.
import type { LabelledControl } from './control-list.js';
import type { Control } from './control.js';
import { mask } from './mask.js';
import { shorten } from '../text/fit-bytes.js';
import { seenText } from '../text/visible-text.js';

/** Part of the system prompt. */
export const observationLegend = [
  'A line with a number is a control: label, kind, name, "= value", "| states", "{options}", <what a field takes>. ~ cannot be used now. # heading, ! alert, - texts of one row (· between).',
  'Kinds: a link, btn button, box text field, pw password, combo drop-down, opt option, chk checkbox, rad radio, sw switch, num number, mi menu item; others in full.',
  'Indented: inside the one above. (name): guessed. above, below, left, right: scroll its area (scroll) first.',
].join('\n');

const shortRoles: Readonly<Record<string, string>> = {
  link: 'a',
  button: 'btn',
  textbox: 'box',
  searchbox: 'search',
  password: 'pw',
  combobox: 'combo',
  listbox: 'list',
  option: 'opt',
  checkbox: 'chk',
  radio: 'rad',
  switch: 'sw',
  spinbutton: 'num',
  menuitem: 'mi',
  menuitemcheckbox: 'mi',
  menuitemradio: 'mi',
  treeitem: 'item',
  gridcell: 'cell',
  generic: 'item',
  scrollarea: 'scroll',
};

const alertRoles = new Set(['alert', 'status', 'alertdialog', 'dialog']);
const textLimit = 1_500;
const optionsLimit = 50;
const nearby = 3;
/** Levels of indentation. */
const deepest = 4;

export interface ObservationTextOptions {
  /** What it is for, in words. */
  readonly task?: string;
  /** px: of what is seen of it. */
  readonly height?: number;
  /** What the prompt before told. */
  readonly before?: readonly LabelledControl[];
  /** Characters, of all lines. */
  readonly most?: number;
}

/** About 8,000 tokens of English: all of nearly every page. */
const mostCharacters = 32_000;

/** Characters: a longer text is cut when it is told again, to the number after it. */
const longText = 90;
const beginning = 50;

export function observationText(
  controls: readonly LabelledControl[],
  { task = '', height = usualHeight, before = [], most = mostCharacters }: ObservationTextOptions = {},
): string {
  const all = linesOf(controls, before, most);
  return (lengthOf(all) <= most ? all.map(({ text }) => text) : withGaps(all, within(all, { task, height, most }))).join('\n');
}

interface Line {
  readonly text: string;
  /** The control, or the first of a row. */
  readonly of: LabelledControl;
}

function linesOf(controls: readonly LabelledControl[], before: readonly LabelledControl[], most: number): readonly Line[] {
  const again = repeatedTexts(before, most);
  const shown = controls.filter((control) => control.visible);
  const lines: Line[] = [];
  let row: { readonly of: LabelledControl; readonly texts: string[] } | undefined;
  const endRow = (): void => {
    if (row) lines.push({ text: `- ${row.texts.join(' · ')}`, of: row.of });
    row = undefined;
  };
  shown.forEach((control, index) => {
    const text = isUsable(control) || control.role === 'heading' || alertRoles.has(control.role) ? undefined : textOf(control);
    if (text === '' || (text !== undefined && isSaidNearby(text, shown, index))) return;
    if (text === undefined) {
      endRow();
      const line = lineOf(control, again);
      if (line !== '') lines.push({ text: line, of: control });
    } else if (row && isSameRow(row.of, control)) row.texts.push(again(text));
    else {
      endRow();
      row = { of: control, texts: [again(text)] };
    }
  });
  endRow();
  return lines;
}

// Where not everything has room. Some pages have a thousand controls, and each call would pay for them.

/** px: of a view whose size nobody told. */
const usualHeight = 1_000;
/** Characters of a line that says how many are left out. */
const gapLength = 24;

/** prompt-6. */
function within(lines: readonly Line[], about: Required<Pick<ObservationTextOptions, 'task' | 'height' | 'most'>>): ReadonlySet<Line> {
  const weightOf = weighing(lines, about.task);
  const ranked = lines.map((line) => ({ line, rank: rankOf(line, about.height, weightOf) })).sort((one, other) => one.rank - other.rank);
  const kept = new Set<Line>();
  let left = about.most;
  for (const { line, rank } of ranked) {
    const length = line.text.length + 1 + (rank <= inView ? 0 : gapLength);
    if (length > left) continue;
    left -= length;
    kept.add(line);
  }
  return kept;
}

const inView = -2;

/** px from the view. Before come what wants attention, what can be used in view, what is read there, and what speaks of the task. */
function rankOf({ text, of }: Line, height: number, weightOf: (text: string) => number): number {
  if (alertRoles.has(of.role) || of.states?.includes('focused') === true) return inView - 2;
  const { bounds } = of;
  const away = of.beyond ? Math.max(height, Math.abs(bounds.y)) : Math.max(0, -bounds.y - bounds.height, bounds.y - height);
  if (away === 0) return isUsable(of) || of.role === 'heading' ? inView - 1 : inView;
  const weight = weightOf(text);
  return weight > 0 ? -1 - Math.min(weight, 0.99) : away;
}

/** How much a text speaks of the task: a word says more, the fewer lines have it, and nothing that many have. */
function weighing(lines: readonly Line[], task: string): (text: string) => number {
  const counts = new Map<string, number>();
  for (const word of wordsOf(task)) counts.set(word, 0);
  const known = (text: string): readonly string[] => [...new Set(wordsOf(text))].filter((word) => counts.has(word));
  for (const { text } of lines) for (const word of known(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const many = Math.max(3, lines.length / 10);
  return (text) =>
    known(text)
      .map((word) => counts.get(word) ?? 0)
      .reduce((sum, count) => (count > many ? sum : sum + 1 / (2 * count)), 0);
}

/** Short ones stand everywhere. */
function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/\p{L}[\p{L}\p{N}]{3,}|\p{N}+/gu) ?? [];
}

/** Where lines are left out, how many; the first time with what helps. */
function withGaps(all: readonly Line[], shown: ReadonlySet<Line>): readonly string[] {
  const texts: string[] = [];
  let [gap, gaps] = [0, 0];
  const endGap = (): void => {
    if (gap > 0)
      texts.push(
        gaps++ === 0 ? `- (${gap} more lines of the screen are left out here: scroll there, or read with texts())` : `- (${gap} left out)`,
      );
    gap = 0;
  };
  for (const line of all) {
    if (!shown.has(line)) gap += 1;
    else {
      endGap();
      texts.push(line.text);
    }
  }
  endGap();
  return texts;
}

function lengthOf(lines: readonly Line[]): number {
  return lines.reduce((sum, { text }) => sum + text.length + 1, 0);
}

type Told = (text: string) => string;

/** prompt-5. Where not all had room, nobody knows which were told. */
function repeatedTexts(before: readonly LabelledControl[], most: number): Told {
  const long = before
    .filter(({ visible }) => visible)
    .map(textOf)
    .filter((text) => text.length > longText);
  if (long.length === 0 || lengthOf(linesOf(before, [], most)) > most) return (text) => text;
  const told = new Set(long);
  return (text) => (told.has(text) ? `${text.slice(0, beginning)}…` : text);
}

function lineOf(control: LabelledControl, again: Told): string {
  if (isUsable(control)) return controlLine(control);
  const text = again(textOf(control));
  if (text === '') return '';
  return control.role === 'heading' ? `# ${text}` : `! ${text}`;
}

function controlLine(control: LabelledControl): string {
  const { label, role, options = [], enabled, level = 0, format = '', error = '', hint = '', beyond } = control;
  const name = oneLine(control.name);
  const value = valueOf(control);
  const states = [...(control.states ?? []), ...(enabled ? [] : ['disabled']), ...(beyond ? [beyond] : [])]
    .map(oneLine)
    .filter((state) => state !== '');
  return [
    `${'  '.repeat(Math.min(level, deepest))}${label ?? '~'}`,
    shortRoles[role] ?? oneLine(role),
    ...(name === '' ? [] : [control.guessed ? `(${name})` : name]),
    ...(hint === '' || isSpoken(control) ? [] : [`“${shorten(oneLine(hint), longestHint)}”`]),
    ...(value === '' || value === name ? [] : [`= ${value}`]),
    ...(states.length === 0 ? [] : [`| ${[...new Set(states)].join(' ')}`]),
    ...(format === '' ? [] : [`<${oneLine(format)}>`]),
    ...(error === '' ? [] : [`! ${oneLine(error)}`]),
    ...(options.length === 0 ? [] : [`{${options.slice(0, optionsLimit).map(oneLine).join('; ')}}`]),
  ].join(' ');
}

const longestHint = 80;

/** A link's words say where it leads. */
function isSpoken({ role, name }: Control): boolean {
  return role === 'link' && /\p{L}/u.test(name);
}

function valueOf({ value = '', masked }: Control): string {
  return masked && value !== '' ? mask : oneLine(value);
}

function textOf(control: Control): string {
  const name = oneLine(control.name);
  const value = valueOf(control);
  const text = name === '' || value === name ? value || name : value === '' ? name : `${name} ${value}`;
  return control.role === 'img' && text !== '' ? `(img) ${text}` : text;
}

function isUsable(control: LabelledControl): boolean {
  return control.label !== undefined || control.interactive;
}

// A caption and its field, a heading and its own text, a link and the words in it: the interactive one stands for both.
function isSaidNearby(text: string, controls: readonly LabelledControl[], index: number): boolean {
  const wanted = text.toLowerCase();
  for (let distance = 1; distance <= nearby; distance++) {
    for (const other of [controls[index - distance], controls[index + distance]]) {
      if (!other || !(isUsable(other) || other.role === 'heading' || alertRoles.has(other.role))) continue;
      if (repeats(oneLine(other.name).toLowerCase(), wanted)) return true;
    }
  }
  return false;
}

// As whole words: "Page 12" does not contain "1".
function repeats(name: string, wanted: string): boolean {
  if (name === wanted) return true;
  if (wanted.length < 4) return false;
  const at = name.indexOf(wanted);
  if (at < 0) return false;
  return !/[\p{L}\p{N}]/u.test(name[at - 1] ?? ' ') && !/[\p{L}\p{N}]/u.test(name[at + wanted.length] ?? ' ');
}

function isSameRow(a: Control, b: Control): boolean {
  const overlap = Math.min(a.bounds.y + a.bounds.height, b.bounds.y + b.bounds.height) - Math.max(a.bounds.y, b.bounds.y);
  return overlap > 0 && overlap >= Math.min(a.bounds.height, b.bounds.height) / 2;
}

function oneLine(text: string): string {
  return shorten(seenText(text), textLimit);
}
