// A small application as a pure function, to record stories on and to walk flows through: some of what it does shows nowhere.
import { destinationDigests } from '../../src/domain/explorer/address.js';
import type { Deed, DeedOutcome, StoryScreen } from '../../src/domain/compile/story.js';
import type { Control } from '../../src/domain/ui/control.js';
import type { UiAction } from '../../src/domain/ui/ui-action.js';

export interface AppState {
  readonly page: 'list' | 'item' | 'form' | 'done';
  readonly item: string;
  readonly rows: readonly string[];
  readonly starred: readonly string[];
  readonly to: string;
  readonly note: string;
  readonly gift: boolean;
  readonly dialog: boolean;
  /** Shown nowhere. */
  readonly cart: readonly string[];
  readonly orders: readonly string[];
}

export const freshApp: AppState = {
  ...{ page: 'list', item: '', rows: ['Walk the dog', 'Buy milk', 'Call Ada'], starred: [], to: '', note: '' },
  ...{ gift: false, dialog: false, cart: [], orders: [] },
};

const origin = 'https://app.example';

type Part = Pick<Control, 'role' | 'name' | 'path'> & Partial<Control>;

function parts(state: AppState): readonly Part[] {
  const link = (name: string, path: string, to: string): Part => ({
    role: 'link',
    name,
    path,
    destination: destinationDigests(`${origin}${to}`),
  });
  const dialog: readonly Part[] = state.dialog
    ? [
        { role: 'dialog', name: 'About', path: 'body/dialog[1]', interactive: false },
        { role: 'button', name: 'Close', path: 'body/dialog[1]/button[1]' },
      ]
    : [];
  switch (state.page) {
    case 'list':
      return [
        { role: 'heading', name: 'Tasks', path: 'body/main[1]/h1[1]', interactive: false },
        link('New order', 'body/main[1]/a[1]', '/form'),
        { role: 'button', name: 'Show help', path: 'body/main[1]/button[1]' },
        ...state.rows.flatMap((row, index): readonly Part[] => [
          link(row, `body/main[1]/ul[1]/li[${index + 1}]/a[1]`, `/items/${slug(row)}`),
          {
            role: 'checkbox',
            name: 'Star',
            path: `body/main[1]/ul[1]/li[${index + 1}]/input[1]`,
            states: state.starred.includes(row) ? ['checked'] : [],
          },
          { role: 'button', name: 'Delete', path: `body/main[1]/ul[1]/li[${index + 1}]/button[1]` },
        ]),
        ...dialog,
      ];
    case 'item':
      return [
        { role: 'heading', name: state.item, path: 'body/main[1]/h1[1]', interactive: false },
        { role: 'text', name: 'Price', path: 'body/main[1]/dl[1]/dt[1]', interactive: false },
        { role: 'text', name: `$${state.item.length}.50`, path: 'body/main[1]/dl[1]/dd[1]', interactive: false },
        { role: 'button', name: 'Add to cart', path: 'body/main[1]/button[1]' },
        link('Back to tasks', 'body/main[1]/a[1]', '/list'),
      ];
    case 'form':
      return [
        { role: 'heading', name: 'New order', path: 'body/main[1]/h1[1]', interactive: false },
        { role: 'textbox', name: 'To', path: 'body/main[1]/form[1]/input[1]', value: state.to },
        { role: 'textbox', name: 'Note', path: 'body/main[1]/form[1]/input[2]', value: state.note },
        { role: 'checkbox', name: 'Gift', path: 'body/main[1]/form[1]/input[3]', states: state.gift ? ['checked'] : [] },
        { role: 'button', name: 'Place order', path: 'body/main[1]/form[1]/button[1]' },
        link('Cancel', 'body/main[1]/a[1]', '/list'),
      ];
    case 'done':
      return [
        { role: 'heading', name: 'Thank you', path: 'body/main[1]/h1[1]', interactive: false },
        {
          role: 'status',
          name: `Order ${1_000 + state.orders.length} for ${state.to} confirmed`,
          path: 'body/main[1]/p[1]',
          interactive: false,
        },
        link('All tasks', 'body/main[1]/a[1]', '/list'),
      ];
  }
}

