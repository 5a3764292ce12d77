// The shop's ledger: one JSON line per order, flushed to disk before the shop responds. It is the judge of "once": nothing here removes duplicates.
import { mkdirSync, readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';

export function openLedger(file) {
  mkdirSync(dirname(file), { recursive: true });
  const orders = readOrders(file);
  let writing = Promise.resolve();

  return {
    orders: () => [...orders],
    /** Numbers the order, writes it, resolves with it when it is on the disk. */
    append(order) {
      const written = writing.then(async () => {
        const numbered = { number: orders.length + 1, at: new Date().toISOString(), ...order };
        await appendLine(file, JSON.stringify(numbered));
        orders.push(numbered);
        return numbered;
      });
      writing = written.then(
        () => undefined,
        () => undefined,
      );
      return written;
    },
  };
}

async function appendLine(file, line) {
  const handle = await open(file, 'a');
  try {
    await handle.write(`${line}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function readOrders(file) {
  try {
    return readFileSync(file, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  } catch (error) {
    if (error.code === 'ENOENT') return [];
    throw error;
  }
}
