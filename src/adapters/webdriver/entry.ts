// Uploads and downloads.

import { existsSync } from 'node:fs';
import { readdir, realpath, stat, writeFile } from 'node:fs/promises';
import { join, parse, resolve, sep } from 'node:path';
import { ActionFailedError } from '../../ports/device.js';
import type { Control } from '../../domain/ui/control.js';
import type { Entry } from '../../domain/ui/read-back.js';
import type { DeviceAction } from '../../domain/ui/ui-action.js';
import { asSeen, prepareIn, type Ready } from './frames.js';
import { entryOf, pressKeys, typeText } from './keyboard.js';
import type { Focused } from './page/edit.js';
import type { FoundOption } from './page/messages.js';
import { pressAt } from './pointer.js';
import { slideTo } from './slider.js';
import { hasSecret, refuseUnlocked } from '../masking-kit/secrets.js';
import type { Secrets } from '../../ports/secrets.js';
import type { FileAsks } from './file-asks.js';
import type { FileTaking } from './page/messages.js';
import type { FileField, NamedFile, Session } from './session.js';
import { lockFor } from '../../domain/guard/network-lock.js';
import { until } from '../process-kit/poll.js';

/** The files below `uploads` that `text` names, one path per line (absolute, or relative to that folder), with links resolved. */
async function uploadPaths(uploads: string | undefined, text: string, takes: FileTaking): Promise<readonly string[]> {
  if (uploads === undefined)
    throw new ActionFailedError('upload-refused', 'This worker has no upload folder, so no file can be chosen. Configure one.');
  const folder = await realpath(uploads).catch(() => resolve(uploads));
  const names = text
    .split('\n')
    .map((line) => line.trim())
    .filter((name) => name !== '');
  // The browser would take the first, and say nothing of the others.
  if (takes !== 'several' && names.length > 1)
    throw new ActionFailedError('upload-refused', `It takes one ${takes === 'folder' ? 'folder' : 'file'}: ${names.length} were named.`);
  return Promise.all(names.map((name) => uploadPath(folder, name, takes)));
}

async function uploadPath(folder: string, name: string, takes: FileTaking): Promise<string> {
  const path = await realpath(resolve(folder, name)).catch(() => undefined);
  if (path === undefined) throw new ActionFailedError('upload-refused', `There is no file '${name}' in the upload folder ${folder}.`);
  const isOne = path.startsWith(folder + sep) && (takes === 'folder' ? await isPlainFolder(path) : (await stat(path)).isFile());
  if (isOne) return path;
  const what = takes === 'folder' ? 'a folder without links' : 'a file';
  throw new ActionFailedError('upload-refused', `'${name}' is not ${what} below the upload folder ${folder}.`);
}

/** Whatever is in it leaves with it: a link may lead elsewhere. */
async function isPlainFolder(path: string): Promise<boolean> {
  if (!(await stat(path)).isDirectory()) return false;
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries.every((entry) => entry.isFile() || entry.isDirectory());
}

interface UnderWay {
  /** Empty: the browser has not named it yet. */
  readonly name: string;
  readonly bytes: number;
  readonly ms: number;
}

export interface Downloads {
  take(): Promise<readonly string[]>;
  /** Those that have not ended, with the ms since they began. */
  underWay(): Promise<readonly UnderWay[]>;
  /** One that was made here; its name changes where there is one of that name. */
  keep(file: NamedFile): Promise<void>;
}

/** Finished downloads, each once per process; after an attach a file may be reported again rather than lost. */
export function createDownloads(folder: string): Downloads {
  const taken = new Set<string>();
  return {
    take: async () => {
      if (!existsSync(folder)) return [];
      const entries = await readdir(folder, { withFileTypes: true });
      const names = new Set(entries.filter((entry) => entry.isFile()).map((entry) => entry.name));
      const fresh = [...names].filter((name) => !isUnfinished(name) && !names.has(`${name}.crdownload`) && !taken.has(name));
      for (const name of fresh) taken.add(name);
      return fresh.sort().map((name) => join(folder, name));
    },
    underWay: async () => {
      if (!existsSync(folder)) return [];
      const names = (await readdir(folder)).filter(isUnfinished);
      // One that ends meanwhile is under way no more.
      const found = names.map(async (name) => [name, await stat(join(folder, name)).catch(() => undefined)] as const);
      return (await Promise.all(found)).flatMap(([name, file]) =>
        file ? [{ name: nameOfUnfinished(name), bytes: file.size, ms: Date.now() - file.birthtimeMs }] : [],
      );
    },
    keep: async ({ name, bytes }) => {
      const { name: base, ext } = parse(name);
      for (let count = 0; ; count += 1) {
        const path = join(folder, `${base}${count === 0 ? '' : ` (${count})`}${ext}`);
        // Whatever the browser has put there stays.
        const isWritten = await writeFile(path, bytes, { flag: 'wx' }).then(() => true, refuseUnlessThere);
        if (isWritten) return;
      }
    },
  };
}

function refuseUnlessThere(error: unknown): false {
  if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
  throw error;
}

