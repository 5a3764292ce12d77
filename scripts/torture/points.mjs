// The named points, as seen from inside a worker or a hand: ports that record each call, and that strike between two calls when a kill is armed. A run is
// armed by a file of its name in the folder of arms; whoever removes the file strikes, so that each is used once.
import { appendFileSync, readFileSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { Context } from '@temporalio/activity';
import { killVictim } from './victims.mjs';

/** `runNow()`: the run that is worked for at this moment; `worker()`: the worker's process id. */
export function createPoints({ home, folder, runNow = runOfActivity, worker = () => process.pid }) {
  const arms = join(folder, 'arms');
  const marks = join(folder, 'marks');
  const serverFile = join(folder, 'server-process');

  /** Strikes when that run is armed for this point. */
  function pass(run, point) {
    const arm = run && armOf(run);
    if (!arm || arm.point !== point || !disarm(run)) return;
    const strike = () => {
      mark(run, { step: 'struck', point });
      killVictim({ ...arm, home, worker: worker(), run, serverFile });
    };
    if (point === 'after-dispatch' && arm.delayMs > 0) setTimeout(strike, arm.delayMs);
    else strike();
  }

  function armOf(run) {
    try {
      return JSON.parse(readFileSync(join(arms, run), 'utf8'));
    } catch {
      return undefined;
    }
  }

  function disarm(run) {
    try {
      unlinkSync(join(arms, run));
      return true;
    } catch {
      return false;
    }
  }

  function mark(run, what) {
    if (run) appendFileSync(join(marks, run), `${JSON.stringify({ at: Date.now(), pid: process.pid, home, ...what })}\n`);
  }

  const lastKey = new Map();

  return {
    /** Of a device's own process, or of a worker without one. */
    aroundDevice: {
      device: watched,
      journal: (journal) => ({
        settled: (...of) => journal.settled(...of),
        verdictOf: (...of) => journal.verdictOf(...of),
        prune: (...of) => journal.prune(...of),
        async intended(entry) {
          const run = runNow();
          mark(run, { step: 'begin', key: entry.key });
          lastKey.set(run, entry.key);
          pass(run, 'before-intended');
          await journal.intended(entry);
          mark(run, { step: 'intended', key: entry.key });
          pass(run, 'after-intended');
        },
        async done(key, outcome) {
          pass(runNow(), 'before-done');
          await journal.done(key, outcome);
        },
      }),
    },
    aroundWorker: {
      desk: (desk) => ({
        ...desk,
        async confirm(...of) {
          await desk.confirm(...of);
          pass(runNow(), 'after-lease');
        },
      }),
      records: (records) => ({
        read: (...of) => records.read(...of),
        list: (...of) => records.list(...of),
        async append(run, lines) {
          await records.append(run, lines);
          if (!lines.some(({ type }) => type === 'performed')) return;
          pass(run, 'before-completion');
          mark(run, { step: 'recorded' });
        },
      }),
    },
    /** For the worker's log: workflows log that they continue as new before the server knows it. */
    logged({ message, meta }) {
      if (message === 'Workflow continued as new') pass(rootOf(meta?.workflowId), 'at-continue-as-new');
    },
  };

  function watched(device) {
    async function perform(action, signal) {
      const run = runNow();
      mark(run, { step: 'dispatch', key: lastKey.get(run), control: nameOf(action) });
      const running = device.perform(action, signal);
      pass(run, 'after-dispatch');
      return running;
    }
    return new Proxy(device, {
      get(target, name) {
        if (name === 'perform') return perform;
        const value = Reflect.get(target, name, target);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
  }
}

/** As `saidIn` of run.mjs reads it from the run's own report. */
function nameOf({ target, values = [] }) {
  return target?.control && [target.control.name, ...values].join(' ');
}

/** In a worker. */
function runOfActivity() {
  try {
    return rootOf(Context.current().info.workflowExecution?.workflowId);
  } catch {
    return undefined; // not called from an activity
  }
}

/** The HostAgent's id, which names the run; `/app-1` and `/device-1` belong to it. */
export function rootOf(workflowId) {
  const root = workflowId?.split('/')[0];
  return root?.startsWith('torture-') ? root : undefined;
}
