// The guard's judgement of one action on one screen: which controls it means, what it would press, and which kinds of risk that has.
import { doingOf } from '../action/actions.js';
import type { Doing } from '../action/columns.js';
import { defined } from '../collections.js';
import { assertNever } from '../errors/assert-never.js';
import type { Control, ControlRef } from '../ui/control.js';
import { isIn, middleOf, type Point, type Size } from '../ui/geometry.js';
import type { Observation } from '../ui/observation.js';
import { shortestDrag, targetsOf, type ActionTarget, type PointTarget, type UiActionOf } from '../ui/ui-action.js';
import { activationOf, type Activation, type Found } from './activation.js';
import { deedPlace, factsOf, rememberingOf, type JudgedPage } from './approval-context.js';
import { isHarmfulCommand, looksLikeTerminal } from './commands.js';
import { plain, tokensOf } from './fold.js';
import { keyPresses, pressesAtOnce, type KeyPress } from './key-presses.js';
import type { Lexicon } from './lexicon.js';
import { mannerOf, nameSays } from './names.js';
import {
  all,
  choosing,
  commandRisk,
  exposing,
  isNameless,
  nothing,
  pressing,
  sending,
  typing,
  writing,
  type Judged,
  type Judging,
} from './pressing.js';
import { createGuardedScreen, isRefusedFrame, refusedFrameText } from './screen.js';

export interface JudgedScreen {
  readonly controls: readonly Control[];
  /** Of the screenshot that fractions refer to, px. */
  readonly size?: Size;
  /** Names and titles of the application in front: a terminal tells by its name. */
  readonly about?: readonly string[];
  /** Absent: nobody asks whether an approval may be remembered. */
  readonly page?: JudgedPage;
}

export function judgedScreenOf(
  { application, title }: Pick<Observation, 'application' | 'title'>,
  controls: readonly Control[],
  size?: Size,
): JudgedScreen {
  return { controls, size, about: [application.name, application.title ?? '', title], page: application };
}

type Named = Pick<ControlRef, 'path' | 'role' | 'name'>;
type JudgedAction = UiActionOf<Named>;
type Target = ActionTarget<Named>;

interface Aiming extends Judging {
  readonly size: JudgedScreen['size'];
}

/** A tool of a server, judged as a control of that name; a command among its arguments by the command; a text that it presses by the text. */
export function toolActivation(name: string, args: Readonly<Record<string, unknown>>, lexicon: Lexicon): Activation {
  const texts = Object.values(args).filter((value) => typeof value === 'string');
  const own = nameSays(name, 'command', lexicon).risks.map((kind): Found => ({ kind, why: `the tool "${name.slice(0, 60)}"` }));
  const pressed = /click|press|tap/i.test(name)
    ? texts.flatMap((text) => nameSays(text, 'content', lexicon).risks.map((kind): Found => ({ kind, why: `"${text.slice(0, 60)}"` })))
    : [];
  const command =
    looksLikeTerminal(name.replace(/[_-]/g, ' ')) || /command|exec|run/i.test(name) ? texts.find(isHarmfulCommand) : undefined;
  return activationOf([{ role: 'tool', name }], [...own, ...pressed, ...(command === undefined ? [] : [commandRisk(command)])]);
}

/** Reads the screen once; each action is then judged in well under a millisecond. */
export function createJudgement(
  { controls, size, about, page }: JudgedScreen,
  lexicon: Lexicon,
): (action: JudgedAction, isAsked?: boolean) => Activation {
  const aiming: Aiming = { screen: createGuardedScreen(controls, about), size, lexicon };
  const { screen } = aiming;
  return (action, isAsked = false) => {
    const { targets, judged } = judge(aiming, doingOf(action));
    const { presses, risks, refused } = intoRefusedFrame(aiming, action) ?? judged;
    const [target] = targets;
    // Also where no risk is seen: a rule of the configuration may hold it.
    const remembering = page && rememberingOf(screen, { action, target, page, risks: risks.map(({ kind }) => kind), lexicon });
    const activation = { ...activationOf(presses, risks, refused), ...defined({ remembering }) };
    if (risks.length === 0 && !isAsked) return activation;
    const isAtControl = 'target' in action && action.target && 'control' in action.target;
    return {
      ...activation,
      ...defined({ at: isAtControl ? deedPlace(screen.controls, page, targets) : undefined }),
      facts: factsOf(screen, targets, activation.presses),
    };
  };
}

// ── What an action means ─────────────────────────────────────────────────────

function aimedAt({ screen, size }: Aiming, target: Target): readonly Control[] {
  if ('control' in target) return [screen.find(target.control) ?? unseen(target.control)];
  const point = pointOf(target, size);
  return point === undefined ? [] : screen.at(point);
}

/** No longer listed: judged by what it was. */
function unseen({ role, name, path }: Named): Control {
  const bounds = { x: 0, y: 0, width: 0, height: 0 };
  return { id: '', role, name, path, bounds, enabled: true, visible: true, interactive: true, source: 'tree' };
}

function pointOf({ point: { x, y }, unit }: PointTarget, size: Aiming['size']): Point | undefined {
  if (unit === 'px') return { x, y };
  return size && { x: x * size.width, y: y * size.height };
}

/** Of a control its middle. */
function placeOf({ screen, size }: Aiming, target: Target): Point | undefined {
  if ('point' in target) return pointOf(target, size);
  const control = screen.find(target.control);
  return control && middleOf(control.bounds);
}

