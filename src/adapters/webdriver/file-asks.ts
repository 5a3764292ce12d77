// A press that asks for files: told with the control that was pressed, which then takes their names as a file input does.
//
// ask-1. It belongs to the control of the press that it came of, and only where a document of that control's origin asks.
// ask-2. One control asks at a time, as with the system's dialog: the next press ends it.
// ask-3. What is given goes into the very input that asked (chooser-1), and what it holds is read from there.
import { createGuardedScreen, isField } from '../../domain/guard/screen.js';
import { isSameControl } from '../../domain/ui/control-list.js';
import { asksForFile, holdsFile, type Control } from '../../domain/ui/control.js';
import type { DeviceAction } from '../../domain/ui/ui-action.js';
import { ActionFailedError } from '../../ports/device.js';
import { enterFrameOf } from './frames.js';
import type { FileFieldNow, FileTaking } from './page/messages.js';
import { pixelsOf } from './pointer.js';
import type { Asked, FileField, Press, Session } from './session.js';

export interface FileAsks {
  begin(action: DeviceAction): Promise<void>;
  end(): void;
  /** The controls of a look, with what they ask for and hold. */
  told(controls: readonly Control[]): Promise<readonly Control[]>;
  /** What asked at the press of that control; undefined: nothing does now. */
  by(control: Control): Promise<FileField | undefined>;
  /** It asks no more. */
  given(control: Control): void;
}

interface Held {
  readonly control: Control;
  readonly field: FileField;
  isAsking: boolean;
}

/** More on one page are forgotten, the oldest first. */
const mostHeld = 20;

export function createFileAsks(session: Session, notice: (text: string) => void): FileAsks {
  const { choosers } = session;
  let held: readonly Held[] = [];

  const bind = async ({ press, field, frame }: Asked, controls: readonly Control[]): Promise<void> => {
    const control = await pressed(session, press, controls);
    // Its own input takes the file as it is.
    if (control?.role === 'file') return;
    if (!control || isTypedInto(control)) return notice('The page asked for a file, but not because a control was pressed: none is given.');
    const called = `${control.role} "${control.name}"`;
    if (!field)
      return notice(
        `${called} ${asksForFile} or a folder by the browser's own picker, which nothing can be given to from here. Look for another way.`,
      );
    if (!(await isOfOrigin(session, control, frame)))
      return notice(`After ${called} was pressed a page of another origin asked for a file: none is given.`);
    held = [...held.filter((each) => !isSame(each, control)), { control, field, isAsking: true }].slice(-mostHeld);
  };
  const bindAll = async (controls: readonly Control[]): Promise<void> => {
    for (const asked of (await choosers?.take()) ?? []) await bind(asked, controls);
  };

  return {
    begin: async (action) => {
      if (passive.has(action.type)) return;
      const press = pressOf(action);
      if (press) for (const each of held) each.isAsking = false;
      await choosers?.begin(press);
    },
    end: () => choosers?.end(),
    async told(controls) {
      await bindAll(controls);
      let told = controls;
      for (const each of held) {
        const control = controls.find(({ id }) => id === each.control.id) ?? controls.find((other) => isSame(each, other));
        if (!control) continue;
        const now = await each.field.now();
        if (now) told = told.map((other) => (other === control ? withFile(other, each, now) : other));
        else held = held.filter((other) => other !== each);
      }
      return told;
    },
    async by(control) {
      await bindAll([control]);
      return held.find((each) => each.isAsking && isSame(each, control))?.field;
    },
    given(control) {
      for (const each of held) if (isSame(each, control)) each.isAsking = false;
    },
  };
}

/** Or made anew, in the same document. */
function isSame({ control: pressed }: Held, control: Control): boolean {
  return pressed.id === control.id || (documentOf(pressed) === documentOf(control) && isSameControl(pressed, control));
}

function documentOf({ id }: Control): string {
  return id.slice(0, id.lastIndexOf('.'));
}

/** After these a page may ask no more than before. */
const passive: ReadonlySet<DeviceAction['type']> = new Set(['hover', 'move', 'scroll', 'read-text']);

function pressOf(action: DeviceAction): Press | undefined {
  if (action.type === 'press-keys') return action.target ?? 'focus';
  return action.type === 'click' || action.type === 'select-option' ? action.target : undefined;
}

/** Of what was pressed at a point, or had the focus, the look tells. */
async function pressed(session: Session, press: Press | undefined, controls: readonly Control[]): Promise<Control | undefined> {
  if (press === undefined) return undefined;
  if (press === 'focus') return createGuardedScreen(controls).focused();
  if ('control' in press) return press.control;
  const [control] = createGuardedScreen(controls).at(await pixelsOf(session, press));
  return control?.interactive === true ? control : undefined;
}

/** A text for it stays a text. */
function isTypedInto(control: Control): boolean {
  return isField(control) && control.states?.includes('readonly') !== true;
}

async function isOfOrigin(session: Session, { id }: Control, frame: Asked['frame']): Promise<boolean> {
  try {
    await enterFrameOf(session, id);
    const own = await session.facts();
    return own.origin === null ? own.document === frame.document : own.origin === frame.origin;
  } catch (error) {
    if (error instanceof ActionFailedError) return false;
    throw error;
  } finally {
    await session.toTop();
  }
}

const wanted: Readonly<Record<FileTaking, string>> = {
  one: 'path of a file in the upload folder',
  several: 'paths of files in the upload folder, one a line',
  folder: 'path of a folder in the upload folder',
};
const longestFormat = 120;

function withFile(control: Control, { isAsking }: Held, { takes, accept, names }: FileFieldNow): Control {
  const states = [...(control.states ?? []), ...(isAsking ? [asksForFile] : []), ...(names === '' ? [] : [holdsFile])];
  const format = isAsking ? [wanted[takes], accept].filter((part) => part !== '').join(', ') : undefined;
  return {
    ...control,
    states: states.length > 0 ? states : undefined,
    value: names === '' ? control.value : names,
    format: format?.slice(0, longestFormat) ?? control.format,
  };
}
