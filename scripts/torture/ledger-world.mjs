// The world outside stub devices, desktops and phones: a ledger that receives every effect, and each run's screens, rewritten after each effect, so that a
// reopened device shows what the ledger has, as a shop's page would.
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { serve } from '../../examples/support/serve.mjs';

/** Between dispatch and effect: long enough for a kill in between, and over well before a host is back. */
export const delayMs = 120;

/**
 * What `createStage` asks of a scene. `scriptOf({run, url, entries})`: the screens of that run, which post their effects `{run, item, control}` to
 * `url`; `decide(facts, {asks, letterFor})`: which item the model wants next, and its answer, where `asks(item)` says whether a person has to approve
 * it; `name`: the first word of every control that has an effect; `deviceOf({run, file})`: what shows the screens in that file, a stub unless given.
 */
export async function startLedgerScene({ folder, onEffect, items, letters, name, scriptOf, decide, deviceOf = stubOf }) {
  const scripts = join(folder, 'scripts');
  mkdirSync(scripts, { recursive: true });
  const ledger = [];
  const effectsOf = (run) => ledger.filter((entry) => entry.run === run);
  const world = await serve(async (request) => {
    if (request.method === 'GET') return effectsCounted(request, effectsOf);
    const entry = { ...(await request.json()), at: Date.now() };
    ledger.push(entry);
    writeScript(entry.run);
    onEffect(entry.run, entry);
    return Response.json({});
  });

  function writeScript(run) {
    const file = join(scripts, `${run}.json`);
    writeFileSync(`${file}.part`, JSON.stringify(scriptOf({ run, url: `${world.url}/`, entries: effectsOf(run) })));
    renameSync(`${file}.part`, file);
    return file;
  }

  return {
    items,
    begin(run) {
      const letterFor = createLetters(letters);
      return {
        device: deviceOf({ run, file: writeScript(run) }),
        settings: {},
        decide: (facts, { asks }) => decide(facts, { asks, letterFor }),
      };
    },
    effectsOf,
    counts: (control) => control.startsWith(`${name} `),
    words: [name],
    effectCheck: checkOfCount(world.url),
    close: world.close,
  };
}

/** A system of record: `GET /?run=…` answers `{"effects": n}`. */
export function effectsCounted(request, effectsOf) {
  return Response.json({ effects: effectsOf(new URL(request.url).searchParams.get('run')).length });
}

/** The effect check that reads it, as in a configuration. */
export function checkOfCount(url) {
  return { http: { url: `${url}/?run={{run}}` }, value: 'effects', expect: { rises: 1 }, settleMs: 1_000 };
}

function stubOf({ file }) {
  return { kind: 'stub', capabilities: { scriptFile: file } };
}

/** A letter for each decision about an item, so that no two decisions press the same control. */
function createLetters(letters) {
  const asked = new Map();
  return (item) => {
    const time = asked.get(item) ?? 0;
    asked.set(item, time + 1);
    return letters[time % letters.length];
  };
}