function nameOfUnfinished(name: string): string {
  return name.endsWith('.crdownload') && !/^Unconfirmed \d+\./.test(name) ? name.slice(0, -'.crdownload'.length) : '';
}

function isUnfinished(name: string): boolean {
  return name.endsWith('.crdownload') || name.startsWith('.com.google.Chrome') || name.startsWith('.org.chromium');
}

// Sets a control's text or choice in the way that each kind of control needs.

type SetText = Extract<DeviceAction, { type: 'set-text' }>;
type SelectOption = Extract<DeviceAction, { type: 'select-option' }>;

interface EntryOptions {
  readonly session: Session;
  readonly secrets: Secrets;
  readonly uploads: string | undefined;
  readonly asks: Pick<FileAsks, 'by' | 'given'>;
}

/** Roles that may become a field on a click: a text for anything else is refused, so that it never presses what it is aimed at. */
const fields: ReadonlySet<string> = new Set(['textbox', 'searchbox', 'combobox', 'spinbutton', 'date', 'slider', 'color']);
/** Roles that show options, and states of a control that opens some. */
const lists: ReadonlySet<string> = new Set(['combobox', 'listbox', 'menu', 'menubar', 'tree', 'radiogroup']);
const opening: ReadonlySet<string> = new Set(['expanded', 'collapsed']);
/** ms for a list drawn by the page to show its options. */
const listOpens = 1_500;

export async function setText(options: EntryOptions, action: SetText): Promise<Entry | undefined> {
  const { session, secrets } = options;
  if (!('control' in action.target)) {
    await pressAt(session, action.target, 'left', 1);
    return typeInto(session, secrets, action, {});
  }
  const { control } = action.target;
  const asking = await options.asks.by(control);
  const ready = await prepareIn(session, { ...asSeen(control), pointer: false });
  switch (ready.kind) {
    case 'file':
      await giveFiles(options, action.text, { into: ready.ownId, takes: ready.takes ?? 'one' });
      return undefined;
    case 'exact': {
      const { text: value } = secrets.resolve(action.text, ready.origin, 'origins');
      await lockForTyped(session, secrets, { text: action.text, field: ready.origin });
      return setExactly(session, ready, { given: action.text, value });
    }
    case 'scale':
      return slideTo(session, { id: ready.ownId, called: quotedName(control), text: action.text });
    case 'select':
      await selectOption(session, { type: 'select-option', target: action.target, values: [action.text] });
      return undefined;
    case 'disabled':
      throw new ActionFailedError('action-failed', `"${control.name}" is disabled and takes no text.`);
    case 'readonly':
    case 'other':
      if (asking) return giveAsAsked(options, action.text, { control, field: asking });
      if (ready.kind === 'readonly') throw new ActionFailedError('action-failed', `"${control.name}" is readonly and takes no text.`);
      if (!fields.has(control.role))
        throw new ActionFailedError('not-supported', `${control.role} "${control.name}" takes no text. Click it, or type into a field.`);
      return typeInto(session, secrets, action, { id: ready.ownId, pointerId: control.id, origin: ready.origin });
    case 'text':
    case 'rich-text':
      return typeInto(session, secrets, action, { id: ready.ownId, pointerId: control.id, origin: ready.origin });
  }
}

interface FilesWanted {
  readonly into: string | FileField;
  readonly takes: FileTaking;
}

async function giveFiles({ session, uploads }: EntryOptions, text: string, { into, takes }: FilesWanted): Promise<void> {
  if (hasSecret(text)) throw new ActionFailedError('secret-refused', 'A file input takes no secret.');
  await session.chooseFiles(into, await uploadPaths(uploads, text, takes));
}

async function giveAsAsked(
  options: EntryOptions,
  text: string,
  { control, field }: { readonly control: Control; readonly field: FileField },
): Promise<undefined> {
  const now = await field.now();
  if (!now) {
    options.asks.given(control);
    throw new ActionFailedError(
      'control-gone',
      `The file input by which ${quotedName(control)} asked for a file is no longer on the page: nothing was chosen. Press ${quotedName(control)} again.`,
    );
  }
  await giveFiles(options, text, { into: field, takes: now.takes });
  options.asks.given(control);
}

interface TypingPlace {
  /** In the current frame; absent: the focused element. */
  readonly id?: string;
  /** As seen from the top frame. */
  readonly pointerId?: string;
  /** As far as it is known before the focus is moved. */
  readonly origin?: string;
}

