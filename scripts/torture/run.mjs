// One run, of the agent engine unless the scene brings another workflow, with one kill (or none), from its start to its classification.
import { setTimeout as pause } from 'node:timers/promises';
import { classify } from './classing.mjs';
import { afterLease } from './schedule.mjs';

const pollMs = 50;
/** An item at which every run asks a person, including the undisturbed ones, so that they compare. */
const askedItem = 1;

let numbered = 0;

/**
 * @param {object} stage from `createStage`
 * @param {object} options
 * @param {import('./schedule.mjs').Kill} [options.kill] none: the run is not disturbed
 * @param {number} options.usualMs what an undisturbed run takes
 * @param {number} options.limitMs after which a run counts as one that never ends
 */
export async function runOnce(stage, { kill, usualMs, limitMs, seed }) {
  const id = `torture-${seed}-${kill?.index ?? 'calm'}-${process.pid}-${++numbered}`;
  const { scene, client } = stage;
  const begun = scene.begin(id);
  const wanted = kill ? scene.items[kill.item - 1] : undefined;
  const { type, inputOf, saidIn } = scene.workflow ?? agent(scene);
  /** Without decisions, an action is the next one after the effect of the item before it. */
  const due = scene.workflow ? scene.items[scene.items.indexOf(wanted) - 1] : undefined;
  const asked = kill?.point === 'while-a-person-is-asked' ? wanted : scene.items[askedItem];
  const decisions = [];
  const state = { struckAt: undefined, armed: false, ended: false };
  const arm = () => {
    if (!kill || state.armed || !armedByWorker.has(kill.point)) return;
    state.armed = true;
    stage.arm(id, kill);
  };
  const struck = () => void (state.struckAt ??= Date.now());

  stage.register(id, {
    reply(facts) {
      const { item, control, asks = false, reply } = begun.decide(facts, { asks: (each) => each === asked });
      decisions.push({ at: Date.now(), item, control, asks });
      if (item === wanted && item !== undefined) arm();
      return reply;
    },
    hadEffect({ item }) {
      decisions.push(...(scene.workflow ? [{ at: Date.now(), item, asks: true }] : []));
      if (item === due && due !== undefined) arm();
      if (kill?.point !== 'after-effect' || item !== wanted || state.struckAt) return;
      struck();
      stage.strike(id, kill);
    },
  });

  const started = Date.now();
  const checks = stage.effectChecks ? { effectChecks: [{ effectCheck: { check: 'ledger', with: { run: id } }, words: scene.words }] } : {};
  if (scene.workflow && wanted === scene.items[0]) arm();
  const args = [inputOf({ id, device: begun.device, settings: begun.settings, checks })];
  await patiently(() => client.workflow.start(type, { taskQueue: 'steadyhand', workflowId: id, args }).catch(alreadyStarted));
  const handle = client.workflow.getHandle(id);
  const killing = kill?.point === 'random' ? strikeAtRandom() : Promise.resolve();
  const answering = answerPeople();
  const end = await untilEnded(handle, started + limitMs);
  const ms = Date.now() - started;
  state.ended = true;
  await Promise.all([killing, answering]);
  stage.disarm(id);

  const marks = stage.marksOf(id);
  state.struckAt ??= marks.find(({ step }) => step === 'struck')?.at;
  const facts = {
    struckAt: state.struckAt,
    items: scene.items,
    effects: scene.effectsOf(id).map(({ item, control }) => ({ item, control })),
    marks: marks.map((mark) => withControl(mark, decisions)),
    said: saidIn(end.result),
    end: { ended: end.ended, completed: end.completed, unknownOutcomes: end.result?.unknownOutcomes ?? 0 },
  };
  const verdict = classify(facts);
  if (!end.ended) await handle.terminate('the torture gave it up').catch(() => undefined);
  stage.forget(id);
  return {
    ...(kill ?? {}),
    id,
    ...verdict,
    ms,
    ended: end.ended,
    // A flow that stops at what it does not know has ended well.
    finished: end.completed || (scene.workflow !== undefined && end.ended),
    ...(verdict.column in plain && (end.completed || scene.workflow) ? {} : { facts, words: end.words }),
  };

  async function strikeAtRandom() {
    await pause(kill.fraction * usualMs);
    while (!state.ended) {
      if (stage.strike(id, kill)) return struck();
      await pause(pollMs);
    }
  }

  /**
   * Approves every request once it is really pending; a kill while a person is asked strikes in between. Queries cost the run time, so they are made
   * only while it may be waiting.
   */
  async function answerPeople() {
    let answered = 0;
    while (!state.ended) {
      await pause(pollMs);
      const last = decisions.at(-1);
      if (!scene.workflow && (!last?.asks || decisions.length === answered)) continue;
      const request = await pendingRequest();
      if (!request) {
        await pause(pollMs * 2);
        continue;
      }
      if (kill?.point === 'while-a-person-is-asked' && !state.struckAt && (scene.workflow || last.item === wanted)) {
        struck();
        stage.strike(id, kill);
        await pause(kill.fraction * 1_000);
      }
      // A server that was killed may take longer to come back than the patience of one call: whoever was asked asks again.
      const approve = () => handle.signal('confirm', { requestId: request.requestId, approved: true });
      const told = await patiently(approve).then(
        () => true,
        () => false,
      );
      if (told) answered = decisions.length;
    }
  }

  async function pendingRequest() {
    const view = await client.withDeadline(Date.now() + 3_000, () => handle.query('progress')).catch(() => undefined);
    return view?.request;
  }
}

