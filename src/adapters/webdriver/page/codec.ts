// The wire format of a look: JSON inside JSON, passed on by two processes, so every quote counts. Rows instead of objects; of each path
// only the difference from the previous one. A page of 1,500 controls shrinks to a third. Runs on both ends; imports nothing from the page.
import { defined } from '../../../domain/collections.js';
import type { Control } from '../../../domain/ui/control.js';
import type { ForeignFrame, PageControl, PageLook } from './messages.js';

const extras = [
  ...(['value', 'states', 'options', 'roots', 'level', 'guessed', 'format', 'error', 'beyond'] as const),
  ...(['shown', 'form', 'enters', 'accessKey', 'leads', 'carries', 'destination', 'testId'] as const),
] as const;

type Extra = Partial<Pick<PageControl, (typeof extras)[number]>>;
type Row = readonly [
  id: string | number,
  role: number,
  name: string,
  flags: number,
  x: number,
  y: number,
  width: number,
  height: number,
  sharedStart: number,
  sharedEnd: number,
  between: string,
  extra?: Extra,
];

export interface EncodedLook {
  readonly document: string;
  readonly title: string;
  readonly url: string;
  readonly foreign: readonly ForeignFrame[];
  readonly roles: readonly string[];
  readonly rows: readonly Row[];
}

const flag = { enabled: 1, visible: 2, interactive: 4, masked: 8 } as const;

export function encodeLook({ document, title, url, foreign, controls }: PageLook): EncodedLook {
  const roles: string[] = [];
  const numbers = new Map<string, number>();
  let last = '';
  const rows = controls.map((control): Row => {
    const { id, role, name, enabled, visible, interactive, masked, bounds, path } = control;
    let number = numbers.get(role);
    if (number === undefined) numbers.set(role, (number = roles.push(role) - 1));
    const start = sharedStart(last, path);
    const end = sharedEnd(last, path, start);
    last = path;
    const flags =
      (enabled ? flag.enabled : 0) + (visible ? flag.visible : 0) + (interactive ? flag.interactive : 0) + (masked ? flag.masked : 0);
    const own = id.slice(document.length + 1);
    const row = [
      own.includes('.') ? own : Number(own),
      number,
      name,
      flags,
      bounds.x,
      bounds.y,
      bounds.width,
      bounds.height,
      start,
      end,
      path.slice(start, path.length - end),
    ] as const;
    const extra = extraOf(control);
    return extra ? [...row, extra] : row;
  });
  return { document, title, url, foreign, roles, rows };
}

/** Most controls have none. */
function extraOf(control: PageControl): Extra | undefined {
  let found: Record<string, unknown> | undefined;
  for (const name of extras) if (control[name] !== undefined) (found ??= {})[name] = control[name];
  return found;
}

export interface DecodedLook extends Omit<PageLook, 'controls'> {
  readonly controls: readonly Control[];
}

export function decodeLook({ document, title, url, foreign, roles, rows }: EncodedLook): DecodedLook {
  let last = '';
  const controls = rows.map(([id, role, name, flags, x, y, width, height, start, end, between, extra]): Control => {
    last = last.slice(0, start) + between + last.slice(last.length - end);
    const control: Control = {
      id: `${document}.${id}`,
      role: roles[role] ?? '',
      name,
      bounds: { x, y, width, height },
      enabled: (flags & flag.enabled) !== 0,
      visible: (flags & flag.visible) !== 0,
      interactive: (flags & flag.interactive) !== 0,
      path: last,
      source: 'tree',
    };
    const masked = (flags & flag.masked) !== 0;
    return extra === undefined && !masked ? control : { ...control, ...extra, ...defined({ masked: masked || undefined }) };
  });
  return { document, title, url, foreign, controls };
}

function sharedStart(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let length = 0;
  while (length < most && a.charCodeAt(length) === b.charCodeAt(length)) length++;
  return length;
}

function sharedEnd(a: string, b: string, start: number): number {
  const most = Math.min(a.length, b.length) - start;
  let length = 0;
  while (length < most && a.charCodeAt(a.length - 1 - length) === b.charCodeAt(b.length - 1 - length)) length++;
  return length;
}
