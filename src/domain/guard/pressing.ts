// What comes of one control that is pressed, written in or chosen from: by what it is called, by what it shows, by what stands around it (surroundings.ts). One without a name is told by its id, its place and what is around
// it; in doubt it is held.
import { grouped } from '../collections.js';
import { isBlank } from '../text/blank.js';
import { asksForFile, type Control } from '../ui/control.js';
import type { Activation, Found } from './activation.js';
import { isHarmfulCommand, looksLikeTerminal } from './commands.js';
import { evidenceFor, isCookieNotice, isLookup, listed } from './surroundings.js';
import { plain } from './fold.js';
import type { Lexicon } from './lexicon.js';
import { transfersRights, mannerOf, nameSays, type Said } from './names.js';
import { isField, type GuardedScreen, type Scope } from './screen.js';

export type Judged = Pick<Activation, 'presses' | 'risks' | 'refused'>;

export const nothing: Judged = { presses: [], risks: [] };

export interface Judging {
  readonly screen: GuardedScreen;
  readonly lexicon: Lexicon;
}

export function all(judged: readonly Judged[]): Judged {
  return {
    presses: judged.flatMap(({ presses }) => presses),
    risks: judged.flatMap(({ risks }) => risks),
    refused: judged.find(({ refused }) => refused)?.refused,
  };
}

// ── Pressing ─────────────────────────────────────────────────────────────────

/** A click on these only brings the focus. */
const focusedOnly = new Set([
  'textbox',
  'searchbox',
  'password',
  'spinbutton',
  'slider',
  'scrollbar',
  'date',
  'color',
  'file',
  'document',
  'terminal',
]);

/** `how` it is pressed, where that is not plain from the action. */
export function pressing(judging: Judging, control: Control, how = ''): Judged {
  const { role, name } = control;
  const presses = [{ role, name }];
  if (focusedOnly.has(role)) return { presses, risks: [] };
  if (role === 'iframe') return { presses, risks: [{ kind: 'unclear', why: `what is in ${name} cannot be seen` }] };
  const exposed = control.states?.includes('exposing') === true ? [exposing(name)] : [];
  const unnamed = isNameless(control) ? namelessSays(judging, control) : [];
  if (isBlank(name)) return { presses, risks: [...exposed, ...unnamed] };
  const said = [...pressRisks(judging, control), ...shownRisks(judging, control), ...hintRisks(judging, control)].map(({ kind, why }) => ({
    kind,
    why: [how, why].filter((part) => part !== '').join(', '),
  }));
  // A guess may tell of a risk; it does not rule one out.
  return { presses, risks: [...exposed, ...(said.length > 0 ? said : unnamed)] };
}

export function exposing(name: string): Found {
  return { kind: 'exposes', why: `"${name.slice(0, 60)}" sends the form's password as a part of the address` };
}