/** Where it leads to a frame whose origin is not allowed, nobody is asked. */
function intoRefusedFrame(aiming: Aiming, action: JudgedAction): Judged | undefined {
  const targets = action.type === 'scroll' && !action.target ? [middle] : targetsOf(action);
  const aimed = targets.flatMap((target) => aimedAt(aiming, target)).find(isRefusedFrame);
  const isTyped = !aimed && action.type === 'press-keys' && !action.target && pressesAtOnce(action.keys);
  const focused = isTyped
    ? aiming.screen.controls.find((control) => isRefusedFrame(control) && control.states?.includes('focused'))
    : undefined;
  const frame = aimed ?? focused;
  return frame && { ...nothing, refused: { code: 'origin-refused', message: refusedFrameText(frame.name) } };
}

/** The wheel turns there if no place is named. */
const middle = { point: { x: 0.5, y: 0.5 }, unit: 'fraction' } as const;

// ── What comes of it ─────────────────────────────────────────────────────────

/** `targets`: what stands around the first of them is what a person is shown. */
function judge(aiming: Aiming, doing: Doing<Named> | undefined): { readonly targets: readonly Control[]; readonly judged: Judged } {
  switch (doing?.does) {
    case 'press': {
      const targets = aimedAt(aiming, doing.at);
      return { targets, judged: all(targets.map((control) => pressing(aiming, control))) };
    }
    case 'write': {
      const targets = aimedAt(aiming, doing.at);
      return { targets, judged: all(targets.slice(0, 1).map((control) => writing(aiming, control, doing.text))) };
    }
    case 'choose': {
      const targets = aimedAt(aiming, doing.at);
      return { targets, judged: all(targets.map((control) => choosing(aiming, control, doing.values))) };
    }
    case 'keys':
      return pressingKeys(aiming, doing);
    case 'drag':
      return { targets: aimedAt(aiming, doing.hold ? doing.from : doing.to), judged: dragging(aiming, doing) };
    case 'drop':
      return { targets: aimedAt(aiming, doing.to), judged: all([...ending(aiming, doing.from, doing.to), dropping(aiming, doing.to)]) };
    // Nothing is pressed, or nothing yet.
    case undefined:
      return { targets: [], judged: nothing };
    default:
      return assertNever(doing);
  }
}

function pressingKeys(aiming: Aiming, { at, keys }: Extract<Doing<Named>, { readonly does: 'keys' }>): ReturnType<typeof judge> {
  const aimed = at ? aimedAt(aiming, at) : [aiming.screen.focused()].filter((each) => each !== undefined);
  const [focus] = aimed;
  const clicked = at && 'point' in at && focus ? [pressing(aiming, focus)] : [];
  const presses = keyPresses(aiming.screen, keys, focus);
  // What is pressed comes first: of all that is told only so much is kept.
  const inOrder = [...presses.filter(({ does }) => does !== 'type'), ...presses.filter(({ does }) => does === 'type')];
  return {
    targets: [...presses.flatMap(({ control }) => control ?? []).reverse(), ...aimed],
    judged: all([...clicked, ...inOrder.map((press) => byKey(aiming, press))]),
  };
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
      return sending(judging, press.control, press.isMeant);
    case 'submit':
      return { presses: [press.control], risks: [exposing(press.control.name)] };
    case 'type':
      return typing(judging, control, press.text);
    default:
      return assertNever(press);
  }
}

const mostBinWords = 4;
/** Of these the innermost takes the press; what it is dropped on has to be told too. */
const mostTaken = 2;

/** What is held may be let go where it was pressed, which is a click at most. */
function dragging(aiming: Aiming, { from, to, hold }: Extract<Doing<Named>, { readonly does: 'drag' }>): Judged {
  const taken = aimedAt(aiming, from);
  const slid = slidRisks(aiming, taken);
  if (hold) return all([...taken.map((control) => holding(aiming, control)), { presses: [], risks: slid }]);
  const click = ending(aiming, from, to);
  if (click.length > 0 && 'point' in from && 'point' in to) return all(click);
  return all([...click, { presses: taken.slice(0, mostTaken), risks: slid }, dropping(aiming, to)]);
}

/** Handles of sliders and lists seldom have a name. */
function holding(judging: Judging, control: Control): Judged {
  const pressed = pressing(judging, control, 'it is pressed');
  return isNameless(control) ? { ...pressed, risks: pressed.risks.filter(({ kind }) => kind !== 'unclear') } : pressed;
}

/** Where it may end on its start, it is a click there too. */
function ending(aiming: Aiming, from: Target, to: Target): readonly Judged[] {
  const [start, end] = [placeOf(aiming, from), placeOf(aiming, to)];
  if (!start || !end || Math.hypot(end.x - start.x, end.y - start.y) > shortestDrag) return [];
  return aimedAt(aiming, from).map((control) => pressing(aiming, control, 'so short a drag is a click'));
}

function dropping(aiming: Aiming, to: Target): Judged {
  const { screen, lexicon } = aiming;
  const end = placeOf(aiming, to);
  const around = end ? screen.controls.filter(({ visible, name, bounds }) => visible && name !== '' && isIn(bounds, end)) : [];
  const dropped = [...new Set([...aimedAt(aiming, to), ...around])];
  const risks = dropped.flatMap(({ name, role }): readonly Found[] => {
    const isBin = lexicon.says('bin', name) && tokensOf(plain(name.slice(0, 200))).length <= mostBinWords;
    const kinds = isBin ? (['deletes'] as const) : nameSays(name, mannerOf(role), lexicon).risks;
    return kinds.map((kind) => ({ kind, why: `dropped on "${name.slice(0, 60)}"` }));
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
