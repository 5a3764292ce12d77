// Choosing in a list: the browser's own, or one that the page draws. Where several options are called so, none is chosen.
import { tidy, ofDocument, own } from './dom.js';
import { announce } from './edit.js';
import { composedContains } from './geometry.js';
import type { Chosen, FoundOption } from './messages.js';
import { elementOf } from './made-anew.js';
import { register } from './registry.js';
import { groupOf, optionsNamed, optionTexts } from './option-texts.js';
import { kindOf } from './target.js';

/** By what it is listed as, its label or its value. A single-choice list takes exactly one. */
export function choose({ id, values }: { readonly id: string; readonly values: readonly string[] }): Chosen {
  const element = elementOf(id);
  if (element?.localName !== 'select') return { status: 'not-a-select' };
  const select = element as HTMLSelectElement;
  if (kindOf(select) === 'disabled') return { status: 'disabled' };
  const options = [...optionTexts(select)].filter(([option]) => !option.disabled && groupOf(option)?.disabled !== true);
  const found = values.map((value) => optionsNamed(options, value));
  const several = found.find(({ length }) => length > 1);
  if (several) return { status: 'several', options: several.map(([, text]) => text) };
  const chosen = found.flat().map(([option]) => option);
  if (chosen.length < values.length || (!select.multiple && chosen.length > 1)) {
    return { status: 'no-such-option', options: options.slice(0, 50).map(([, text]) => text) };
  }
  select.focus({ preventScroll: true });
  if (select.multiple) for (const option of select.options) option.selected = chosen.includes(option);
  else if (chosen[0]) chosen[0].selected = true;
  announce(select);
  return { status: 'chosen' };
}

interface OptionRequest {
  /** The control that shows the list. */
  readonly id: string;
  readonly text: string;
  /** It has been pressed to open its list. */
  readonly opened: boolean;
}

const options = '[role=option],[role=menuitem],[role=menuitemradio],[role=treeitem]';
/** Options that were there before a list was opened: they are another's. */
let before: ReadonlySet<Element> = new Set();

/**
 * The visible option with that text, in a list drawn by the page for that control: inside it, in what it says that it controls, come since it was opened, or, while the
 * control says that its list is open, anywhere.
 */
export function findOption({ id, text, opened }: OptionRequest): FoundOption {
  const control = elementOf(id);
  if (control === undefined) return { status: 'none' };
  const shown = [...ofDocument.queryAll(own.document(control), options)].filter(isShown);
  const isOpen = [control, ...own.queryAll(control, '[aria-expanded]')].some((each) => own.attribute(each, 'aria-expanded') === 'true');
  if (!opened) before = new Set(shown);
  const lists = [control, ...controlledBy(control)];
  const isOwn = (option: Element): boolean =>
    lists.some((list) => composedContains(list, option)) || (opened ? !before.has(option) : isOpen);
  const found = shown.filter((option) => isOwn(option) && tidy(own.innerText(option as HTMLElement)) === tidy(text));
  const [only] = found;
  if (only === undefined) return { status: 'none' };
  return found.length > 1 ? { status: 'several' } : { status: 'one', id: register(only) };
}

/** Copies for readers of screens have no size. */
function isShown(option: Element): boolean {
  const { width, height } = own.box(option);
  return width > 1 && height > 1;
}

function controlledBy(control: Element): readonly Element[] {
  const told = [control, ...own.queryAll(control, '[aria-controls],[aria-owns]')];
  const ids = told.flatMap((each) =>
    `${own.attribute(each, 'aria-controls') ?? ''} ${own.attribute(each, 'aria-owns') ?? ''}`.split(/\s+/),
  );
  return ids.flatMap((each) => (each === '' ? [] : (ofDocument.byId(own.document(control), each) ?? [])));
}
