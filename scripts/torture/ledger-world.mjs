// The world outside of stub devices: a ledger that every effect is sent to, and each run's screens, written anew after each, so that a device that is opened again shows what the ledger has, as a shop's page would.
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { serve } from '../../examples/support/serve.mjs';

/** Between dispatch and effect, so that something can die in between, and long over when a host is back. */
export const delayMs = 120;

/** `scriptOf({run, url, entries})`: the screens of that run, which post their effects `{run, item, control}` to `url`. */
export async function startLedgerWorld({ folder, onEffect, scriptOf }) {
  const scripts = join(folder, 'scripts');
  mkdirSync(scripts, { recursive: true });
  const ledger = [];
  const effectsOf = (run) => ledger.filter((entry) => entry.run === run);
  const world = await serve(async (request) => {
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
    effectsOf,
    deviceOf: (run) => ({ kind: 'stub', capabilities: { scriptFile: writeScript(run) } }),
    close: world.close,
  };
}

/** Letters for the decisions about each item, so that no two decisions press the same control. */
export function createLetters(letters) {
  const asked = new Map();
  return (item) => {
    const time = asked.get(item) ?? 0;
    asked.set(item, time + 1);
    return letters[time % letters.length];
  };
}
