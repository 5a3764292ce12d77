// What a person reads on a control that was given a name: a page may name it one thing and write another on it.

import { contentOf, roleOf } from './pressable.js';
import { generated, styleOf, own, tidy, type ElementStyle, activeIn, ofDocument } from './dom.js';
import { defined } from '../../../domain/collections.js';
import type { Side } from '../../../domain/ui/control.js';
import type { Bounds } from '../../../domain/ui/geometry.js';
import { boxesOf, composedContains, insideOf, isShown, areasOf, scrolledBy, scrollsBy } from './geometry.js';
import type { PageControl } from './messages.js';
import { carriesOf, destinationOf, enterPress, exposes, formOf, leadsOf } from './forms.js';
import { drawingOf } from './drawn.js';
import { givenName, namedOf, optionsOf, statesOf, tooltipsOf, valueOf } from './names.js';
import { newRoots, flush, type Context, type Walk } from './walk.js';
import { isReachable, isSeen, ownReach, rounded, sideOf } from './reach.js';
import { withSaidAround } from './said-around.js';
import { remember } from './made-anew.js';
import { isMasked, register } from './registry.js';

const longest = 300;
const [head, tail] = [200, 90];
/** Longer texts are read at both ends. */
const mostRead = 20_000;
const fields = new Set(['select', 'textarea']);
const buttons = new Set(['button', 'submit', 'reset']);

/** Empty where the name says it all. `isPlain`: the name is what is written there. */
function shownOn(element: HTMLElement, name: string, isPlain: boolean): string {
  if (isPlain && own.attributes(element).length === 0) return '';
  const text = tidy([isPlain && !isReversed(element) ? '' : writtenOn(element), ...asked(element)].join(' '), mostRead);
  const said = new Set(wordsOf(name));
  if (wordsOf(text).every((word) => said.has(word))) return '';
  return text.length > longest ? `${text.slice(0, head)} … ${text.slice(-tail)}` : text;
}

const longestHint = 200;

/** Empty where it adds nothing to what is read there. A text that describes it and is shown is told where it stands. */
function hintOn(element: HTMLElement, read: string): string {
  const described = idsIn(element, 'aria-describedby').flatMap((id) => textOf(element, id, false));
  const said = new Set(wordsOf(read));
  const hints = [...tooltipsOf(element), ...described].filter((text) => !wordsOf(text).every((word) => said.has(word)));
  return tidy([...new Set(hints)].join('. '), longestHint);
}

function writtenOn(element: HTMLElement): string {
  const tag = own.tag(element);
  if (tag === 'input') {
    const { type, value } = element as HTMLInputElement;
    return buttons.has(type) ? value : '';
  }
  if (fields.has(tag) || own.isEditable(element)) return '';
  const text = contentOf(element).text;
  const ends = text.length > mostRead ? `${text.slice(0, mostRead / 2)} ${text.slice(-mostRead / 2)}` : text;
  return [generated(element, '::before'), isReversed(element) ? [...ends].reverse().join('') : ends, generated(element, '::after')].join(
    ' ',
  );
}

/** Its letters are shown from the last to the first. */
function isReversed(element: Element): boolean {
  const { unicodeBidi, direction } = styleOf(element).computed;
  return direction === 'rtl' && unicodeBidi.includes('override');
}

/** What libraries ask before they follow a link or send a form, and the method that they use. */
const questions = ['data-confirm', 'data-turbo-confirm', 'hx-confirm'] as const;
const methods = ['data-method', 'data-turbo-method'] as const;

function asked(element: Element): readonly string[] {
  const deletes =
    own.hasAttribute(element, 'hx-delete') || methods.some((name) => /^\s*delete\s*$/i.test(own.attribute(element, name) ?? ''));
  return [...questions.map((name) => own.attribute(element, name) ?? ''), deletes ? 'delete' : ''];
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}

// Reports one control of a known role: finds its name, state, box and whether a person can see it.

