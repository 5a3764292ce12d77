// A control without a name: told by its id, its place and what is around it; in doubt it is held.
import { isBlank } from '../text/blank.js';
import type { Control } from '../ui/control.js';
import { isLookup } from './evidence.js';
import type { Lexicon } from './lexicon.js';
import { nameSays } from './names.js';
import { isField, type GuardedScreen } from './screen.js';
import type { Found } from './activation.js';

/** Choosing, unfolding and moving in a list need no name. */
const doubted = new Set(['button', 'link', 'menuitem', 'switch', 'generic', 'img', 'summary']);
const harmlessStates = ['expanded', 'collapsed', 'current', 'selected', 'pressed', 'external'];
/** What leads through a page or belongs to its text. */
const reading =
  /(?:^|\/|>>|::)(?:nav|header|footer|aside|article|p|figure|h[1-6]|video|audio|details|summary|blockquote)(?:\[\d+\]|#[\w-]+)?(?=$|\/)/;
const cornerPx = 64;

/** A guess names nothing: what it was guessed from may be there by chance. */
export function isNameless({ name, guessed }: Pick<Control, 'name' | 'guessed'>): boolean {
  return guessed === true || isBlank(name);
}

export function namelessSays(screen: GuardedScreen, control: Control, lexicon: Lexicon): readonly Found[] {
  const id = /#([\w-]+)$/.exec(control.path)?.[1] ?? '';
  const [kind] = id === '' ? [] : nameSays(id.replace(/[-_]|btn|icon/gi, ' '), 'command', lexicon).risks;
  if (kind !== undefined) return [{ kind, why: `it has no name, and its id says "${id}"` }];
  return doubted.has(control.role) && !isHarmless(screen, control, lexicon)
    ? [{ kind: 'unclear', why: `a ${control.role} without a name` }]
    : [];
}

function isHarmless(screen: GuardedScreen, control: Control, lexicon: Lexicon): boolean {
  const { path, states = [], role } = control;
  if (states.some((state) => harmlessStates.includes(state))) return true;
  const parent = path.slice(0, Math.max(path.lastIndexOf('/'), 0));
  if (reading.test(parent) || (role === 'link' && reading.test(path))) return true;
  const { near, kind, controls } = screen.scopeOf(control);
  const fields = near.filter(isField);
  if (fields.length > 0 && fields.length <= 2 && isLookup(control, { lexicon, fields, texts: [] })) return true;
  const beside = controls.filter((each) => parent !== '' && each.path.startsWith(`${parent}/`));
  // A calendar or a list opens beside its field.
  if (
    beside.length > 0 &&
    beside.length <= 2 &&
    beside.every(({ role: other }) => other === 'date' || other === 'combobox' || other === 'spinbutton')
  )
    return true;
  return kind === 'dialog' && isCloser(screen, control);
}

/** The cross in a dialog's upper corner. */
function isCloser({ controls }: GuardedScreen, { path, bounds }: Control): boolean {
  const dialog = controls.findLast((each) => (each.role === 'dialog' || each.role === 'alertdialog') && path.startsWith(each.path));
  if (!dialog) return false;
  const { x, y, width } = dialog.bounds;
  return bounds.y - y < cornerPx && (bounds.x + bounds.width > x + width - cornerPx || bounds.x < x + cornerPx);
}
