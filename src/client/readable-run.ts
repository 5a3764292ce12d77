// Who cannot read a run sends it nothing. The server takes plain text for an encrypted run, the run carries it out, and only its reply would show that the keys are wrong: then
// what was sent stands in the history for all to read, and whoever tries again does it twice.
import type { Client } from '@temporalio/client';
import { EncryptionError } from '../ports/keys.js';
import { decoded } from './decoded.js';
import { firstEvent } from './histories.js';

/** Runs that a client could read: it asks once, as the next message comes soon. */
const read = new WeakMap<Client, Set<string>>();
const mostRemembered = 1_000;

/** Reads what the run was started with. Throws `EncryptionError`; whatever else is wrong, the message itself will meet and tell. */
export async function requireReadable(client: Client, workflowId: string): Promise<void> {
  const readable = read.get(client) ?? new Set();
  read.set(client, readable);
  if (readable.has(workflowId)) return;
  try {
    await decoded(client, await firstEvent(client, workflowId));
    if (readable.size >= mostRemembered) readable.clear();
    readable.add(workflowId);
  } catch (error) {
    if (error instanceof EncryptionError) throw error;
  }
}