interface Found {
  readonly element: HTMLElement;
  readonly role: string;
  readonly context: Context;
  readonly path: string;
}

export function addControl(walk: Walk, found: Found, style: ElementStyle): void {
  const { element, context } = found;
  flush(walk);
  const shown = isShown(element);
  const stand = standInOf(element, !shown);
  const { bounds, hit } = boxesOf(stand);
  const visible =
    (shown || (stand !== element && isShown(stand)) || isOverlaid(element)) &&
    !context.inert &&
    isReachable(element, stand, hit, ownReach(context.reaches, style));
  const beyond = visible && context.scroller ? sideOf(hit, context.scroller) : undefined;
  push(walk, found, { bounds, visible, interactive: true, beyond });
}

/** Not laid out, but usable through its label. */
export function addLabelled(walk: Walk, element: HTMLElement, context: Context, path: string): void {
  if (!isBox(element)) return;
  const stand = standInOf(element, false);
  if (stand === element) return;
  const { bounds, hit } = boxesOf(stand);
  flush(walk);
  const visible = !context.inert && isReachable(stand, stand, hit, context.reaches.flow);
  push(walk, { element, role: roleOf(element), context, path }, { bounds, visible, interactive: true });
}

/** px */
const smallestPicture = 40;

/** Not interactive, but worth reporting. */
export function addPicture(walk: Walk, found: Found, style: ElementStyle): void {
  const { element, role, context } = found;
  if (context.mute || context.aside || context.inert || !isShown(element)) return;
  const { bounds, hit } = boxesOf(element);
  // Without a name a small one is an ornament.
  if (role === 'img' && Math.min(bounds.width, bounds.height) < smallestPicture && givenName(element) === '') return;
  if (!isSeen(element, element, hit, ownReach(context.reaches, style))) return;
  flush(walk);
  push(walk, found, { bounds, visible: true, interactive: false });
}

/** The links of its map. */
export function addAreas(walk: Walk, picture: HTMLElement, context: Context, path: string): void {
  for (const [at, element] of areasOf(picture).entries()) {
    flush(walk);
    const { bounds, hit } = boxesOf(element);
    const visible = isShown(picture) && !context.inert && isReachable(element, element, hit, context.reaches.flow);
    push(walk, { element, role: 'link', context, path: `${path}/area[${at + 1}]` }, { bounds, visible, interactive: true });
  }
}

/** Returns what of it is in view, for what is inside; undefined for what does not scroll. */
export function addScroller(walk: Walk, found: Omit<Found, 'role'>, style: ElementStyle): Bounds | undefined {
  const { element, context } = found;
  if (style.overflowX === 'visible' || style.overflowX === 'hidden' || style.overflowX === 'clip') return undefined;
  const value = scrolledBy(element, scrollsBy(style));
  if (value === '' || !isShown(element)) return undefined;
  const { bounds, hit } = boxesOf(element);
  if (!context.mute && !context.aside && !context.inert && isSeen(element, element, hit, ownReach(context.reaches, style))) {
    flush(walk);
    const name = tidy(own.attribute(element, 'aria-label') ?? '', longestScroller);
    pushScroller(walk, found, { name, value, bounds, interactive: true });
  }
  return insideOf(element);
}

/** The page, or a frame of it. */
export function addPageScroller(walk: Walk, element: HTMLElement, context: Context, path: string): void {
  const scroller = ofDocument.scroller(own.document(element)) ?? element;
  const { flow } = context.reaches;
  const axes = { x: flow.scrollable.width > flow.view.width, y: flow.scrollable.height > flow.view.height };
  const value = scrolledBy(scroller, axes);
  if (value === '') return;
  const isFrame = path.includes('>>');
  const told = { name: isFrame ? 'frame' : 'page', value, bounds: flow.view, interactive: isFrame };
  pushScroller(walk, { element, context, path: `${path}html` }, told);
}

const longestScroller = 80;