/** Points at which a worker or a hand strikes itself; at the others the ledger, the person asked or a timer does. */
const armedByWorker = new Set([
  afterLease,
  'before-intended',
  'after-intended',
  'after-dispatch',
  'before-done',
  'before-completion',
  'at-continue-as-new',
]);
const plain = { once: true, notAtAll: true, unknown: true, missed: true };

/** Waits until the run has ended, while the server comes and goes. */
async function untilEnded(handle, deadline) {
  while (Date.now() < deadline) {
    try {
      const result = await handle.client.withDeadline(Math.min(deadline, Date.now() + 15_000), () => handle.result());
      return { ended: true, completed: result.outcome === 'completed', result, words: result.outcome };
    } catch (error) {
      if (error.name === 'WorkflowFailedError')
        return { ended: true, completed: false, result: error.cause?.details?.[0], words: `${error.cause?.type}: ${error.cause?.message}` };
      await pause(100);
    }
  }
  return { ended: false, completed: false, words: 'still open' };
}

/** The response of an earlier start was lost. */
function alreadyStarted(error) {
  if (error.name !== 'WorkflowExecutionAlreadyStartedError') throw error;
}

/** Retries a call while the server is down. */
async function patiently(call, deadline = Date.now() + 30_000) {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (Date.now() > deadline || error.name === 'WorkflowNotFoundError') throw error;
      await pause(200);
    }
  }
}

/** Before its dispatch an action has no name in the marks: it is the last one decided. */
function withControl(mark, decisions) {
  if (mark.step !== 'begin') return mark;
  const decided = decisions.findLast(({ at, control }) => at <= mark.at && control !== undefined);
  return decided ? { ...mark, control: decided.control } : mark;
}

function agent(scene) {
  return {
    type: 'hostAgent',
    inputOf: ({ id, device, settings, checks }) => ({ request: `Carry out ${id}`, device, settings, ...checks }),
    saidIn: (result) => saidByAgent(result, scene),
  };
}

/** `select_option "Ticket 3" [4] ["a"]` and `done`: one entry per action. */
function saidByAgent(result, scene) {
  return (result?.blackboard?.trajectories ?? []).flatMap(({ action, result: outcome }) => {
    const outcomes = outcome.split('; ');
    return action.split('; ').flatMap((text, index) => {
      const [, name, value] = /^\w+ "([^"]*)"(?: \[\d+\] \["([^"]*)"\])?/.exec(text) ?? [];
      const control = value === undefined ? name : `${name} ${value}`;
      const word = /^\w+/.exec(outcomes[index] ?? outcomes[0] ?? '')?.[0] ?? '';
      return control === undefined ? [] : [{ control, outcome: word, counts: scene.counts(control) }];
    });
  });
}
