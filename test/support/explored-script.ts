// A scripted application of any size with a known map: what an explorer must find, and what an outside ledger hears of each press.
import type { DeviceScript, ScriptStep } from '../../src/adapters/memory/device-script.js';
import type { StoredGraph } from '../../src/ports/screen-graph.js';
import { isMove } from '../../src/domain/explorer/actions.js';

/** A ledger entry of one press. */
export interface Press {
  readonly run: string;
  readonly from: string;
  readonly tap: string;
}

export interface ExploredScript {
  readonly script: DeviceScript;
  /** Titles of its screens, sorted. */
  readonly screens: readonly string[];
  /** `from tap to`, sorted: the buttons that lead to another screen. */
  readonly edges: readonly string[];
}

export interface ExploredScriptOptions {
  readonly run: string;
  /** Absent: no ledger. */
  readonly ledger?: string;
  readonly screens: number;
  /** Number of buttons on each screen; the first button leads around all screens. */
  readonly buttons: number;
  /** Timing of the press of `to a` on the second screen. */
  readonly timing?: Pick<ScriptStep, 'delayMs' | 'delayAfterMs'>;
}

/** Every screen can be reached from every other by presses alone, so the map does not depend on the path taken. Some buttons lead nowhere; one must not be pressed. */
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

/** A stored map in the same notation, without back and scroll actions. */
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

/** 0 is a, 26 is ba: digits would not make another screen. */
function letters(index: number): string {
  return [...index.toString(26)].map((digit) => String.fromCharCode(97 + Number.parseInt(digit, 26))).join('');
}
