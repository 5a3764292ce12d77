// The edge of a device: nothing leaves it with a secret in it. Texts, pictures, errors, names of files; what others read from its pixels or were told by
// somebody who may know a secret is asked about here, too (`conceal`).
//
// edge-1. Applied once, around the driver, by the device process that has the device. Further in nothing is masked again, but for what does not come from a device.
// edge-2. Whoever cuts a text masks it before, by the secrets of its context: in a part of a secret no secret is found.
// edge-3. Where a control is masked its pixels are blank: where it stood at the look right before the picture, and where it stands after it.
import { rename } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { defined } from '../../domain/collections.js';
import type { Control } from '../../domain/ui/control.js';
import type { Bounds } from '../../domain/ui/geometry.js';
import type { Stays } from '../../domain/guard/unsaved-page.js';
import { targetsOf, type DeviceAction } from '../../domain/ui/ui-action.js';
import type { Application } from '../../domain/ui/observation.js';
import { nothingSent, type Sent } from '../../domain/wire/sent-log.js';
import type { SentRequest } from '../../domain/wire/sent-request.js';
import type { Device, DeviceDriver, Look, Performed } from '../../ports/device.js';
import type { Images } from '../../ports/pictures.js';
import type { Secrets } from '../../ports/secrets.js';
import { withoutSecretsIn } from './secrets.js';
import { makeFolder } from '../filesystem/files.js';

export type Blank = Images['blank'];

/** ms: a look before a picture that is older tells nothing of it. */
const newMs = 1_000;

export function maskedDriver(driver: DeviceDriver, blank: Blank): Pick<DeviceDriver, 'open' | 'attach'> {
  return {
    async open(spec, context) {
      const { device, attachment } = await quiet(context.secrets, () => driver.open(spec, context));
      return { device: maskedDevice(device, context.secrets, blank), attachment };
    },
    attach: async (attachment, context) =>
      maskedDevice(await quiet(context.secrets, () => driver.attach(attachment, context)), context.secrets, blank),
  };
}

/** Each of its methods by name: a device may be an instance of a class. */
export function maskedDevice(device: Device, secrets: Secrets, blank: Blank): Device {
  const { kind, application } = device;
  let last: { readonly at: number; readonly hidden: readonly Bounds[] } | undefined;
  const look = async (): Promise<Look> => {
    const seen = lookWithoutSecrets(secrets, await device.look());
    last = { at: performance.now(), hidden: seen.controls.filter(({ masked }) => masked).map(({ bounds }) => bounds) };
    return seen;
  };
  const hiddenNow = async (): Promise<readonly Bounds[]> => {
    await look();
    return last?.hidden ?? [];
  };
  const reading = <T>(run: () => Promise<T>): Promise<T> => quiet(secrets, run);
  const acting = <T>(run: () => Promise<T>): Promise<T> => {
    last = undefined;
    return reading(run);
  };
  return {
    kind,
    application,
    listApplications: () => reading(async () => (await device.listApplications()).map((each) => applicationWithoutSecrets(secrets, each))),
    selectApplication: (id) => acting(() => device.selectApplication(id)),
    launchApplication: (name) => acting(() => device.launchApplication(name)),
    closeApplication: (id) => acting(() => device.closeApplication(id)),
    look: () => reading(look),
    // edge-3
    screenshot: () =>
      reading(async () => {
        const before = last && performance.now() - last.at < newMs ? last.hidden : await hiddenNow();
        const pixels = await device.screenshot();
        return before.length === 0 ? pixels : blank(pixels, [...before, ...(await hiddenNow())]);
      }),
    source: () => reading(async () => secrets.mask(await device.source())),
    perform: (action, signal, mayLeave) =>
      acting(async () => performedWithoutSecrets(secrets, await device.perform(action, signal, mayLeave), action)),
    expect: device.expect && ((key, action) => reading(async () => device.expect?.(key, action))),
    heard: device.heard && ((key) => reading(async () => device.heard?.(key))),
    neverSent: device.neverSent && ((key) => reading(async () => device.neverSent?.(key))),
    settle: (maxMs) => reading(() => device.settle(maxMs)),
    admit: (origins) => reading(async () => device.admit?.(origins)),
    async keepBack(texts) {
      for (const text of texts) secrets.keepBack(text);
      await reading(async () => device.keepBack?.(texts));
    },
    takeDownloads: () => reading(async () => Promise.all((await device.takeDownloads()).map((path) => renamed(secrets, path)))),
    downloadsUnderWay:
      device.downloadsUnderWay &&
      (() => reading(async () => ((await device.downloadsUnderWay?.()) ?? []).map((name) => secrets.mask(name)))),
    takeEvents: device.takeEvents && (() => reading(async () => ((await device.takeEvents?.()) ?? []).map((text) => secrets.mask(text)))),
    takeSent: device.takeSent && (() => reading(async () => sentWithoutSecrets(secrets, (await device.takeSent?.()) ?? nothingSent))),
    watchSent: device.watchSent && ((heard) => device.watchSent?.((id, request) => heard(id, requestWithoutSecrets(secrets, request)))),
    allowWrites: device.allowWrites && ((permit) => device.allowWrites?.(permit)),
    detach: () => reading(() => device.detach()),
    close: () => reading(() => device.close()),
  };
}

