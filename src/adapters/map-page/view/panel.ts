import type { MapData, DataAction, DataScreen } from '../map-data.js';

/** An element of the static page, so it exists. */
export function present<E extends Element = HTMLElement>(selector: string): E {
  const element = document.querySelector<E>(selector);
  if (!element) throw new Error(`The page has no ${selector}.`);
  return element;
}

type Child = Node | string | undefined | readonly Child[];

/** Strings become text nodes, whatever they contain. */
function element<T extends keyof HTMLElementTagNameMap>(
  tag: T,
  attributes: Readonly<Record<string, string>>,
  ...children: readonly Child[]
): HTMLElementTagNameMap[T] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...flat(children));
  return made;
}

function flat(children: readonly Child[]): readonly (Node | string)[] {
  return children.flatMap((child) =>
    child === undefined ? [] : child instanceof Node || typeof child === 'string' ? [child] : flat(child),
  );
}

function button(attributes: Readonly<Record<string, string>>, onClick: () => void, ...children: readonly Child[]): HTMLButtonElement {
  const made = element('button', { type: 'button', ...attributes }, ...children);
  made.addEventListener('click', onClick);
  return made;
}

export interface Found {
  readonly screen: number;
  /** The action that matches; undefined when the screen itself does. */
  readonly action: string | undefined;
}

/**
 * Every word must match in what the screen is called or, ranked after those, in one action; or the key starts with the query. Without words: all screens.
 */
export function foundBy({ screens }: MapData, query: string): readonly Found[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const has = (text: string): boolean => words.every((word) => text.toLowerCase().includes(word));
  const found = screens.flatMap(({ name, title, address, key, actions }, screen): readonly Found[] => {
    if (has(`${name}\n${title}\n${address}`) || key.startsWith(query.trim().toLowerCase())) return [{ screen, action: undefined }];
    const action = actions.find(({ name }) => has(name));
    return action ? [{ screen, action: action.name }] : [];
  });
  return found.sort((a, b) => Number(a.action !== undefined) - Number(b.action !== undefined));
}

// What the user has selected on a map page; everything shown follows from it.

export interface State {
  readonly chosen: number | undefined;
  readonly run: number | undefined;
  readonly query: string;
}

// The panel beside the map: the list of screens and runs, or the details of one screen.

interface Shown {
  readonly data: MapData;
  readonly state: State;
  readonly found: readonly Found[];
  readonly thumbnail: (screen: number) => string | undefined;
}

interface Handlers {
  readonly choose: (screen: number | undefined) => void;
  readonly followRun: (run: number | undefined) => void;
}

export function drawPanel(panel: Element, shown: Shown, handlers: Handlers): void {
  const { data, state } = shown;
  const screen = state.chosen === undefined ? undefined : data.screens[state.chosen];
  panel.replaceChildren(
    ...(screen && state.chosen !== undefined ? detailsOf(screen, state.chosen, shown, handlers) : overview(shown, handlers)),
  );
  panel.scrollTop = 0;
}

function overview({ data, state, found, thumbnail }: Shown, { choose, followRun }: Handlers): readonly Node[] {
  const rows = found.map(({ screen: index, action }) => {
    const screen = data.screens[index];
    if (!screen) return undefined;
    return element(
      'li',
      {},
      button(
        { 'data-choose': String(index) },
        () => choose(index),
        miniature(thumbnail(index)),
        element('span', { class: 'text' }, screen.name, element('span', { class: 'quiet' }, action ?? summaryOf(screen))),
      ),
    );
  });
  const runs = data.runs.map(({ run, startedAt, stopReason, steps }, index) => {
    const isFollowed = state.run === index;
    return element(
      'li',
      {},
      button(
        { 'aria-pressed': String(isFollowed), 'data-run': run },
        () => followRun(isFollowed ? undefined : index),
        element(
          'span',
          { class: 'text' },
          minuteOf(startedAt),
          element(
            'span',
            { class: 'quiet' },
            `${stopReason ?? 'still running, or ended from outside'} · ${counted(steps.length, 'way')} · ${run}`,
          ),
        ),
      ),
    );
  });
  return [
    element('h3', {}, 'Screens'),
    element('ul', { class: 'rows', id: 'screens' }, rows),
    ...(state.query === ''
      ? [section(`Runs (${runs.length}): choose one to see where it went`, element('ul', { class: 'rows', id: 'runs' }, runs))]
      : []),
  ];
}