async function typeInto(
  session: Session,
  secrets: Secrets,
  { text, clear, target }: SetText,
  { id, pointerId, origin }: TypingPlace,
): Promise<Entry | undefined> {
  // A secret that may not go there is refused before anything is touched.
  if (origin !== undefined) secrets.resolve(text, origin, 'origins');
  const select = clear ? 'all' : 'end';
  const secret = hasSecret(text);
  const focus = async (on: { readonly id?: string }): Promise<Focused> => {
    const { value } = await session.page('focus', { ...on, select, secret });
    if (!secret || !takesText(value)) return value;
    secrets.resolve(text, value.origin, 'origins');
    const isFresh = await lockForTyped(session, secrets, { text, field: value.origin });
    return isFresh ? (await session.page('focus', { ...on, select, secret })).value : value;
  };
  let place = await focus({ id });
  if (place.kind === 'other' && pointerId !== undefined) {
    // Looks like a field, but becomes one only on a click.
    await pressAt(session, { control: { id: pointerId, role: '' } }, 'left', 1);
    place = await focus({});
  }
  if (place.kind === 'lost')
    throw new ActionFailedError('action-failed', 'The page moved the focus elsewhere: the text was not typed. Look again.');
  if (!takesText(place))
    throw new ActionFailedError('not-supported', `That takes no text: it is ${place.kind === 'other' ? 'not a text field' : place.kind}.`);
  // Of the element that has the focus now, wherever that is.
  const { text: resolved } = secrets.resolve(text, place.origin, 'origins');
  const typed = place.multiline ? resolved : resolved.replace(/\s*[\r\n]+\s*/g, ' ');
  if (place.drawn) await pressKeys(session, clear ? '^a' : '^{END}');
  if (clear && !place.empty && typed === '') await pressKeys(session, '{DELETE}');
  else await typeText(session, typed);
  const called = 'control' in target && target.control.name !== '' ? quotedName(target.control) : 'The field';
  return entryOf(session, { called, before: place.field, text: typed, clear });
}

function takesText({ kind }: Focused): boolean {
  return kind === 'text' || kind === 'rich-text';
}

/** `given`: as requested, with the placeholder of a secret. */
async function setExactly(
  session: Session,
  { ownId }: Ready,
  { given, value }: { readonly given: string; readonly value: string },
): Promise<Entry | undefined> {
  const { value: taken } = await session.page('setExactly', { id: ownId, value });
  if (taken === 'refused')
    throw new ActionFailedError(
      'action-failed',
      `The field does not take '${given}'. Dates are YYYY-MM-DD, times HH:MM, months YYYY-MM, weeks YYYY-Www, colours #rrggbb.`,
    );
  return taken === 'adjusted' ? { kind: 'adjusted', how: 'the field keeps it in its own form' } : undefined;
}

function quotedName({ name }: Control): string {
  return `"${name}"`;
}

export async function selectOption(session: Session, { target, values }: SelectOption): Promise<void> {
  if (!('control' in target)) throw new ActionFailedError('not-supported', 'Options are selected in a control, not at a point.');
  const { control } = target;
  const { ownId } = await prepareIn(session, { ...asSeen(control), pointer: false });
  const { value: chosen } = await session.page('choose', { id: ownId, values });
  switch (chosen.status) {
    case 'chosen':
      return;
    case 'disabled':
      throw new ActionFailedError('action-failed', `"${control.name}" is disabled.`);
    case 'no-such-option':
      throw new ActionFailedError(
        'no-such-option',
        `"${control.name}" does not have all of these options: ${values.join(', ')}. It has: ${chosen.options.join(', ')}.`,
      );
    case 'several':
      throw new ActionFailedError(
        'no-such-option',
        `Several options of "${control.name}" are called so: name one of them in full: ${chosen.options.join(', ')}.`,
      );
    case 'not-a-select':
      if (!lists.has(control.role) && control.states?.some((state) => opening.has(state)) !== true)
        throw new ActionFailedError('not-supported', `${control.role} "${control.name}" has no options. Click it, or choose from a list.`);
      for (const value of values) await pickFromDrawnList(session, control, value);
  }
}

/** A list drawn by the page: a click opens it, and its options are ordinary elements. */
async function pickFromDrawnList(session: Session, control: Pick<Control, 'id' | 'role' | 'name'>, value: string): Promise<void> {
  const way = control.id
    .split('|')
    .slice(0, -1)
    .map((frame) => `${frame}|`)
    .join('');
  const find = async (opened: boolean): Promise<FoundOption> => {
    const { ownId } = await prepareIn(session, { id: control.id, pointer: false });
    return (await session.page('findOption', { id: ownId, text: value, opened })).value;
  };
  let found = await find(false);
  if (found.status === 'none') {
    await pressAt(session, { control }, 'left', 1);
    await until(listOpens, async () => (found = await find(true)).status !== 'none', 50);
  }
  switch (found.status) {
    case 'none':
      throw new ActionFailedError('no-such-option', `"${control.name}" showed no option "${value}" when it was clicked.`);
    case 'several':
      throw new ActionFailedError('no-such-option', `"${control.name}" shows several options "${value}": click the one that is meant.`);
    case 'one':
      await pressAt(session, { control: { id: `${way}${found.id}`, role: 'option' } }, 'left', 1);
  }
}

// Before a secret is typed, what its page may send is limited.

/** For a text that goes into a field of the current frame, whose document has this origin. `true`: that took a moment, in which the page may have changed. */
async function lockForTyped(
  session: Session,
  secrets: Secrets,
  { text, field }: { readonly text: string; readonly field: string },
): Promise<boolean> {
  const settings = [...secrets.settingsOf(text)];
  if (settings.length === 0) return false;
  if (session.lockNetwork)
    return session.lockNetwork((page) => settings.flatMap(([name, set]) => lockFor(name, set, { field, page }) ?? []));
  refuseUnlocked(secrets, text);
  return false;
}
