// The scene for the stub device: tickets that are taken one after the other, each by a choice in its own drop-down. It is as unforgiving as a page can
// be: nothing disappears once it was used, and sending the same choice a second time takes the ticket a second time. Each decision chooses an option of
// its own (`Ticket 3 b`: the third ticket, the second decision about it), so that no two can be confused.
import { delayMs, startLedgerScene } from './ledger-world.mjs';

const items = ['1', '2', '3', '4'];
const letters = [...'abcdefgh'];

export function startTicketScene({ folder, onEffect }) {
  return startLedgerScene({ folder, onEffect, items, letters, name: 'Ticket', scriptOf, decide });
}

/** The first ticket that the screen shows as free; none: done. */
function decide({ find }, { asks, letterFor }) {
  const boxes = items.map((item) => ({ item, box: find('combo', new RegExp(`^Ticket ${item}$`)) }));
  if (boxes.some(({ box }) => !box)) return { reply: { Function: '', Status: 'FAIL', Comment: 'this is not the page of tickets' } };
  const free = boxes.find(({ box }) => box.value === '');
  if (!free) return { reply: { Function: '', Status: 'FINISH', Result: `${items.length} tickets taken`, Comment: 'all are taken' } };
  const { item, box } = free;
  const letter = letterFor(item);
  const choice = { Function: 'select_option', Args: { values: [letter] }, ControlLabel: box.label, ControlText: box.name };
  return {
    item,
    control: `${box.name} ${letter}`,
    asks: asks(item),
    reply: { ...choice, Status: asks(item) ? 'CONFIRM' : 'CONTINUE', Comment: `ticket ${item}` },
  };
}

function scriptOf({ run, url, entries }) {
  const controls = items.map((item) => {
    const taken = entries.find((entry) => entry.item === item);
    const name = `Ticket ${item}`;
    return {
      role: 'combobox',
      name,
      options: letters,
      ...(taken ? { value: taken.control.slice(name.length + 1) } : {}),
      on: { delayMs, post: { url, body: { run, item, control: `${name} {{value}}` } } },
    };
  });
  return { start: 'tickets', screens: { tickets: { title: 'Tickets', controls } } };
}
