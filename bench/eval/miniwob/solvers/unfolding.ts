// Tasks where what is named is found only after something else was opened: sections, tabs, menus.
import type { Act, Solver } from '../../oracle/oracle.js';
import type { Situation } from '../../oracle/prompt.js';
import type { SeenControl } from '../../oracle/screen.js';
import { button, click, doneBefore, hover, named, ofKind, one, wait } from './kit.js';

const links = ['item', 'a'];

export const unfolding: readonly Solver[] = [
  {
    tasks: ['click-collapsible', 'click-collapsible-nodelay'],
    instruction: /^Expand the section below and click submit\.$/,
    solve(situation) {
      const section = ofKind(situation, 'tab').find(({ name }) => name.startsWith('Section'));
      const submit = button(situation, 'Submit');
      if (!section?.states.includes('collapsed')) return one(submit);
      return [click(section), ...(submit ? [click(submit)] : [])];
    },
  },
  {
    tasks: ['click-collapsible-2', 'click-collapsible-2-nodelay'],
    instruction: /^Expand the sections below, to find and click on the link "(.*)"\.$/,
    solve: (situation, [, name = '']) =>
      one(named(situation, links, name)) ??
      nextOf(situation, sections(situation), doneBefore(situation, 'click_input', '"Section #').length),
  },
  {
    tasks: ['click-tab-2', 'click-tab-2-easy', 'click-tab-2-medium', 'click-tab-2-hard'],
    instruction: /^Switch between the tabs to find and click on the link "(.*)"\.$/,
    solve: (situation, [, name = '']) =>
      // The first tab is open.
      one(named(situation, links, name)) ?? nextOf(situation, tabs(situation), doneBefore(situation, 'click_input').length + 1),
  },
  {
    tasks: ['click-pie', 'click-pie-nodelay'],
    instruction: /^Expand the pie menu below and click on the item labeled "(.)"\.$/,
    solve: (situation, [, name = '']) => one(named(situation, links, name)) ?? one(named(situation, links, '+')),
  },
  {
    tasks: ['click-menu-2'],
    instruction: /^Click the "Menu" button, and then find and click on the item (?:labeled "(.*)"|with the \(icon ui-icon-(.*)\) icon)\.$/,
    solve: (situation, [, label, icon = '']) => menuItem(situation, label ?? iconLabels[icon] ?? ''),
  },
  {
    tasks: ['click-menu'],
    instruction: /^Select (?!.*Submit)(.+)$/,
    solve: (situation, [, path = '']) => alongPath(situation, path.split('>')),
  },
];

function sections(situation: Situation): readonly SeenControl[] {
  return ofKind(situation, 'tab').filter(({ name }) => name.startsWith('Section #'));
}

function tabs(situation: Situation): readonly SeenControl[] {
  const found = ofKind(situation, ...links).filter(({ name }) => /^(?:Tab #)?\d+$/.test(name));
  return found.filter(({ name }, index) => found.findIndex((other) => other.name === name) === index);
}

/** Twice round at most. */
function nextOf(_: Situation, controls: readonly SeenControl[], opened: number): readonly Act[] | undefined {
  return controls.length > 0 && opened < 2 * controls.length + 1 ? one(controls[opened % controls.length]) : undefined;
}

const iconLabels: Readonly<Record<string, string>> = {
  disk: 'Save',
  'seek-start': 'Prev',
  stop: 'Stop',
  play: 'Play',
  'seek-end': 'Next',
  zoomin: 'Zoom In',
  zoomout: 'Zoom Out',
};

function menuItem(situation: Situation, label: string): readonly Act[] | undefined {
  const item = named(situation, ['mi'], label);
  if (item) return one(item);
  const playback = named(situation, ['mi'], 'Playback');
  return playback ? opening(situation, playback) : one(button(situation, 'Menu'));
}

/** A click on an entry that has others below it would choose it: the pointer opens them. */
function alongPath(situation: Situation, path: readonly string[]): readonly Act[] | undefined {
  const leaf = named(situation, ['mi'], path.at(-1) ?? '');
  if (leaf) return one(leaf);
  const open = path.map((name) => named(situation, ['mi'], name)).findLast((entry) => entry !== undefined);
  return open && opening(situation, open);
}

/** It opens after a moment. */
function opening({ past }: Situation, entry: SeenControl): readonly Act[] {
  const last = past.at(-1);
  return last?.name === 'hover' && last.done && last.text.includes(`"${entry.name}"`) ? [wait(1)] : [hover(entry)];
}
