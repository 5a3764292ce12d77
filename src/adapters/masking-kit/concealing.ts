// What leaves a device tells no secret that it has used (LK20, LK21).
import { defined } from '../../domain/collections.js';
import type { Control } from '../../domain/ui/control.js';
import type { Stays } from '../../domain/guard/unsaved-page.js';
import { targetsOf, type DeviceAction } from '../../domain/ui/ui-action.js';
import type { Application } from '../../domain/ui/observation.js';
import type { Device, Look } from '../../ports/device.js';
import { withoutSecretsIn, type Secrets } from './secrets.js';

/** The device with everything masked that it tells. */
export function concealing<D extends Device>(device: D, secrets: Secrets): D {
  const quiet = async <T>(run: () => Promise<T>): Promise<T> =>
    run().catch((error: unknown) => {
      throw withoutSecretsIn(secrets, error);
    });
  return {
    ...device,
    listApplications: () =>
      quiet(async () => (await device.listApplications()).map((application) => applicationWithoutSecrets(secrets, application))),
    look: () => quiet(async () => lookWithoutSecrets(secrets, await device.look())),
    source: () => quiet(async () => secrets.mask(await device.source())),
    perform: (action, signal, mayLeave) =>
      quiet(async () => {
        const { text, stays, ...rest } = await device.perform(action, signal, mayLeave);
        return {
          ...rest,
          text: text === undefined ? undefined : textWithoutSecrets(secrets, text, action),
          stays: stays ? staysWithoutSecrets(secrets, stays) : undefined,
        };
      }),
    async withhold(texts) {
      for (const text of texts) secrets.keepBack(text);
    },
    async keepBack(texts) {
      for (const text of texts) secrets.keepBack(text);
      await device.keepBack?.(texts);
    },
    conceal: async (texts) => texts.map((text) => secrets.mask(text)),
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
  const shown = control.shown && secrets.mask(control.shown);
  const enters = control.enters && { ...control.enters, name: secrets.mask(control.enters.name) };
  const [format, error] = [control.format, control.error].map((text) => text && secrets.mask(text));
  const isSame = (option: string, index: number): boolean => option === control.options?.[index];
  const roots = Object.entries(control.roots ?? {}).map(([root, parent]) => [secrets.mask(root), secrets.mask(parent)] as const);
  const isRooted = roots.every(([root, parent]) => control.roots?.[root] === parent);
  const isWhole =
    name === control.name &&
    value === control.value &&
    format === control.format &&
    error === control.error &&
    shown === control.shown &&
    enters?.name === control.enters?.name &&
    options?.every(isSame) !== false;
  if (isWhole && path === control.path && form === control.form && isRooted) return control;
  const told = {
    ...control,
    name,
    path,
    ...defined({ roots: control.roots ? Object.fromEntries(roots) : undefined, value, options, format, error, shown, form, enters }),
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
