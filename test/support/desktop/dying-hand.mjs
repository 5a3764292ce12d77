// A hand that is killed where the file `die` of its device's folder says: `after intended` or `before done`.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runDeviceProcess } from '../../../dist/device-process.js';

const [folder] = process.argv.slice(2);

function pass(point) {
  try {
    if (readFileSync(join(folder, 'die'), 'utf8') === point) process.kill(process.pid, 'SIGKILL');
  } catch {
    // It may live.
  }
}

await runDeviceProcess(folder, {
  journal: (journal) => ({
    ...journal,
    async intended(entry) {
      await journal.intended(entry);
      pass('after intended');
    },
    done(key, outcome) {
      pass('before done');
      return journal.done(key, outcome);
    },
  }),
});
