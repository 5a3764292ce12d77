// Loaded into a worker before anything else (`NODE_OPTIONS=--import=…`): its wall clock jumps to wherever the file SHIFTED_CLOCK says, in ms from the real one. What has been
// taken over is written beside it, so that a test can wait for it.
// Shifted is what JavaScript sees as the time of day: `Date.now()`, `new Date()`, `Date()`. Not shifted are clocks that nobody sets (`performance.now()`, `process.hrtime()`,
// `os.uptime()`, timers), Temporal's core in the same process, the times of files, device processes (they get a minimal environment), and other machines.
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const file = process.env.SHIFTED_CLOCK;
const everyMs = 50;
const RealDate = Date;
let shiftMs = 0;

class ShiftedDate extends RealDate {
  constructor(...given) {
    super(...(given.length === 0 ? [ShiftedDate.now()] : given));
  }

  static now() {
    return RealDate.now() + shiftMs;
  }
}

// `Date()` without `new` is the time as text, which a class refuses to be.
globalThis.Date = new Proxy(ShiftedDate, { apply: () => new ShiftedDate().toString() });

function look() {
  const wanted = Number(textOf(file) || 0);
  if (wanted === shiftMs) return;
  shiftMs = wanted;
  if (!isMainThread) return;
  writeFileSync(`${file}.part`, String(wanted));
  renameSync(`${file}.part`, `${file}.taken`);
}

function textOf(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

look();
setInterval(look, everyMs).unref();
