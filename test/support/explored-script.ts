// An application as a script, of any size, whose map is known: what an explorer must find, and what a ledger outside is told of each press.
import type { DeviceScript, ScriptStep } from '../../src/adapters/memory/device-script.js';
import type { StoredGraph } from '../../src/ports/screen-graph.js';
import { isMove } from '../../src/domain/explorer/actions.js';

/** What the ledger has of one press. */
export interface Press {
  readonly run: string;
  readonly from: string;
  readonly tap: string;
}

export interface ExploredScript {
  readonly script: DeviceScript;
  /** Titles of its screens, sorted. */
  readonly screens: readonly string[];
  /** `from tap to`, sorted: what can be pressed and leads on. */
  readonly edges: readonly string[];
}

export interface ExploredScriptOptions {
  readonly run: string;
  /** Absent: nobody is told. */
  readonly ledger?: string;
  readonly screens: number;
  /** Of each screen; the first leads around all screens. */
  readonly buttons: number;
  /** Of the press of `to a` on the second screen. */
  readonly timing?: Pick<ScriptStep, 'delayMs' | 'delayAfterMs'>;
}

/** Every screen can be reached from every other by presses alone, so the map does not depend on the way that was taken. Some buttons lead nowhere; one may not be pressed. */
export function exploredScript({ run, ledger, screens: count, buttons, timing = {} }: ExploredScriptOptions): ExploredScript {
  const titles = Array.from({ length: count }, (_, index) => `screen ${letters(index)}`);
  const titleOf = (index: number): string => titles[index % count] ?? '';
  const button = (from: string, tap: string, goto?: string) => ({
    role: 'button',
    name: tap,
    on: {
      ...(from === titleOf(1) && tap === 'to a' ? timing : {}),
      ...(ledger === undefined ? {} : { post: { url: ledger, body: { run, from, tap } satisfies Press } }),
      ...(goto === undefined ? {} : { goto }),
    },
  });
  const ways = titles.map((from, index) =>
    Array.from({ length: buttons }, (_, place) => ({ from, tap: `to ${letters(place)}`, to: titleOf(index + 1 + place * (index + 2)) })),
  );
  const screens = ways.map((of, index): DeviceScript['screens'][string] => ({
    title: titleOf(index),
    controls: [
      { role: 'heading', name: titleOf(index) },
      ...of.map(({ from, tap, to }) => button(from, tap, to)),
      ...(index % 6 === 5 ? [button(titleOf(index), 'nothing')] : []),
      ...(index === 1 ? [button(titleOf(index), 'Delete everything')] : []),
    ],
  }));
  return {
    script: { start: titleOf(0), screens: Object.fromEntries(screens.map((screen) => [screen.title, screen])) },
    screens: [...titles].sort(),
    edges: ways
      .flat()
      .filter(({ from, to }) => from !== to)
      .map(({ from, tap, to }) => `${from} ${tap} ${to}`)
      .sort(),
  };
}

/** The map in the same words; what only moves is left out. */
export function mapOf({ screens, edges }: StoredGraph): Pick<ExploredScript, 'screens' | 'edges'> {
  const titleOf = (key: string): string => screens.find((screen) => screen.key === key)?.title ?? key;
  return {
    screens: screens.map(({ title }) => title).sort(),
    edges: edges
      .flatMap(({ from, action: key, to }) => {
        const action = screens.find((screen) => screen.key === from)?.actions.find((one) => one.key === key);
        return action && isMove(action.verb) ? [] : [`${titleOf(from)} ${action?.label ?? key} ${titleOf(to)}`];
      })
      .sort(),
  };
}

/** 0 is a, 26 is ba: digits make no other screen. */
function letters(index: number): string {
  return [...index.toString(26)].map((digit) => String.fromCharCode(97 + Number.parseInt(digit, 26))).join('');
}
