// The guard's judgement of one action on one screen: what it would press, and which kinds of risk that has.
import { doingOf } from '../action/actions.js';
import type { Doing } from '../action/columns.js';
import { defined } from '../collections.js';
import { isBlank } from '../text/blank.js';
import { assertNever } from '../errors/assert-never.js';
import type { Control } from '../ui/control.js';
import { isIn } from '../ui/geometry.js';
import { shortestDrag, type ActionTarget, type UiActionOf } from '../ui/ui-action.js';
import { aimedAt, placeOf, refusedFrameIn, type AimedScreen, type Named } from './aimed.js';
import { activationOf, type Activation, type Found, type Pressed } from './activation.js';
import { amountIn } from './amounts.js';
import { isHarmfulCommand, looksLikeTerminal } from './commands.js';
import {
  evidenceNear,
  irreversibleBeside,
  isAmbiguous,
  isCookieNotice,
  loneButton,
  toldBeside,
  type Around,
  type Evidence,
} from './evidence.js';
import { plain, tokensOf } from './fold.js';
import { factsOf } from './facts.js';
import { keyPresses, type KeyPress } from './key-presses.js';
import { deedPlace, type JudgedPage } from './judged-page.js';
import { isLeaving, isShowing } from './leaving.js';
import type { Lexicon } from './lexicon.js';
import { isLooking } from './looking.js';
import { mannerOf, nameSays, type Said } from './names.js';
import { isNameless, namelessSays } from './nameless.js';
import { refusedFrameText } from './refused-frame.js';
import { rememberingOf } from './remembering.js';
import { handsRights } from './rights.js';
import { createGuardedScreen } from './screen.js';
import { unknownDeed } from './stakes.js';

export interface JudgedScreen {
  readonly controls: readonly Control[];
  /** Of the screenshot that fractions refer to, px. */
  readonly size?: { readonly width: number; readonly height: number };
  /** Names and titles of the application in front. */
  readonly about?: readonly string[];
  /** Absent: nobody asks whether an approval may be remembered. */
  readonly page?: JudgedPage;
}

type JudgedAction = UiActionOf<Named>;

/** A tool of a server, judged as a control of that name; a command among its arguments by the command; a text that it presses by the text. */
export function toolActivation(name: string, args: Readonly<Record<string, unknown>>, lexicon: Lexicon): Activation {
  const texts = Object.values(args).filter((value) => typeof value === 'string');
  const own = nameSays(name, 'command', lexicon).risks.map((kind): Found => ({ kind, why: `the tool "${name.slice(0, 60)}"` }));
  const pressed = /click|press|tap/i.test(name)
    ? texts.flatMap((text) => nameSays(text, 'content', lexicon).risks.map((kind): Found => ({ kind, why: `"${text.slice(0, 60)}"` })))
    : [];
  const command =
    looksLikeTerminal(name.replace(/[_-]/g, ' ')) || /command|exec|run/i.test(name) ? texts.find(isHarmfulCommand) : undefined;
  const runs: readonly Found[] = command === undefined ? [] : [{ kind: 'runs', why: `the command "${command.trim().slice(0, 80)}"` }];
  return activationOf([{ role: 'tool', name }], [...own, ...pressed, ...runs]);
}

interface Judged {
  readonly presses: readonly Pressed[];
  readonly risks: readonly Found[];
  readonly refused?: Activation['refused'];
}

const nothing: Judged = { presses: [], risks: [] };

interface Judging extends AimedScreen {
  readonly lexicon: Lexicon;
}

/** Reads the screen once; each action is then judged in well under a millisecond. */
export function createJudgement(seen: JudgedScreen, lexicon: Lexicon): (action: JudgedAction, isAsked?: boolean) => Activation {
  const judging: Judging = { screen: createGuardedScreen(seen.controls, seen.about), size: seen.size, lexicon };
  return (action, isAsked = false) => {
    const doing = doingOf(action);
    const { presses, risks, refused } = intoRefusedFrame(judging, action) ?? judge(judging, doing);
    const targets = targetsOf(judging, doing);
    const { page } = seen;
    const [target] = targets;
    const kinds = risks.map(({ kind }) => kind);
    // Also where no risk is seen: a rule of the configuration may hold it.
    const remembering = page && rememberingOf(judging.screen, { action, target, page, risks: kinds, lexicon });
    const activation = { ...activationOf(presses, risks, refused), ...defined({ remembering }) };
    if (risks.length === 0 && !isAsked) return activation;
    return {
      ...activation,
      ...('target' in action && action.target && 'control' in action.target && deedPlace(judging.screen.controls, seen.page, targets)),
      facts: factsOf(judging.screen, targets, activation.presses),
    };
  };
}