function detailsOf(screen: DataScreen, place: number, { data, thumbnail }: Shown, { choose }: Handlers): readonly Node[] {
  const { name, variants, isDeadEnd, isOutside, actions } = screen;
  const of = (state: DataAction['state']): readonly DataAction[] => actions.filter((action) => action.state === state);
  const leadsOn = ({ leads }: DataAction): boolean => leads.some(({ to }) => to !== place);
  const [tried, untried, unsafe] = [of('tried'), of('untried'), of('unsafe')];
  const go = (index: number): HTMLElement => {
    const target = data.screens[index];
    return button({ class: 'go' }, () => choose(index), target?.name ?? 'unknown');
  };
  const leading = (action: DataAction): HTMLElement =>
    element(
      'li',
      {},
      `${action.name} → `,
      action.leads.map(({ to, seen }, index) => [
        index > 0 ? ', ' : '',
        to === place ? 'here, with other content' : go(to),
        seen > 1 ? ` ×${seen}` : '',
      ]),
    );
  const plain = ({ name }: DataAction): HTMLElement => element('li', {}, name);
  const arriving = data.screens.flatMap((from, index) =>
    index === place ? [] : from.actions.filter(({ leads }) => leads.some(({ to }) => to === place)).map(({ name }) => ({ name, index })),
  );
  const picture = thumbnail(place);
  const others = data.pictures[place] ?? [];
  return [
    button({ id: 'back' }, () => choose(undefined), '← All screens'),
    element('h2', { tabindex: '-1' }, name),
    ...(picture === undefined ? [] : [element('img', { class: 'large', src: picture, alt: '' })]),
    ...(isOutside || picture !== undefined ? [] : [element('p', { class: 'quiet' }, 'Its picture was removed from the store.')]),
    element(
      'div',
      { class: 'chips' },
      place === 0 ? element('span', { class: 'chip start' }, 'start') : undefined,
      isDeadEnd ? element('span', { class: 'chip dead' }, 'dead end') : undefined,
      untried.length > 0 ? element('span', { class: 'chip untried' }, `${untried.length} untried`) : undefined,
      isOutside ? undefined : element('span', { class: 'chip' }, counted(variants, 'variant')),
    ),
    ...(isDeadEnd
      ? [
          element(
            'p',
            {},
            `Nothing leads out of it but back, home or waiting${untried.length > 0 ? `, as far as it was tried: ${counted(untried.length, 'action')} ${untried.length === 1 ? 'is' : 'are'} left` : ''}.`,
          ),
        ]
      : []),
    ...(isOutside ? [] : [element('p', { class: 'quiet' }, factsOf(screen))]),
    ...listed('Leads to', 'leads', [...tried, ...of('move')].filter(leadsOn).map(leading)),
    ...listed(
      'Comes from',
      'comes',
      arriving.map(({ name, index }) => element('li', {}, go(index), ` — ${name}`)),
    ),
    ...listed('What the browser told of its pages', 'told', toldOn(screen, data)),
    ...listed('Untried', 'untried', untried.map(plain)),
    ...listed('Untried, unsafe by its wording', 'unsafe', unsafe.map(plain)),
    ...listed(
      'Tried, and still here',
      'stays',
      tried.filter((action) => !leadsOn(action)).map((action) => (action.leads.length > 0 ? leading(action) : plain(action))),
    ),
    ...(others.length === 0
      ? []
      : [
          section(
            `Other variants (${others.length} of ${variants - 1})`,
            element(
              'div',
              { class: 'pictures' },
              others.map((src) => element('img', { src, alt: '' })),
            ),
          ),
        ]),
  ];
}

/** A line each. */
function factsOf({ key, name, title, address, run }: DataScreen): readonly (Node | string)[] {
  const facts = [
    ...(title === name ? [] : [`Title ${title}`]),
    ...(address === '' ? [] : [`Address ${address}`]),
    `Key ${key}`,
    `Found by run ${run}`,
  ];
  return facts.flatMap((fact, index) => (index === 0 ? [fact] : [element('br', {}), fact]));
}

/** Each with the run that it was told to. */
function toldOn({ notices }: DataScreen, { runs }: MapData): readonly Node[] {
  return notices.map(({ text, run }) => {
    const started = runs.find((one) => one.run === run)?.startedAt;
    return element('li', {}, text, element('span', { class: 'quiet' }, ` · ${started === undefined ? run : minuteOf(started)}`));
  });
}

function minuteOf(time: string): string {
  return time.slice(0, 16).replace('T', ' ');
}

function listed(title: string, kind: string, items: readonly Node[]): readonly Node[] {
  return items.length === 0 ? [] : [section(`${title} (${items.length})`, element('ul', { class: 'acts', 'data-kind': kind }, items))];
}

function section(title: string, content: Node): HTMLElement {
  return element('details', { open: '' }, element('summary', {}, title), content);
}

function miniature(address: string | undefined): Node {
  return address === undefined ? element('span', { class: 'mini' }) : element('img', { class: 'mini', src: address, alt: '' });
}

function summaryOf({ isDeadEnd, isOutside, actions, variants, notices }: DataScreen): string {
  if (isOutside) return '';
  const untried = actions.filter(({ state }) => state === 'untried').length;
  return [
    ...(isDeadEnd ? ['dead end'] : []),
    `${untried} untried`,
    ...(variants > 1 ? [`${variants} variants`] : []),
    ...(notices.length > 0 ? [`${notices.length} told by the browser`] : []),
  ].join(' · ');
}

function counted(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`;
}