/** A part of a secret is not known as one: what is told is cut only here. */
const longest = { method: 20, path: 200, field: 60, value: 200 } as const;

function requestWithoutSecrets(secrets: Secrets, request: SentRequest): SentRequest {
  return {
    ...request,
    method: secrets.mask(request.method).slice(0, longest.method),
    origin: secrets.mask(request.origin),
    path: secrets.mask(request.path).slice(0, longest.path),
    fields: request.fields.map((name) => secrets.mask(name).slice(0, longest.field)),
    ...defined({ answer: answerWithoutSecrets(secrets, request.answer) }),
  };
}

/** The word that stops it is the page's. */
function answerWithoutSecrets(secrets: Secrets, answer: SentRequest['answer']): SentRequest['answer'] {
  return answer && 'stopped' in answer ? { stopped: secrets.mask(answer.stopped).slice(0, longest.field) } : answer;
}

function sentWithoutSecrets(secrets: Secrets, { ofAction, late, open, stopped }: Sent): Sent {
  const masked = (request: SentRequest): SentRequest => requestWithoutSecrets(secrets, request);
  const cut = (text: string, most: number): string => secrets.mask(text).slice(0, most);
  return {
    ofAction: ofAction.map(masked),
    late: late.map(masked),
    open: open.map(masked),
    stopped: stopped.map(({ request, why, values, ...rest }) => ({
      ...rest,
      request: masked(request),
      why: cut(why, longest.field),
      values: values.map(({ name, value }) => ({
        name: cut(name, longest.field),
        ...defined({ value: value === undefined ? undefined : cut(value, longest.value) }),
      })),
    })),
  };
}

async function quiet<T>(secrets: Secrets, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw withoutSecretsIn(secrets, error);
  }
}

/** Beside the others: in their own folder it would be found as another one. */
async function renamed(secrets: Secrets, path: string): Promise<string> {
  const name = secrets.mask(basename(path));
  if (name === basename(path)) return path;
  const folder = join(dirname(path), 'renamed');
  await makeFolder(folder);
  await rename(path, join(folder, name));
  return join(folder, name);
}

function performedWithoutSecrets(secrets: Secrets, { text, stays, ...rest }: Performed, action: DeviceAction): Performed {
  return {
    ...rest,
    text: text === undefined ? undefined : textWithoutSecrets(secrets, text, action),
    stays: stays && staysWithoutSecrets(secrets, stays),
  };
}

/** To an address with a secret in it a page may lead, but nobody is told. */
function staysWithoutSecrets(secrets: Secrets, stays: Stays): Stays {
  const { leave } = stays;
  return leave?.type === 'navigate' && secrets.mask(leave.url) !== leave.url ? {} : stays;
}

/** A part of a secret that is split over a row is known as one only among its neighbours: by the look. */
function textWithoutSecrets(secrets: Secrets, text: string, action: DeviceAction): string {
  const masked = secrets.mask(text);
  const [target] = targetsOf(action);
  const control = target && 'control' in target ? target.control : undefined;
  return masked === text && text !== '' && control?.masked ? (control.value ?? control.name) : masked;
}

