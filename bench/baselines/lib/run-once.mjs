// One run of a baseline with one kill (or none), from its start to its classification.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { classOf } from './class-of.mjs';

let numbered = 0;

/** @param {object} stage from `createStage` */
export async function runOnce(stage, { kill, lane, calmMs, limitMs }) {
  const { folder, scene, system } = stage;
  const id = `baseline-${kill?.index ?? 'calm'}-${++numbered}`;
  const attachment = await stage.openDevice(id);
  const state = { struckAt: undefined, startedAt: Date.now(), ended: false };
  const strike = () => {
    state.struckAt ??= Date.now();
    killNow(system.pidOf(lane));
  };
  if (kill && armed.has(kill.point)) writeFileSync(join(folder, 'arms', id), JSON.stringify({ ...kill, points: [kill.phase] }));
  if (kill?.point === 'after-effect')
    stage.effects.set(id, ({ item }) => void (Number(item) === kill.item && state.struckAt === undefined && strike()));

  let striking = Promise.resolve();
  const end = await system.run({
    id,
    lane,
    attachment,
    limitMs,
    started() {
      state.startedAt = Date.now();
      if (kill?.point === 'random') striking = pause(kill.fraction * calmMs).then(() => state.ended || strike());
    },
  });
  const ms = Date.now() - state.startedAt;
  state.ended = true;
  await striking;

  stage.effects.delete(id);
  rmSync(join(folder, 'arms', id), { force: true });
  await stage.closeDevice(id);
  const marks = marksIn(join(folder, 'marks', id));
  const facts = {
    items: scene.items,
    struckAt: state.struckAt ?? marks.find(({ step }) => step === 'struck')?.at,
    effects: scene.effectsOf(id).map(({ item, control }) => ({ item, control })),
    marks,
    end,
  };
  return { ...(kill ?? {}), id, ...classOf(facts), ms, calmMs, effects: facts.effects.map(({ control }) => control), end };
}

/** Points at which the process strikes itself; at the others the ledger or a timer does. */
const armed = new Set(['before-intended', 'after-intended', 'after-dispatch', 'before-done', 'before-completion']);

function killNow(pid) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It is being restarted.
  }
}

function marksIn(file) {
  try {
    return readFileSync(file, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  } catch {
    return []; // it was killed before its first press
  }
}