function pushScroller(
  walk: Walk,
  found: Omit<Found, 'role'>,
  { name, value, ...sight }: Omit<Sight, 'visible'> & { readonly name: string; readonly value: string },
): void {
  walk.controls.push({ ...entryOf(walk, { ...found, role: 'scrollarea' }, { ...sight, visible: true }, name), value });
}

/** Check boxes, radio buttons and file inputs are often hidden behind a styled label, which a person then uses; other fields behind a drawing of them. */
export function standInOf(element: HTMLElement, transparent: boolean): Element {
  if (!isBox(element)) return drawingOf(element) ?? element;
  const rect = own.box(element);
  if (!transparent && rect.width > 1 && rect.height > 1) return element;
  return [...((element as HTMLInputElement).labels ?? [])].find((label) => own.box(label).width > 1) ?? element;
}

/** A transparent field over a drawing of it: a person sees the drawing, and uses the field. What a transparent button or link would do nobody sees. */
function isOverlaid(element: HTMLElement): boolean {
  const tag = own.tag(element);
  const isField =
    tag === 'select' || (tag === 'input' && !/^(?:button|submit|reset|image|hidden)$/.test((element as HTMLInputElement).type));
  return isField && own.isShown(element, { checkVisibilityCSS: true });
}

export function isBox(element: HTMLElement): boolean {
  if (own.tag(element) !== 'input') return false;
  const { type } = element as HTMLInputElement;
  return type === 'checkbox' || type === 'radio' || type === 'file';
}

interface Sight {
  readonly bounds: Bounds;
  readonly visible: boolean;
  readonly interactive: boolean;
  readonly beyond?: Side;
}

function push(walk: Walk, found: Found, sight: Sight): void {
  const { element, context } = found;
  const { name, guessed, plain } = namedOf(element);
  const form = formOf(element);
  // Its path is told once all of the document was walked.
  if (form !== null && !composedContains(form, element)) walk.owned.push({ at: walk.controls.length, form });
  const shown = sight.interactive ? shownOn(element, name, plain) : '';
  const hint = sight.interactive ? hintOn(element, `${name} ${shown}`) : '';
  const control: PageControl = {
    ...entryOf(walk, found, sight, name),
    ...defined({ guessed: guessed || undefined, shown: shown || undefined, hint: hint || undefined }),
    ...(sight.interactive && { ...whatFollows(element), ...testIdOf(element) }),
    ...defined({ level: context.level > 0 ? context.level : undefined, beyond: sight.beyond }),
  };
  const whole = withExtras(control, element);
  if (sight.interactive) remember(element, whole);
  walk.controls.push(sight.visible ? withSaidAround(whole, element, walk.told) : whole);
}

function entryOf(walk: Walk, { element, role, context, path }: Found, { bounds, visible, interactive }: Sight, name: string): PageControl {
  const roots = newRoots(path, walk.roots);
  return {
    id: register(element),
    role,
    name,
    bounds: rounded(bounds, context.offset),
    enabled: !context.inert && !own.matches(element, ':disabled') && own.closest(element, '[aria-disabled=true]') === null,
    visible,
    interactive,
    path,
    roots,
  };
}

/** The names that test tools agree on. */
const testIds = ['data-testid', 'data-test-id', 'data-test', 'data-cy', 'data-qa'];
const longestTestId = 80;

function testIdOf(element: HTMLElement): Pick<PageControl, 'testId'> {
  for (const name of testIds) {
    const given = own.attribute(element, name)?.trim() ?? '';
    if (given !== '' && given.length <= longestTestId) return { testId: given };
  }
  return {};
}

/** What pressing it, or Enter in it, sets going as far as its markup tells. */
function whatFollows(element: HTMLElement): Partial<PageControl> {
  const [accessKey, enters] = [own.attribute(element, 'accesskey')?.trim() ?? '', enterPress(element)];
  const [leads, carries, destination] = [leadsOf(element), carriesOf(element), destinationOf(element)];
  return {
    enters,
    accessKey: accessKey !== '' ? ([...accessKey][0] ?? '') : undefined,
    leads: leads !== '' ? leads : undefined,
    carries: carries !== '' ? carries : undefined,
    destination: destination !== '' ? destination : undefined,
  };
}