/** Masks secrets in all that a look tells, whether typed or repeated by a page: names, values, options and paths, also where one is split over the controls of a row or over lines; titles, addresses and notices. */
export function lookWithoutSecrets(secrets: Secrets, seen: Look): Look {
  if (!secrets.isAny()) return seen;
  const { application, title, controls, notices } = seen;
  return {
    ...seen,
    application: applicationWithoutSecrets(secrets, application),
    title: secrets.mask(title),
    controls: controlsWithoutSecrets(secrets, controls),
    notices: notices.map((notice) => secrets.mask(notice)),
  };
}

/** Also where one is split over the controls of a row, or over lines. */
export function controlsWithoutSecrets(secrets: Secrets, controls: readonly Control[]): readonly Control[] {
  if (!secrets.isAny()) return controls;
  const rows = rowsOf(controls.map((control) => withoutSecrets(secrets, control)));
  return rowWithoutSecrets(
    secrets,
    rows.flatMap((row) => rowWithoutSecrets(secrets, row)),
    true,
  );
}

export function applicationWithoutSecrets(secrets: Secrets, application: Application): Application {
  const { name, title, url } = application;
  return {
    ...application,
    name: secrets.mask(name),
    ...defined({ title: title === undefined ? undefined : secrets.mask(title), url: url === undefined ? undefined : secrets.mask(url) }),
  };
}

/** Also within a path, where a page may have made an id of it. */
export function withoutSecrets(secrets: Secrets, control: Control): Control {
  const name = secrets.mask(control.name);
  const value = control.value === undefined ? undefined : secrets.mask(control.value);
  const options = control.options?.map((option) => secrets.mask(option));
  // Of a path only ids are the page's own words.
  const path = control.path.includes('#') ? secrets.mask(control.path) : control.path;
  const form = control.form && secrets.mask(control.form);
  const enters = control.enters && { ...control.enters, name: secrets.mask(control.enters.name) };
  const clear = [control.format, control.error, control.shown, control.hint, control.testId];
  const hidden = clear.map((text) => text && secrets.mask(text));
  const [format, error, shown, hint, testId] = hidden;
  const isSame = (option: string, index: number): boolean => option === control.options?.[index];
  const roots = Object.entries(control.roots ?? {}).map(([root, parent]) => [secrets.mask(root), secrets.mask(parent)] as const);
  const isRooted = roots.every(([root, parent]) => control.roots?.[root] === parent);
  const isWhole =
    name === control.name &&
    value === control.value &&
    hidden.every((text, index) => text === clear[index]) &&
    enters?.name === control.enters?.name &&
    options?.every(isSame) !== false;
  if (isWhole && path === control.path && form === control.form && isRooted) return control;
  const told = {
    ...control,
    name,
    path,
    ...defined({ roots: control.roots ? Object.fromEntries(roots) : undefined, value, options }),
    ...defined({ format, error, shown, hint, testId, form, enters }),
  };
  return isWhole ? told : { ...told, masked: true };
}

/** px: middles that differ by less are in one row. */
const sameRow = 6;

/** Controls that follow each other and stand side by side. */
function rowsOf(controls: readonly Control[]): readonly (readonly Control[])[] {
  const rows: Control[][] = [];
  let middle = Number.NaN;
  for (const control of controls) {
    const own = control.bounds.y + control.bounds.height / 2;
    if (Math.abs(own - middle) < sameRow) rows.at(-1)?.push(control);
    else rows.push([control]);
    middle = own;
  }
  return rows;
}

/** @param apart - the row is all that there is, line by line */
function rowWithoutSecrets(secrets: Secrets, row: readonly Control[], apart = false): readonly Control[] {
  if (row.length < 2) return row;
  const names = secrets.maskPieces(
    row.map(({ name }) => name),
    apart,
  );
  const values = secrets.maskPieces(
    row.map(({ value = '' }) => value),
    apart,
  );
  return row.map((control, at) => {
    const [name = '', value = ''] = [names[at], values[at]];
    if (name === control.name && value === (control.value ?? '')) return control;
    return { ...control, name, ...defined({ value: control.value === undefined ? undefined : value }), masked: true };
  });
}
