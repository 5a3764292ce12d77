// Tickets that are taken one after the other, in a ledger outside, as in the torture's own scene, but on a page as shops have it: a list in which every ticket keeps its button also after it was taken, and a title that says how
// many are gone. Whoever presses a second time takes a second one. (The torture's scene shows only the next ticket: there a second press finds no button.)
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { serve } from '../../../examples/support/serve.mjs';

const items = ['1', '2', '3', '4'];
/** The second decision about a ticket presses a button of its own, so that two decisions are never taken for one another. */
const letters = [...'abcd'];
/** Between dispatch and effect, as in the torture. */
const delayMs = 120;

/** What `createStage` of the torture asks of a scene. */
export async function startListScene({ folder, onEffect }) {
  const scripts = join(folder, 'scripts');
  mkdirSync(scripts, { recursive: true });
  const ledger = [];
  const world = await serve(async (request) => {
    const entry = { ...(await request.json()), at: Date.now() };
    ledger.push(entry);
    writeScript(entry.run);
    onEffect(entry.run, entry);
    return Response.json({});
  });

  /** A device that is opened again shows what the ledger has. */
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
        decide({ title, find }, { asks }) {
          const taken = Number(/^(\d+) taken/.exec(title)?.[1] ?? NaN);
          if (Number.isNaN(taken)) return { reply: { Function: '', Status: 'FAIL', Comment: `an unknown screen: ${title}` } };
          if (taken === items.length) return { reply: { Function: '', Status: 'FINISH', Result: title, Comment: title } };
          const item = items[taken];
          const time = asked.get(item) ?? 0;
          asked.set(item, time + 1);
          const control = `Take ${item}${letters[time % letters.length]}`;
          const button = find('btn', new RegExp(`^${control}$`));
          const Status = asks(item) ? 'CONFIRM' : 'CONTINUE';
          return {
            item,
            control,
            asks: asks(item),
            reply: { Function: 'click_input', Args: {}, ControlLabel: button?.label, ControlText: control, Status, Comment: title },
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
  const press = (item, letter, shown) => {
    const control = `Take ${item}${letter}`;
    const goto = `s${Math.max(shown, Number(item))}`;
    return { role: 'button', name: control, on: { delayMs, post: { url: `${url}/`, body: { run, item, control } }, goto } };
  };
  const screen = (shown) => ({
    title: `${shown} taken`,
    controls: [
      { role: 'heading', name: `${shown} taken` },
      ...items.flatMap((item) => letters.map((letter) => press(item, letter, shown))),
    ],
  });
  return { start: `s${taken}`, screens: Object.fromEntries([0, ...items].map((shown) => [`s${shown}`, screen(Number(shown))])) };
}