/** Roles that lead through an application; what only asks to begin there does nothing yet. */
const surrounding = /(?:^|\/|>>|::)(?:nav|header|footer)(?:\[\d+\]|#[\w-]+)?\//;

export function pressRisks({ screen, lexicon }: Judging, control: Control, name = control.name): readonly Found[] {
  const { role, path } = control;
  const said = nameSays(name, mannerOf(role), lexicon);
  const isLeading = role === 'link' && surrounding.test(path);
  const own = said.risks
    .filter((kind) => !isLeading || kind === 'deletes' || kind === 'configures' || kind === 'transfers')
    .map((kind): Found => ({ kind, why: '' }));
  if (own.some(({ kind }) => kind !== 'agrees')) return own;
  const scope = screen.scopeOf(control);
  if (isCookieNotice(name, scope)) return [];
  if (own.length > 0) return own;
  if (role === 'switch' && lexicon.says('guarded', name)) return [{ kind: 'configures', why: '' }];
  const evidence = removing(screen, { ...control, name }, said, scope) ?? evidenceFor({ ...control, name }, said, scope, lexicon);
  return evidence ? [{ kind: evidence.kind, why: `"${name.slice(0, 60)}" stands ${evidence.why}` }] : [];
}

const cross = /^[×✕✖✗✘❌❎🗑⌫x]$/iu;

/** The tools of a list: a cross in one of its rows, and what empties it. What clears fields or filters is none of them. */
function removing({ controls }: GuardedScreen, { role, name, path }: Control, { says }: Said, { near }: Scope): Found | undefined {
  if (!doubted.has(role)) return undefined;
  if (cross.test(name.replace(/[\s\ufe0f]/gu, ''))) {
    const row = listed.exec(path);
    const around = row ? path.slice(0, row.index + row[0].length) : path.slice(0, path.lastIndexOf('/') + 1);
    const isRead = controls.some((each) => each.path !== path && each.path.startsWith(around) && /\p{L}{2}/u.test(each.name));
    return (row || isRepeated({ role, name, path }, controls)) && isRead ? { kind: 'deletes', why: 'in a row of a list' } : undefined;
  }
  if (!says.has('empties') || says.has('harmless') || near.some((each) => isField(each) && !listed.test(each.path))) return undefined;
  const isRow = (each: Control): boolean =>
    each.role !== 'link' && !surrounding.test(each.path) && (listed.test(each.path) || (each.interactive && isRepeated(each, controls)));
  return controls.some(isRow) ? { kind: 'deletes', why: 'beside a list' } : undefined;
}

type Placed = Pick<Control, 'role' | 'name' | 'path'>;

/** At the same place in something else of the same structure. */
function isRepeated(control: Placed, controls: readonly Control[]): boolean {
  const parents = parentsIn(controls).get(placeOf(control)) ?? new Set();
  return parents.size > (parents.has(parentOf(control)) ? 1 : 0);
}

/** Of a screen, once: a page may have thousands of each. */
const known = new WeakMap<readonly Control[], ReadonlyMap<string, ReadonlySet<string>>>();

function parentsIn(controls: readonly Control[]): ReadonlyMap<string, ReadonlySet<string>> {
  const found = known.get(controls) ?? new Map([...grouped(controls, placeOf)].map(([place, own]) => [place, new Set(own.map(parentOf))]));
  known.set(controls, found);
  return found;
}

function parentOf({ path }: Placed): string {
  return path.slice(0, path.lastIndexOf('/'));
}

function placeOf({ role, name, path }: Placed): string {
  return [role, name, path.replace(/\[\d+\]/g, '')].join('\n');
}

/** What a person reads on it counts as much as the name that it was given. */
function shownRisks(judging: Judging, control: Control): readonly Found[] {
  const { shown } = control;
  if (shown === undefined) return [];
  const read = `it shows "${shown.length > 60 ? `${shown.slice(0, 30)} … ${shown.slice(-30)}` : shown}"`;
  return pressRisks(judging, control, shown).map(({ kind, why }) => ({ kind, why: why === '' ? read : `${read}, ${why}` }));
}

/** A short tooltip names what is pressed; a longer one explains it, and speaks as content does. */
function hintRisks(judging: Judging, control: Control): readonly Found[] {
  const { hint = '' } = control;
  const told = { ...control, role: hint.split(' ').length > mostNameWords ? 'generic' : control.role };
  return pressRisks(judging, told, hint).map(({ kind, why }) => ({
    kind,
    why: why === '' ? `its tooltip says "${hint.slice(0, 80)}"` : why,
  }));
}

const mostNameWords = 6;

/** Enter in a field for a message, or with Ctrl in any, beside something that sends; in a terminal's field it runs what stands there. */
export function sending(judging: Judging, field: Control, isMeant: boolean): Judged {
  const { name, role, value = '' } = field;
  if (looksLikeTerminal(role, name) && isHarmfulCommand(value))
    return { presses: [field], risks: [{ kind: 'runs', why: `Enter runs "${value.trim().slice(-80)}"` }] };
  if (!isMeant && !judging.lexicon.says('body', name)) return nothing;
  const button = judging.screen
    .scopeOf(field)
    .controls.find((each) => each.role === 'button' && pressRisks(judging, each).some(({ kind }) => kind === 'sends'));
  return button ? { presses: [button], risks: [{ kind: 'sends', why: `Enter may send what is in "${name.slice(0, 60)}"` }] } : nothing;
}

// ── Without a name ───────────────────────────────────────────────────────────

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

function namelessSays(judging: Judging, control: Control): readonly Found[] {
  const id = /#([\w-]+)$/.exec(control.path)?.[1] ?? '';
  const [kind] = id === '' ? [] : nameSays(id.replace(/[-_]|btn|icon/gi, ' '), 'command', judging.lexicon).risks;
  if (kind !== undefined) return [{ kind, why: `it has no name, and its id says "${id}"` }];
  return doubted.has(control.role) && !isHarmless(judging, control) ? [{ kind: 'unclear', why: `a ${control.role} without a name` }] : [];
}

function isHarmless({ screen, lexicon }: Judging, control: Control): boolean {
  const { path, states = [], role } = control;
  if (states.some((state) => harmlessStates.includes(state))) return true;
  const parent = path.slice(0, Math.max(path.lastIndexOf('/'), 0));
  if (reading.test(parent) || (role === 'link' && reading.test(path))) return true;
  const { near, kind, controls } = screen.scopeOf(control);
  const fields = near.filter(isField);
  if (fields.length > 0 && fields.length <= 2 && isLookup(control, { lexicon, fields, texts: [] })) return true;
  const beside = controls.filter((each) => parent !== '' && each.path.startsWith(`${parent}/`));
  // A calendar or a list opens beside its field.
  const opensBeside = ({ role: other }: Control): boolean => other === 'date' || other === 'combobox' || other === 'spinbutton';
  if (beside.length > 0 && beside.length <= 2 && beside.every(opensBeside)) return true;
  return kind === 'dialog' && isCloser(screen, control);
}

/** The cross in a dialog's upper corner. */
function isCloser({ controls }: GuardedScreen, { path, bounds }: Control): boolean {
  const dialog = controls.findLast((each) => (each.role === 'dialog' || each.role === 'alertdialog') && path.startsWith(each.path));
  if (!dialog) return false;
  const { x, y, width } = dialog.bounds;
  return bounds.y - y < cornerPx && (bounds.x + bounds.width > x + width - cornerPx || bounds.x < x + cornerPx);
}

// ── Writing and choosing ─────────────────────────────────────────────────────

/** Roles that take neither text nor an option: the device would click them. */
const pressedOnly = new Set([
  'button',
  'link',
  'menuitem',
  'menuitemcheckbox',
  'menuitemradio',
  'tab',
  'checkbox',
  'radio',
  'switch',
  'treeitem',
  'option',
  'summary',
]);

function notAField({ role, name }: Control, what: string): Judged {
  const message = `${role} "${name.slice(0, 80)}" takes no ${what}: it is pressed. Aim at a field, or click it.`;
  return { presses: [{ role, name }], risks: [], refused: { code: 'not-a-field', message } };
}

export function writing(judging: Judging, control: Control, text: string): Judged {
  // It takes a file as a file input does, and is judged as one.
  if (control.states?.includes(asksForFile) === true) return typing(judging, { ...control, role: 'file' }, text);
  if (pressedOnly.has(control.role)) return notAField(control, 'text');
  const typed = typing(judging, control, text);
  // What is no field is clicked before it is typed into.
  return focusedOnly.has(control.role) || control.role === 'combobox' ? typed : all([pressing(judging, control), typed]);
}

/** Without a control, the application takes the text. */
export function typing({ screen }: Judging, control: Control | undefined, text: string): Judged {
  const texts = control ? [control.role, control.name, /#([\w-]+)[^#]*$/.exec(control.path)?.[1] ?? ''] : [];
  // A terminal's own surface has no name.
  const isSurface = control === undefined || control.role === 'terminal' || isNameless(control);
  const isTerminal = looksLikeTerminal(...texts) || (isSurface && looksLikeTerminal(...screen.about));
  return {
    presses: control ? [{ role: control.role, name: control.name }] : [],
    risks: isTerminal && isHarmfulCommand(text) ? [commandRisk(text)] : [],
  };
}

export function commandRisk(command: string): Found {
  return { kind: 'runs', why: `the command "${command.trim().slice(0, 80)}"` };
}

export function choosing({ lexicon }: Judging, control: Control, values: readonly string[]): Judged {
  const { role, name } = control;
  if (pressedOnly.has(role)) return notAField(control, 'option');
  const risks = values.flatMap((value): readonly Found[] => {
    const texts = textsChosenBy(control, value);
    const rights = texts.find((text) => transfersRights(name, text));
    if (rights !== undefined) return [{ kind: 'transfers', why: `"${rights}" of "${name}"` }];
    if (lexicon.says('search', name)) return [];
    return texts.flatMap((text) =>
      nameSays(text, 'content', lexicon).risks.map((kind) => ({ kind, why: `the option "${text.slice(0, 60)}"` })),
    );
  });
  return { presses: [{ role, name }, ...values.map((value) => ({ role: 'option', name: value }))], risks };
}

/** What is none of the texts that were told may be the page's own word for any of them. */
function textsChosenBy({ options = [] }: Control, value: string): readonly string[] {
  const isTold = options.length === 0 || options.some((option) => plain(option) === plain(value));
  return isTold ? [value] : [value, ...options];
}