/** Most controls have none. */
function withExtras(control: PageControl, element: HTMLElement): PageControl {
  const value = valueOf(element, control.role) ?? '';
  const states = [...statesOf(element, control.role, activeIn(own.root(element))), ...(exposes(element) ? ['exposing'] : [])];
  const options = optionsOf(element);
  const masked = isMasked(element);
  const [format, error] = [formatOf(element), errorOf(element)];
  if (value === '' && states.length === 0 && options === undefined && !masked && format === '' && error === '') return control;
  return {
    ...control,
    ...defined({
      value: value !== '' ? value : undefined,
      states: states.length > 0 ? states : undefined,
      options,
      masked: masked || undefined,
      format: format !== '' ? format : undefined,
      error: error !== '' ? error : undefined,
    }),
  };
}

// What a field takes, as its markup says, and what the page finds wrong with what is in it.

/** How the browser wants what no keyboard layout tells. */
const written: Readonly<Record<string, string>> = {
  date: 'YYYY-MM-DD',
  time: 'HH:MM',
  month: 'YYYY-MM',
  week: 'YYYY-Www',
  'datetime-local': 'YYYY-MM-DDTHH:MM',
  color: '#rrggbb',
  email: 'e-mail address',
  url: 'address',
  tel: 'telephone number',
};
const longestFormat = 120;
const longestError = 200;

function formatOf(element: HTMLElement): string {
  const tag = own.tag(element);
  if (tag !== 'input' && tag !== 'textarea') return '';
  const { type = '' } = element as Partial<HTMLInputElement>;
  const told = (name: string): string => own.attribute(element, name)?.trim() ?? '';
  const [min, max, step] = [told('min'), told('max'), told('step')];
  const [least, most] = [told('minlength'), told('maxlength')];
  const pattern = told('pattern');
  return [
    tag === 'input' ? (written[type] ?? '') : 'several lines',
    min !== '' && max !== '' ? `${min} to ${max}` : min !== '' ? `from ${min}` : max !== '' ? `to ${max}` : '',
    step !== '' && step !== 'any' && type !== 'time' ? `steps of ${step}` : '',
    least !== '' ? `at least ${least} characters` : '',
    most !== '' ? `at most ${most} characters` : '',
    pattern !== '' ? `pattern ${pattern}` : '',
    told('accept'),
  ]
    .filter((part) => part !== '')
    .join(', ')
    .slice(0, longestFormat);
}

/** The message that belongs to the field while it is wrong: the page's own if it shows one, else the browser's. */
function errorOf(element: HTMLElement): string {
  if (own.attribute(element, 'aria-invalid') !== 'true' && !own.matches(element, ':user-invalid')) return '';
  const shown = ['aria-errormessage', 'aria-describedby']
    .flatMap((name) => idsIn(element, name))
    .flatMap((id) => textOf(element, id, true));
  return tidy(shown.join(' ') || ((element as Partial<HTMLInputElement>).validationMessage ?? ''), longestError);
}

function idsIn(element: Element, attribute: string): readonly string[] {
  return (own.attribute(element, attribute) ?? '').split(/\s+/).filter((id) => id !== '');
}

/** Of what has that id, where it is shown or is not. */
function textOf(element: Element, id: string, isShown: boolean): readonly string[] {
  const root = own.root(element);
  const isInDocument = own.type(root) === Node.DOCUMENT_NODE;
  const found = isInDocument ? ofDocument.byId(root as Document, id) : (root as ShadowRoot).getElementById(id);
  return found !== null && own.isShown(found, { visibilityProperty: true }) === isShown ? [own.text(found) ?? ''] : [];
}
