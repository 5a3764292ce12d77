// Tickets that are taken one after the other by pressing their buttons, recorded in an outside ledger; the title says how many are taken. Two pages:
//
//   list   as in a shop: every ticket keeps its button, even after it was taken. A second press takes a second one
//   next   only the next ticket has a button: a second press finds none
import { delayMs, startLedgerScene } from '../../../scripts/torture/ledger-world.mjs';

const items = ['1', '2', '3', '4'];
const pages = {
  list: { letters: [...'abcd'], shows: () => items },
  next: { letters: [...'abcdefgh'], shows: (taken) => items.slice(taken, taken + 1) },
};

/** `page`: one of the two. */
export function startPressScene({ page, folder, onEffect }) {
  const { letters, shows } = pages[page];
  const screensOf = ({ run, url, entries }) => scriptOf({ run, url, letters, shows, taken: new Set(entries.map(({ item }) => item)).size });
  return startLedgerScene({ folder, onEffect, items, letters, name: 'Take', scriptOf: screensOf, decide });
}

function decide({ title, find }, { asks, letterFor }) {
  const taken = Number(/^(\d+) taken/.exec(title)?.[1] ?? NaN);
  if (Number.isNaN(taken)) return { reply: { Function: '', Status: 'FAIL', Comment: `an unknown screen: ${title}` } };
  if (taken === items.length) return { reply: { Function: '', Status: 'FINISH', Result: title, Comment: title } };
  const item = items[taken];
  const control = `Take ${item}${letterFor(item)}`;
  const button = find('btn', new RegExp(`^${control}$`));
  const Status = asks(item) ? 'CONFIRM' : 'CONTINUE';
  const press = { Function: 'click_input', Args: {}, ControlLabel: button?.label, ControlText: control };
  return { item, control, asks: asks(item), reply: { ...press, Status, Comment: title } };
}

function scriptOf({ run, url, letters, shows, taken }) {
  const press = (item, letter, shown) => {
    const control = `Take ${item}${letter}`;
    const goto = `s${Math.max(shown, Number(item))}`;
    return { role: 'button', name: control, on: { delayMs, post: { url, body: { run, item, control } }, goto } };
  };
  const screen = (shown) => ({
    title: `${shown} taken`,
    controls: [
      { role: 'heading', name: `${shown} taken` },
      ...shows(shown).flatMap((item) => letters.map((letter) => press(item, letter, shown))),
    ],
  });
  return { start: `s${taken}`, screens: Object.fromEntries([0, ...items].map((shown) => [`s${shown}`, screen(Number(shown))])) };
}
