/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
// The script of the map page: bundled to dist/map-view.js and embedded in the page. One state determines what is shown; the address
// (`#<key>`) keeps the selected screen.
import type { MapData } from '../map-data.js';
import { createCamera } from './camera.js';
import { present, drawPanel, foundBy, type Found, type State } from './panel.js';

const data = JSON.parse(present('#data').textContent ?? '') as MapData;
const map = present<SVGSVGElement>('#map');
const search = present<HTMLInputElement>('#search');
const cards = [...map.querySelectorAll<SVGGElement>('.screen')];
const ways = [...map.querySelectorAll<SVGGElement>('.way,.what')].map((element) => ({
  element,
  from: Number(element.dataset['from']),
  to: Number(element.dataset['to']),
}));
const camera = createCamera(map, present('#world'));
let state: State = { chosen: placeOf(location.hash), run: undefined, query: '' };

function show(next: Partial<State>): void {
  const before = state;
  state = { ...state, ...next };
  const { chosen, run, query } = state;
  const found = foundBy(data, query);
  light(found);
  present('#found').textContent = query === '' ? '' : `${found.length} of ${data.screens.length} screens`;
  drawPanel(present('#panel'), { data, state, found, thumbnail }, { choose, followRun: (index) => show({ run: index }) });
  const key = chosen === undefined ? '' : (data.screens[chosen]?.key ?? '');
  if (location.hash.slice(1) !== key) history.replaceState(null, '', key === '' ? location.pathname + location.search : `#${key}`);
  if (chosen !== undefined && chosen !== before.chosen) camera.reveal(cardOf(chosen));
  if (run !== before.run && run !== undefined) camera.showAll();
}

/** Highlights the selection; without one, nothing is dimmed. */
function light(found: readonly Found[]): void {
  const { chosen, run, query } = state;
  const steps = run === undefined ? undefined : new Set((data.runs[run]?.steps ?? []).map(([from, to]) => `${from} ${to}`));
  const lit = new Set<number>();
  for (const { element, from, to } of ways) {
    const isLit = chosen === undefined ? steps?.has(`${from} ${to}`) === true : from === chosen || to === chosen;
    element.classList.toggle('lit', isLit);
    element.classList.toggle('comes', to === chosen);
    if (isLit) lit.add(from).add(to);
  }
  if (chosen !== undefined) lit.add(chosen);
  else if (query !== '') {
    lit.clear();
    for (const { screen } of found) lit.add(screen);
  }
  for (const card of cards) {
    const index = Number(card.dataset['screen']);
    card.classList.toggle('lit', lit.has(index));
    card.classList.toggle('chosen', index === chosen);
  }
  map.classList.toggle('narrowed', chosen !== undefined || run !== undefined || query !== '');
  thin(ways.map(({ element }) => element).filter((element) => element.matches('.what.lit')));
}

/** Of labels that would lie on each other, only the first is shown; the panel has them all. */
function thin(labels: readonly SVGGElement[]): void {
  for (const { element } of ways) element.classList.remove('under');
  const shown: Box[] = [];
  for (const label of labels) {
    const box = boxOf(label);
    if (shown.some((other) => overlap(box, other))) label.classList.add('under');
    else shown.push(box);
  }
}

type Box = Pick<DOMRect, 'x' | 'y' | 'width' | 'height'>;

/** As it is drawn, also while it is not shown. */
function boxOf(label: SVGGElement): Box {
  const { x, y, width, height } = label.querySelector('rect') as SVGRectElement;
  return { x: x.baseVal.value, y: y.baseVal.value, width: width.baseVal.value, height: height.baseVal.value };
}

function overlap(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

function choose(chosen: number | undefined): void {
  const last = state.chosen;
  show({ chosen });
  const next = chosen === undefined ? `#panel [data-choose="${last}"]` : '#panel h2';
  document.querySelector<HTMLElement>(next)?.focus();
}

function cardOf(index: number): SVGGElement | undefined {
  return cards.find((card) => card.dataset['screen'] === String(index));
}

function thumbnail(index: number): string | undefined {
  return cardOf(index)?.querySelector('image')?.getAttribute('href') ?? undefined;
}

function placeOf(hash: string): number | undefined {
  const index = data.screens.findIndex(({ key }) => hash !== '' && key === hash.slice(1));
  return index < 0 ? undefined : index;
}

map.addEventListener('click', ({ target }) => {
  if (camera.hasMoved()) return;
  const card = target instanceof Element ? target.closest<SVGGElement>('.screen') : null;
  if (card) choose(Number(card.dataset['screen']));
  else if (state.chosen !== undefined) choose(undefined);
});
for (const [name, id] of [
  ['no-others', '#others'],
  ['no-moves', '#moves'],
] as const) {
  const box = present<HTMLInputElement>(id);
  const apply = (): void => void map.classList.toggle(name, !box.checked);
  box.addEventListener('change', apply);
  apply();
}
present('#zoom').addEventListener('click', ({ target }) => {
  const wanted = target instanceof HTMLElement ? target.dataset['zoom'] : undefined;
  if (wanted === 'all') camera.showAll();
  else if (wanted !== undefined) camera.zoom(wanted === 'in' ? 1.4 : 1 / 1.4);
});
search.addEventListener('input', () => show({ query: search.value, chosen: undefined }));
search.addEventListener('keydown', ({ key }) => {
  const [first] = foundBy(data, search.value);
  if (key === 'Enter' && first && search.value !== '') choose(first.screen);
});
addEventListener('keydown', (event) => {
  const isTyping = event.target instanceof HTMLInputElement;
  if (event.key === '/' && !isTyping) {
    event.preventDefault();
    search.focus();
  } else if (event.key === 'Escape') {
    if (state.chosen !== undefined) choose(undefined);
    else {
      search.value = '';
      show({ query: '', run: undefined });
    }
  }
});
addEventListener('hashchange', () => show({ chosen: placeOf(location.hash) }));

camera.showAll();
show({});
if (state.chosen !== undefined) camera.reveal(cardOf(state.chosen));
