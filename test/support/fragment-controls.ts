// The controls of a small, well-formed page, as a browser's look would list them: enough of roles, names and paths for the guard's labelled contexts. The end-to-end test asks a real browser.
import { SaxesParser, type SaxesTagPlain } from 'saxes';
import type { Control } from '../../src/domain/ui/control.js';

interface Element {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: (Element | string)[];
}

const rowHeight = 30;
const tagRoles: Readonly<Record<string, string>> = {
  button: 'button',
  select: 'combobox',
  textarea: 'textbox',
  summary: 'button',
  dialog: 'dialog',
};
const inputRoles: Readonly<Record<string, string>> = {
  search: 'searchbox',
  number: 'spinbutton',
  checkbox: 'checkbox',
  radio: 'radio',
  password: 'password',
  file: 'file',
  date: 'date',
};
const headings = new Set(['h1', 'h2', 'h3', 'h4']);
const blocks = new Set([
  'main',
  'form',
  'div',
  'p',
  'ul',
  'li',
  'tr',
  'td',
  'table',
  'article',
  'section',
  'nav',
  'dialog',
  'details',
  'label',
  'h1',
  'h2',
  'h3',
  'h4',
  'body',
]);
const groups = new Set(['dialog', 'alertdialog', 'menu', 'tablist', 'tree', 'toolbar', 'grid', 'row']);

export function fragmentControls(html: string): readonly Control[] {
  const controls: Control[] = [];
  const roots = new Map<string, string>();
  walk(parse(`<body>${html}</body>`), 'body', controls, { roots });
  return controls.map((control) => {
    const outwards = rootsOf(control.path, roots);
    return outwards.length === 0 ? control : { ...control, roots: Object.fromEntries(outwards) };
  });
}

function rootsOf(path: string, roots: ReadonlyMap<string, string>): readonly (readonly [string, string])[] {
  const [root = ''] = path.split('/');
  const parent = roots.get(root);
  return parent === undefined ? [] : [[root, parent], ...rootsOf(parent, roots)];
}

function parse(html: string): Element {
  const root: Element = { tag: '', attributes: {}, children: [] };
  const open: Element[] = [root];
  const parser = new SaxesParser();
  parser.on('opentag', ({ name, attributes }: SaxesTagPlain) => {
    const element: Element = { tag: name, attributes, children: [] };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on('closetag', () => void open.pop());
  parser.on('text', (text) => void open.at(-1)?.children.push(text));
  parser.on('error', (error) => {
    throw error;
  });
  parser.write(html).close();
  const [body] = root.children;
  if (body === undefined || typeof body === 'string') throw new Error(`No element in ${html}`);
  return body;
}

interface Inside {
  /** The text of the label around it. */
  readonly label?: string;
  readonly textRole?: string;
  readonly mute?: boolean;
  /** Where the paths that an id restarts go on. */
  readonly roots: Map<string, string>;
}

function walk(element: Element, path: string, controls: Control[], inside: Inside): void {
  const role = roleOf(element);
  const isContainer = role !== undefined && groups.has(role) && element.attributes['tabindex'] === undefined;
  if (role === 'dialog' || role === 'alertdialog')
    push(controls, { role, name: element.attributes['aria-label'] ?? '', path, interactive: false }, element);
  else if (role !== undefined && !isContainer) {
    push(controls, { role, name: nameOf(element, inside), path, interactive: true }, element);
    return;
  }
  const textRole = headings.has(element.tag) ? 'heading' : element.tag === 'td' ? 'cell' : (inside.textRole ?? 'text');
  const label = element.tag === 'label' ? textOf(element, true) : undefined;
  const within: Inside = { roots: inside.roots, textRole, ...(label === undefined ? {} : { label, mute: holdsField(element) }) };
  const counts = new Map<string, number>();
  let texts = 0;
  for (const child of element.children) {
    if (typeof child === 'string') {
      const text = child.replace(/\s+/g, ' ').trim();
      if (text !== '' && within.mute !== true)
        push(controls, { role: textRole, name: text, path: `${path}/text()[${++texts}]`, interactive: false }, element);
      continue;
    }
    const count = (counts.get(child.tag) ?? 0) + 1;
    counts.set(child.tag, count);
    const { id } = child.attributes;
    if (id !== undefined) inside.roots.set(`${child.tag}#${id}`, path);
    walk(child, id === undefined ? `${path}/${child.tag}[${count}]` : `${child.tag}#${id}`, controls, within);
  }
}

function roleOf({ tag, attributes }: Element): string | undefined {
  if (attributes['role'] !== undefined) return attributes['role'];
  if (tag === 'a') return attributes['href'] === undefined ? undefined : 'link';
  if (tag === 'input') return inputRoles[attributes['type'] ?? ''] ?? 'textbox';
  if (tag === 'tr' && attributes['tabindex'] !== undefined) return 'row';
  return tagRoles[tag];
}

const fields = new Set(['input', 'textarea', 'select']);

function holdsField({ children }: Element): boolean {
  return children.some((child) => typeof child !== 'string' && fields.has(child.tag));
}

function nameOf(element: Element, { label }: Inside): string {
  return element.attributes['aria-label'] ?? (fields.has(element.tag) ? (label ?? '') : textOf(element, false));
}

/** With blanks between blocks; without what a field holds. */
function textOf(element: Element, withoutFields: boolean): string {
  const texts = element.children.map((child) =>
    typeof child === 'string'
      ? child
      : withoutFields && fields.has(child.tag)
        ? ' '
        : blocks.has(child.tag)
          ? ` ${textOf(child, withoutFields)} `
          : textOf(child, withoutFields),
  );
  return texts.join('').replace(/\s+/g, ' ').trim();
}

function push(controls: Control[], about: Pick<Control, 'role' | 'name' | 'path' | 'interactive'>, element: Element): void {
  const { attributes, children, tag } = element;
  const options = tag === 'select' ? children.filter((child) => typeof child !== 'string') : [];
  const chosen = options.find((option) => 'selected' in option.attributes) ?? options[0];
  const value = chosen ? textOf(chosen, false) : attributes['value'];
  const states = [
    ...(attributes['aria-expanded'] === 'false' ? ['collapsed'] : []),
    ...(attributes['aria-expanded'] === 'true' ? ['expanded'] : []),
    ...(attributes['aria-selected'] === 'true' ? ['selected'] : []),
  ];
  controls.push({
    id: String(controls.length),
    ...about,
    ...(value === undefined ? {} : { value }),
    ...(states.length > 0 ? { states } : {}),
    ...(options.length > 0 ? { options: options.map((option) => textOf(option, false)) } : {}),
    bounds: { x: 0, y: controls.length * rowHeight, width: 200, height: rowHeight - 2 },
    enabled: true,
    visible: true,
    source: 'tree',
  });
}
