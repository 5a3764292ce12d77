// What two screens of a run have in common, and where on them a recorded control is.
import { isAlone } from '../anchors/rows.js';
import { sightOf } from '../anchors/locators.js';
import { pageAddressOf } from '../explorer/address.js';
import { stem } from '../explorer/signature.js';
import { isDialog } from '../guard/screen.js';
import { placesOf } from '../text/word-boundaries.js';
import { isSameControl } from '../ui/control-list.js';
import { asksForFile, isScroller, type Control, type ControlRef } from '../ui/control.js';
import { mask } from '../ui/mask.js';
import type { StoryScreen } from './story.js';
import { says } from './values.js';

const telling: ReadonlySet<string> = new Set(['checked', 'mixed', 'selected', 'pressed', 'expanded', 'collapsed', asksForFile]);

/** By its label where several are the same. */
export function controlOf({ controls }: Pick<StoryScreen, 'controls'>, ref: ControlRef): Control | undefined {
  const same = controls.filter((control) => isSameControl(control, ref));
  return same.find((control) => 'label' in control && control.label === ref.label) ?? same[0];
}

/** Nothing that a person reads on them differs. */
export function isSameContent(one: StoryScreen, other: StoryScreen): boolean {
  return placeOf(one) === placeOf(other) && contentOf(one) === contentOf(other);
}

export function valueOf({ value = '', masked }: Pick<Control, 'value' | 'masked'>): string {
  return masked === true || value.includes(mask) ? '' : value;
}

/** States that a person changes. */
export function statesOf({ states = [] }: Pick<Control, 'states'>): string {
  return states
    .filter((state) => telling.has(state))
    .sort()
    .join(' ');
}

/** What is read of a control: its value, or its name where it has none. */
export function textOf({ value, name, masked }: Pick<Control, 'value' | 'name' | 'masked'>): string {
  const text = value ?? name;
  return masked === true || text.includes(mask) ? '' : text;
}

/** Somewhere in what is read of a control that can be seen. */
export function showsText({ controls }: Pick<StoryScreen, 'controls'>, text: string): boolean {
  return controls.some((control) => control.visible && placesOf(textOf(control), text).length > 0);
}

/** Something lies over the rest. */
export function hasDialog({ controls }: Pick<StoryScreen, 'controls'>): boolean {
  return controls.some((control) => control.visible && isDialog(control));
}

export function placeOf({ application, url }: Pick<StoryScreen, 'application' | 'url'>): string {
  return `${application} ${(url !== undefined && pageAddressOf(url)?.address) || ''}`;
}

const contents = new WeakMap<readonly Control[], string>();

function contentOf({ controls, title }: StoryScreen): string {
  const known = contents.get(controls);
  const content =
    known ??
    controls
      .filter((control) => control.visible && !isScroller(control))
      .map((control) => JSON.stringify([control.role, control.name, valueOf(control), statesOf(control)]))
      .sort()
      .join('\n');
  if (known === undefined) contents.set(controls, content);
  return `${title}\n${content}`;
}

// Names of which a run saw the digits change: a counter, the number of an order. In rows, digits tell one from another.

/** `role`, path and stem, by which they are known again. */
export type Varying = ReadonlySet<string>;

export function varyingNames(screens: readonly StoryScreen[]): Varying {
  const seen = new Map<string, Set<string>>();
  for (const { controls } of new Set(screens))
    for (const { control, rows } of sightOf(controls))
      if (/\p{N}/u.test(control.name) && rows.every(isAlone)) {
        const key = keyOf(control);
        seen.set(key, (seen.get(key) ?? new Set()).add(control.name));
      }
  return new Set([...seen].filter(([, names]) => names.size > 1).map(([key]) => key));
}

export function isVarying(varying: Varying, control: Control): boolean {
  return varying.has(keyOf(control));
}

function keyOf({ role, path, name }: Control): string {
  return `${role}\n${path}\n${stem(name)}`;
}

const wished = new WeakMap<readonly Control[], { readonly said: readonly string[]; readonly texts: readonly string[] }>();

/** Texts of the screen that people named. */
export function wishedTexts(controls: readonly Control[], said: readonly string[]): readonly string[] {
  const known = wished.get(controls);
  if (known?.said === said) return known.texts;
  const texts = [
    ...new Set(controls.filter(({ visible }) => visible).flatMap(({ name, value = '', masked }) => [name, masked ? '' : value])),
  ].filter((text) => text.trim().length > 1 && said.some((one) => says(one, text)));
  wished.set(controls, { said, texts });
  return texts;
}