/** What stands around the first of these is what a person is shown. */
function targetsOf(judging: AimedScreen, doing: Doing<Named> | undefined): readonly Control[] {
  switch (doing?.does) {
    case 'press':
    case 'write':
    case 'choose':
      return aimedAt(judging, doing.at);
    case 'keys': {
      const focused = doing.at ? aimedAt(judging, doing.at) : [judging.screen.focused()].filter((each) => each !== undefined);
      const pressed = keyPresses(judging.screen, doing.keys, focused[0]).flatMap(({ control }) => control ?? []);
      return [...pressed.reverse(), ...focused];
    }
    case 'drag':
      return aimedAt(judging, doing.hold ? doing.from : doing.to);
    case 'drop':
      return aimedAt(judging, doing.to);
    case undefined:
      return [];
    default:
      return assertNever(doing);
  }
}

/** Where it leads to a frame whose origin is not allowed, nobody is asked. */
function intoRefusedFrame(judging: AimedScreen, action: JudgedAction): Judged | undefined {
  const frame = refusedFrameIn(judging, action);
  return frame && { presses: [], risks: [], refused: { code: 'origin-refused', message: refusedFrameText(frame.name) } };
}

function judge(judging: Judging, doing: Doing<Named> | undefined): Judged {
  switch (doing?.does) {
    case 'press':
      return all(aimedAt(judging, doing.at).map((control) => pressing(judging, control, '')));
    case 'write':
      return writing(judging, doing.at, doing.text);
    case 'choose':
      return all(aimedAt(judging, doing.at).map((control) => choosing(judging, control, doing.values)));
    case 'keys': {
      const [target] = doing.at ? aimedAt(judging, doing.at) : [];
      const clicked = doing.at && 'point' in doing.at && target ? [pressing(judging, target, '')] : [];
      const presses = keyPresses(judging.screen, doing.keys, target);
      // What is pressed comes first: of all that is told only so much is kept.
      const inOrder = [...presses.filter(({ does }) => does !== 'type'), ...presses.filter(({ does }) => does === 'type')];
      return all([...clicked, ...inOrder.map((press) => byKey(judging, press))]);
    }
    case 'drag':
      return dragging(judging, doing);
    case 'drop':
      return all([...ending(judging, doing.from, doing.to), dropping(judging, doing.to)]);
    // Nothing is pressed, or nothing yet.
    case undefined:
      return nothing;
    default:
      return assertNever(doing);
  }
}

function all(judged: readonly Judged[]): Judged {
  const refused = judged.find((each) => each.refused)?.refused;
  return {
    presses: judged.flatMap(({ presses }) => presses),
    risks: judged.flatMap(({ risks }) => risks),
    refused,
  };
}

// ── What happens to it ───────────────────────────────────────────────────────

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

function pressing(judging: Judging, control: Control, how: string): Judged {
  const { role, name } = control;
  const presses = [{ role, name }];
  if (focusedOnly.has(role)) return { presses, risks: [] };
  const exposed = control.states?.includes('exposing') === true ? [exposing(name)] : [];
  if (role === 'iframe') return { presses, risks: [{ kind: 'unclear', why: `what is in ${name} cannot be seen` }] };
  const unnamed = isNameless(control) ? namelessSays(judging.screen, control, judging.lexicon) : [];
  if (isBlank(name)) return { presses, risks: [...exposed, ...unnamed] };
  const said = [...pressRisks(judging, control), ...shownRisks(judging, control)].map(({ kind, why }) => ({
    kind,
    why: [how, why].filter((part) => part !== '').join(', '),
  }));
  // A guess may tell of a risk; it does not rule one out.
  return { presses, risks: [...exposed, ...(said.length > 0 ? said : unnamed)] };
}

function exposing(name: string): Found {
  return { kind: 'exposes', why: `"${name.slice(0, 60)}" sends the form's password as a part of the address` };
}