function slug(text: string): string {
  return text.toLowerCase().replace(/[^a-z]+/g, '-');
}

export function screenOf(state: AppState): StoryScreen {
  const path = state.page === 'item' ? `/items/${slug(state.item)}` : `/${state.page}`;
  const controls = parts(state).map((part, index): Control => ({
    ...{ id: String(index), bounds: { x: 10, y: 10 + index * 30, width: 200, height: 20 }, enabled: true, visible: true },
    ...{ interactive: true, source: 'tree' },
    ...part,
  }));
  return { application: 'tab-1', app: 'Tasks', title: 'Tasks', url: `${origin}${path}`, controls };
}

/** What an action does, to the state. */
export function perform(state: AppState, type: 'click' | 'set-text', control: Control, text = ''): AppState {
  if (type === 'set-text') return control.name === 'To' ? { ...state, to: text } : { ...state, note: text };
  const row = rowAt(state, control);
  switch (control.name) {
    case 'New order':
      return control.role === 'link' ? { ...state, page: 'form' } : state;
    case 'Show help':
      return { ...state, dialog: true };
    case 'Close':
      return { ...state, dialog: false };
    case 'Star':
      return {
        ...state,
        starred: state.starred.includes(row) ? state.starred.filter((one) => one !== row) : [...state.starred, row].sort(),
      };
    case 'Delete':
      return { ...state, rows: state.rows.filter((one) => one !== row), starred: state.starred.filter((one) => one !== row) };
    case 'Add to cart':
      return { ...state, cart: [...state.cart, state.item] };
    case 'Gift':
      return { ...state, gift: !state.gift };
    case 'Place order':
      return { ...state, page: 'done', orders: [...state.orders, state.to] };
    case 'Back to tasks':
    case 'Cancel':
    case 'All tasks':
      return { ...state, page: 'list', item: '' };
    default:
      return { ...state, page: 'item', item: row };
  }
}

function rowAt({ rows }: AppState, { path }: Control): string {
  return rows[Number(/li\[(\d+)\]/.exec(path)?.[1] ?? 0) - 1] ?? '';
}

export interface Recorder {
  readonly deeds: readonly Deed[];
  readonly state: AppState;
}

/** `at`: which of those of that role and name. */
export interface Move {
  readonly type: 'click' | 'set-text';
  readonly role: string;
  readonly name: string;
  readonly at?: number;
  readonly text?: string;
  readonly outcome?: DeedOutcome;
}

export function record(moves: readonly Move[], from: AppState = freshApp): Recorder {
  return moves.reduce<Recorder>(
    ({ deeds, state }, move) => {
      const before = screenOf(state);
      const control = controlFor(before, move);
      if (!control) return { deeds, state };
      const outcome = move.outcome ?? { status: 'done' };
      const next = outcome.status === 'done' ? perform(state, move.type, control, move.text) : state;
      return { state: next, deeds: [...deeds, deedOf(move, { before, after: screenOf(next), control, outcome, step: deeds.length + 1 })] };
    },
    { deeds: [], state: from },
  );
}

export function controlFor({ controls }: StoryScreen, { role, name, at = 1 }: Pick<Move, 'role' | 'name' | 'at'>): Control | undefined {
  return controls.filter((control) => control.role === role && control.name === name)[at - 1];
}

interface Recorded extends Pick<Deed, 'before' | 'after' | 'outcome'> {
  readonly control: Control;
  readonly step: number;
}

function deedOf({ type, text = '' }: Move, { before, after, outcome, control: { role, name, path }, step }: Recorded): Deed {
  const target = { control: { label: '', role, name, path } };
  const action: UiAction = type === 'click' ? { type, target, button: 'left', clickCount: 1 } : { type, target, text, clear: true };
  return {
    ...{ kind: 'deed', step: `step ${step} of app-1`, words: `${type} "${name}"`, thought: '', comment: `${type} ${name}` },
    ...{ action, outcome, before, after, isRisky: ['Delete', 'Place order'].includes(name) },
  };
}
