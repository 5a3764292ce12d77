// What can be done on a screen, as machines, stores and records know it. What finds the actions of a screen is in enumerate-actions.ts.
import { isBlank } from '../text/blank.js';
import type { Control, ControlRef } from '../ui/control.js';
import { pageAddressOf } from './address.js';
import { stem } from './signature.js';

export const verbs = ['tap', 'long_press', 'swipe', 'scroll', 'type', 'back', 'home', 'wait'] as const;
export type Verb = (typeof verbs)[number];

/** What only navigates or waits: done to get somewhere, never to try it. */
export function isMove(verb: Verb): boolean {
  return verb === 'back' || verb === 'home' || verb === 'wait';
}

export interface ExplorerAction {
  /** Stable across observations and runs; the caller hashes it. */
  readonly key: string;
  readonly verb: Verb;
  /** Absent: the action applies to the whole screen. */
  readonly target?: Omit<ControlRef, 'label'>;
  /** For `type`: the text to enter, or the option to choose. */
  readonly text?: string;
  /** `text` is one of the options that the control has. */
  readonly option?: true;
  /** 0..1; below `safeFrom` it needs confidence and a person's approval. */
  readonly safety: number;
  /** What such actions have in common (`kindOf`); absent: it applies to the whole screen. */
  readonly kind?: string;
  /** Of a link to a page of the application: digests of the address and of its pattern. */
  readonly page?: PageDigests;
}

export interface PageDigests {
  readonly address: string;
  readonly pattern: string;
}

/** Of `Control.destination`. */
export function pageDigests(destination: string | undefined): PageDigests | undefined {
  const [address, pattern] = destination?.split(' ') ?? [];
  return address !== undefined && pattern !== undefined ? { address, pattern } : undefined;
}

/** As many as the state holds. */
export const mostActions = 50;
export const safeFrom = 0.5;

/** An entry of a menu: it disappears with the menu. */
export function isFleeting(role: string): boolean {
  return role.startsWith('menuitem');
}

/** At most fifty: the first ones, and those that apply to the whole screen. */
export function shortList<A extends Pick<ExplorerAction, 'target'>>(actions: readonly A[]): readonly A[] {
  const onScreen = actions.filter(({ target }) => target === undefined);
  const onControls = actions.filter(({ target }) => target !== undefined);
  return [...onControls.slice(0, mostActions - onScreen.length), ...onScreen];
}

interface Looked {
  readonly title: string;
  readonly url?: string;
  readonly actions: readonly Pick<ExplorerAction, 'key'>[];
}

/** If more controls appeared, it is another view. */
const mostAppearing = 12;

/** Keys of what a menu, a dialog or a message has added to a screen that is otherwise unchanged. */
export function appearedOn(now: Looked, last: Looked): readonly string[] {
  const placeOf = ({ title, url }: Looked): string => JSON.stringify(url === undefined ? title : pageAddressOf(url)?.pattern);
  if (placeOf(now) !== placeOf(last)) return [];
  const before = new Set(last.actions.map(({ key }) => key));
  const appeared = now.actions.map(({ key }) => key).filter((key) => !before.has(key));
  return appeared.length <= mostAppearing ? appeared : [];
}

/** What a person reads of it: of a list the option, too. */
export function nameOf({ target, text = '', option }: Pick<ExplorerAction, 'target' | 'text' | 'option'>): string {
  const name = target?.name ?? '';
  return option ? `${name}: ${text}` : name;
}

/** What can be chosen: the option that is chosen already comes last. Undefined: it has no fixed list. */
export function optionsIn({ role, value, options }: Pick<Control, 'role' | 'value' | 'options'>): readonly string[] | undefined {
  if (role !== 'combobox' || !options?.length) return undefined;
  const meant = options.filter((option) => !isBlank(option));
  return [...meant.filter((option) => option !== value), ...meant.filter((option) => option === value)];
}

/** A plausible value for such a field. */
export function sampleText({ role, name }: Pick<Control, 'role' | 'name'>): string {
  const words = stem(name);
  const [, sample] = samples.find(([kind]) => kind.test(words)) ?? [];
  return sample ?? (role === 'spinbutton' ? '1' : 'test');
}

const samples: readonly (readonly [RegExp, string])[] = [
  [/e-?mail/u, 'test@example.com'],
  [/phone|mobile|telefon|téléphone|teléfono/u, '5550100'],
  [/url|website|web site|link/u, 'https://example.com'],
  [/date|datum|fecha/u, '2026-01-31'],
  [/zip|postal|plz/u, '12345'],
  [/age|amount|quantity|number|count|price|anzahl|menge/u, '1'],
  [/name/u, 'Test'],
];
