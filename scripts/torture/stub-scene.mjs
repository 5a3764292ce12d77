// The world of the stub device: tickets that are taken one after the other, in a ledger outside. The screen says how many are gone. Each press has a name of its own (`Take 3b`: the third ticket, the second decision about it), so
// that no two decisions are ever taken for one another. A device that is opened again shows what the ledger has, as a shop's page would.
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { serve } from '../../examples/support/serve.mjs';

export const items = ['1', '2', '3', '4'];
const letters = [...'abcdefgh'];
/** Between dispatch and effect, so that something can die in between, and long over when a host is back. */
const delayMs = 120;

export async function startStubScene({ folder, onEffect }) {
  const scripts = join(folder, 'scripts');
  mkdirSync(scripts);
  const ledger = [];
  const world = await serve(async (request) => {
    const entry = { ...(await request.json()), at: Date.now() };
    ledger.push(entry);
    writeScript(entry.run);
    onEffect(entry.run, entry);
    return Response.json({});
  });

  function writeScript(run) {
    const taken = new Set(ledger.filter((entry) => entry.run === run).map(({ item }) => item)).size;
    const file = join(scripts, `${run}.json`);
    writeFileSync(`${file}.part`, JSON.stringify(scriptOf({ run, url: world.url, taken })));
    renameSync(`${file}.part`, file);
    return file;
  }

  return {
    items,
    begin(run) {
      const asked = new Map();
      return {
        device: { kind: 'stub', capabilities: { scriptFile: writeScript(run) } },
        settings: {},
        /** Which item the model wants next, and its answer. `asks`: whether a person is to approve it. */
        decide({ title, find }, { asks }) {
          const taken = Number(/^(\d+) taken/.exec(title)?.[1] ?? NaN);
          if (Number.isNaN(taken)) return { reply: { Function: '', Status: 'FAIL', Comment: `an unknown screen: ${title}` } };
          if (taken === items.length) return { reply: { Function: '', Status: 'FINISH', Result: title, Comment: title } };
          const item = items[taken];
          const time = asked.get(item) ?? 0;
          asked.set(item, time + 1);
          const control = `Take ${item}${letters[time % letters.length]}`;
          const button = find('btn', new RegExp(`^${control}$`));
          return {
            item,
            control,
            asks: asks(item),
            reply: {
              Function: 'click_input',
              Args: {},
              ControlLabel: button?.label,
              ControlText: control,
              Status: asks(item) ? 'CONFIRM' : 'CONTINUE',
              Comment: title,
            },
          };
        },
      };
    },
    effectsOf: (run) => ledger.filter((entry) => entry.run === run),
    counts: (control) => control.startsWith('Take '),
    close: world.close,
  };
}

function scriptOf({ run, url, taken }) {
  const press = (item, letter, next) => {
    const control = `Take ${item}${letter}`;
    return { role: 'button', name: control, on: { delayMs, post: { url: `${url}/`, body: { run, item, control } }, goto: `s${next}` } };
  };
  const screen = (count) => ({
    title: `${count} taken`,
    controls: [
      { role: 'heading', name: `${count} taken` },
      ...(count < items.length ? letters.map((letter) => press(items[count], letter, count + 1)) : []),
    ],
  });
  return { start: `s${taken}`, screens: Object.fromEntries([...items, ''].map((_, count) => [`s${count}`, screen(count)])) };
}
