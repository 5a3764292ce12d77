// Texts and choices: through the accessibility interface where a control supports it, else by keyboard and mouse.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Control } from '../../domain/ui/control.js';
import { parseKeys } from '../../domain/ui/keys.js';
import type { ActionTarget } from '../../domain/ui/ui-action.js';
import { ActionFailedError } from '../../ports/device-errors.js';
import { hasSecret, refuseUnlocked, type Secrets } from '../secrets.js';
import { refOf, type AccessibleRef } from './accessible.js';
import type { ActionOf, ActionTools } from './action-tools.js';
import { aimAt, pointOf } from './aim.js';
import { unlessRefused } from './bus-connection.js';
import { cutName, oneLine } from './controls.js';
import { press, type } from './keyboard.js';
import { asked, isField, refOfLive } from './live-controls.js';
import { shortcutsOf } from './typing.js';

/** ms for a clicked list to open, between two looks, and for an option reached by keys to become the selected one. */
const walkPause = 200;
const longestWalk = 2_000;

interface Entry {
  readonly text: string;
  /** As requested: with the placeholder of the secret. */
  readonly given: string;
  readonly clear: boolean;
}

export async function setText(tools: ActionTools, { target, text: given, clear }: ActionOf<'set-text'>): Promise<void> {
  const { hands } = tools;
  const { text, isSecret } = hasSecret(given) ? await secretFor(tools, target, given) : { text: given, isSecret: false };
  const control = 'control' in target && target.control.source === 'tree' ? target.control : undefined;
  if (control && (await isSet(tools, control, { text, given, clear }))) return;
  const shortcuts = shortcutsOf(tools.platform);
  await hands.click(await pointOf(tools, target), 'left', 1);
  // Deleted at once: a selection does not always last until something is pasted over it.
  await hands.press(clear ? [shortcuts.selectAll, ['Delete']] : [shortcuts.toEnd]);
  if (text !== '') await type(tools, text, isSecret);
}

/** False: the control cannot be set this way; it now has the focus. */
async function isSet(tools: ActionTools, control: Control, { text, given, clear }: Entry): Promise<boolean> {
  const { bus } = tools;
  const ref = await refOfLive(tools, control);
  if (['slider', 'spinbutton'].includes(control.role)) {
    if (text.trim() === '' || !Number.isFinite(Number(text)))
      throw new ActionFailedError('action-failed', `'${given}' is not a number, but ${control.role} "${control.name}" takes one.`);
    await asked(control, bus.setValue(ref, Number(text)));
    return true;
  }
  if (!isField(control.role)) throw new ActionFailedError('not-supported', `${control.role} "${control.name}" takes no text.`);
  await asked(control, bus.focus(ref));
  // One that answers late still takes the text: typing it as well would enter it twice.
  return (clear ? bus.setText(ref, text) : bus.appendText(ref, text)).catch(unlessRefused);
}

/** For the application that owns the field, even when another is in front. */
async function secretFor(
  { applications, secrets }: ActionTools,
  target: ActionTarget<Control>,
  given: string,
): Promise<ReturnType<Secrets['resolve']>> {
  const ref = 'control' in target ? refOf(target.control.id) : undefined;
  const application = ref && (await applications.open()).find(({ bus: owner }) => owner === ref.bus);
  if (application === undefined)
    throw new ActionFailedError('secret-refused', 'A secret can only be set in a control, not at a point on the screen.');
  refuseUnlocked(secrets, given);
  return secrets.resolve(given, application.name);
}

export async function selectOption(tools: ActionTools, { target, values }: ActionOf<'select-option'>): Promise<void> {
  const [wanted] = values;
  if (!('control' in target) || target.control.role !== 'combobox' || values.length !== 1 || wanted === undefined)
    throw new ActionFailedError('not-supported', 'Only one option of a drop-down can be selected; choose anything else by clicking.');
  const { bus, secrets } = tools;
  const { control } = target;
  const ref = await refOfLive(tools, control);
  const options = await asked(control, optionNames(bus, ref));
  // An option that repeats a secret was told without it.
  const index = options.findIndex((name) => cutName(secrets.mask(oneLine(name))) === oneLine(wanted));
  if (index < 0)
    throw new ActionFailedError('no-such-option', `"${control.name}" has no option '${wanted}', only: ${options.slice(0, 20).join(', ')}.`);
  const took = (await asked(control, bus.facesOf(ref))).includes('Selection')
    ? await asked(control, bus.selectChild(ref, index))
    : await walkTo(tools, { control, ref, index, wanted: oneLine(options[index] ?? wanted) });
  if (!took) throw new ActionFailedError('action-failed', `"${control.name}" did not take '${wanted}'.`);
}

interface Walk {
  readonly control: Control;
  readonly ref: AccessibleRef;
  readonly index: number;
  readonly wanted: string;
}

/** By keyboard, as a person would, for toolkits that do not let a client select. */
async function walkTo(tools: ActionTools, { control, ref, index, wanted }: Walk): Promise<boolean> {
  await tools.hands.click(await aimAt(tools, control), 'left', 1);
  await sleep(walkPause);
  await press(tools, parseKeys(`{HOME}${'{DOWN}'.repeat(index)}{ENTER}`));
  for (const deadline = Date.now() + longestWalk; Date.now() < deadline; await sleep(walkPause))
    if (oneLine((await asked(control, tools.bus.stateOf(ref))).name) === wanted) return true;
  return false;
}

/** In the order of `Selection`'s indices, which are those of the list that the drop-down opens. */
async function optionNames(bus: ActionTools['bus'], ref: AccessibleRef): Promise<readonly string[]> {
  const [list] = await bus.childrenOf(ref);
  const options = list === undefined ? [] : await bus.childrenOf(list);
  return Promise.all(options.map(async (option) => (await bus.stateOf(option)).name));
}