/** Roles that lead through an application; what only asks to begin there does nothing yet. */
const surrounding = /(?:^|\/|>>|::)(?:nav|header|footer)(?:\[\d+\]|#[\w-]+)?\//;

function pressRisks({ screen, lexicon }: Judging, control: Control, name = control.name): readonly Found[] {
  const { role, path } = control;
  const read = { ...control, name };
  const said = nameSays(name, mannerOf(role), lexicon);
  const isLeading = role === 'link' && surrounding.test(path);
  const own = said.risks
    .filter((kind) => !isLeading || kind === 'deletes' || kind === 'configures' || kind === 'transfers')
    .map((kind): Found => ({ kind, why: '' }));
  if (own.some(({ kind }) => kind !== 'agrees')) return own;
  const around: Around = { ...screen.scopeOf(control), lexicon };
  if (isCookieNotice(read, around)) return [];
  if (own.length > 0) return own;
  if (role === 'switch' && lexicon.says('guarded', name)) return [{ kind: 'configures', why: '' }];
  const evidence =
    (isAmbiguous(said) ? evidenceNear(read, said, around) : (irreversibleBeside(read, around) ?? unheardOf(read, said))) ??
    loneButton(read, said, around) ??
    toldBeside(read, around);
  return evidence ? [{ kind: evidence.kind, why: `"${name.slice(0, 60)}" stands ${evidence.why}` }] : [];
}

const doing = new Set(['button', 'menuitem']);

/** name-6. */
function unheardOf({ role, name }: Control, said: Said): Evidence | undefined {
  if (!doing.has(role) || said.harmless || isLeaving(name) || isShowing(name)) return undefined;
  if (amountIn(name) && !isLooking(name)) return { kind: 'pays', why: 'for an amount of money' };
  const kind = unknownDeed(name);
  return kind && { kind, why: 'for something that the guard has no word for' };
}

/** What a person reads on it counts as much as the name that it was given. */
function shownRisks(judging: Judging, control: Control): readonly Found[] {
  const { shown } = control;
  if (shown === undefined) return [];
  const read = `it shows "${shown.length > 60 ? `${shown.slice(0, 30)} … ${shown.slice(-30)}` : shown}"`;
  return pressRisks(judging, control, shown).map(({ kind, why }) => ({ kind, why: why === '' ? read : `${read}, ${why}` }));
}

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

function writing(judging: Judging, target: ActionTarget<Named>, text: string): Judged {
  const [control] = aimedAt(judging, target);
  if (!control) return nothing;
  if (pressedOnly.has(control.role)) return notAField(control, 'text');
  const typed = typing(judging, control, text);
  // What is no field is clicked before it is typed into.
  return focusedOnly.has(control.role) || control.role === 'combobox' ? typed : all([pressing(judging, control, ''), typed]);
}

function typing({ screen }: Judging, control: Control | undefined, text: string): Judged {
  const texts = control ? [control.role, control.name, /#([\w-]+)[^#]*$/.exec(control.path)?.[1] ?? ''] : [];
  const isTerminal = looksLikeTerminal(...texts) || (isUnnamed(control) && looksLikeTerminal(...screen.about));
  const presses = control ? [{ role: control.role, name: control.name }] : [];
  return {
    presses,
    risks: isTerminal && isHarmfulCommand(text) ? [{ kind: 'runs', why: `the command "${text.trim().slice(0, 80)}"` }] : [],
  };
}

/** A terminal's own surface. */
function isUnnamed(control: Control | undefined): boolean {
  return control === undefined || control.role === 'terminal' || isNameless(control);
}

function choosing({ lexicon }: Judging, control: Control, values: readonly string[]): Judged {
  const { role, name } = control;
  if (pressedOnly.has(role)) return notAField(control, 'option');
  const presses = [{ role, name }, ...values.map((value) => ({ role: 'option', name: value }))];
  const risks = values.flatMap((value): readonly Found[] => {
    const rights = textsChosenBy(control, value).find((text) => handsRights(name, text));
    if (rights !== undefined) return [{ kind: 'transfers', why: `"${rights}" of "${name}"` }];
    if (lexicon.says('search', name)) return [];
    return textsChosenBy(control, value).flatMap((text) =>
      nameSays(text, 'content', lexicon).risks.map((kind) => ({ kind, why: `the option "${text.slice(0, 60)}"` })),
    );
  });
  return { presses, risks };
}

/** What is none of the texts that were told may be the page's own word for any of them. */
function textsChosenBy({ options = [] }: Control, value: string): readonly string[] {
  const isTold = options.length === 0 || options.some((option) => plain(option) === plain(value));
  return isTold ? [value] : [value, ...options];
}

function byKey(judging: Judging, press: KeyPress): Judged {
  const { control } = press;
  switch (press.does) {
    case 'press':
      return pressing(judging, press.control, press.why);
    case 'choose':
      return choosing(judging, press.control, [press.option]);
    case 'delete':
      return { presses: [press.control], risks: [{ kind: 'deletes', why: `the Delete key on "${press.control.name.slice(0, 60)}"` }] };
    case 'send':
      return sending(judging, press.control);
    case 'submit':
      return { presses: [press.control], risks: [exposing(press.control.name)] };
    case 'type':
      return typing(judging, control, press.text);
    default:
      return assertNever(press);
  }
}

/** Enter in a field for a message, beside something that sends. */
function sending(judging: Judging, field: Control): Judged {
  const isTerminal = looksLikeTerminal(field.role, field.name) && isHarmfulCommand(field.value ?? '');
  if (isTerminal) return { presses: [field], risks: [{ kind: 'runs', why: `Enter runs "${(field.value ?? '').trim().slice(-80)}"` }] };
  if (!judging.lexicon.says('body', field.name)) return nothing;
  const button = judging.screen
    .scopeOf(field)
    .controls.find((each) => each.role === 'button' && pressRisks(judging, each).some(({ kind }) => kind === 'sends'));
  return button
    ? { presses: [button], risks: [{ kind: 'sends', why: `Enter may send what is in "${field.name.slice(0, 60)}"` }] }
    : nothing;
}

const mostBinWords = 4;
/** Of these the innermost takes the press; what it is dropped on has to be told too. */
const mostTaken = 2;

/** What is held may be let go where it was pressed, which is a click at most. */
function dragging(judging: Judging, { from, to, hold }: Extract<Doing<Named>, { readonly does: 'drag' }>): Judged {
  const taken = aimedAt(judging, from);
  if (hold) {
    return all([...taken.map((control) => holding(judging, control)), { presses: [], risks: slidRisks(judging, taken) }]);
  }
  const click = ending(judging, from, to);
  if (click.length > 0 && isAtPoints(from, to)) return all(click);
  return all([...click, { presses: taken.slice(0, mostTaken), risks: slidRisks(judging, taken) }, dropping(judging, to)]);
}

/** Handles of sliders and lists seldom have a name. */
function holding(judging: Judging, control: Control): Judged {
  const pressed = pressing(judging, control, 'it is pressed');
  return isNameless(control) ? { ...pressed, risks: pressed.risks.filter(({ kind }) => kind !== 'unclear') } : pressed;
}

function isAtPoints(...targets: readonly ActionTarget<Named>[]): boolean {
  return targets.every((target) => 'point' in target);
}

/** Where it may end on its start, it is a click there too. */
function ending(judging: Judging, from: ActionTarget<Named>, to: ActionTarget<Named>): readonly Judged[] {
  const [start, end] = [placeOf(judging, from), placeOf(judging, to)];
  if (!start || !end || Math.hypot(end.x - start.x, end.y - start.y) > shortestDrag) return [];
  return aimedAt(judging, from).map((control) => pressing(judging, control, 'so short a drag is a click'));
}

function dropping(judging: Judging, to: ActionTarget<Named>): Judged {
  const aimed = aimedAt(judging, to);
  const end = placeOf(judging, to);
  const around = end
    ? judging.screen.controls.filter((control) => control.visible && control.name !== '' && isIn(control.bounds, end))
    : [];
  const dropped = [...new Set([...aimed, ...around])];
  const risks = dropped.flatMap(({ name, role }): readonly Found[] => {
    if (judging.lexicon.says('bin', name) && tokensOf(plain(name.slice(0, 200))).length <= mostBinWords)
      return [{ kind: 'deletes', why: `dropped on "${name.slice(0, 60)}"` }];
    return nameSays(name, mannerOf(role), judging.lexicon).risks.map((kind) => ({ kind, why: `dropped on "${name.slice(0, 60)}"` }));
  });
  return { presses: dropped, risks };
}

/** "Slide to pay". What is moved about in a list is named after its content. */
function slidRisks({ lexicon }: Judging, taken: readonly Control[]): readonly Found[] {
  return taken.flatMap(({ name, role }): readonly Found[] =>
    name.length > 60 || mannerOf(role) !== 'command'
      ? []
      : nameSays(name, 'command', lexicon).risks.map((kind) => ({ kind, why: `drags "${name}"` })),
  );
}
