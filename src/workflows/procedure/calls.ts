// Calls and questions to a procedure, by Update and query (procedurerun-1 of procedure.ts).
import { condition, setHandler } from '@temporalio/workflow';
import { InputError } from '../../domain/errors/input-error.js';
import type { Call } from '../../domain/procedure/state.js';
import { parseCall } from '../../domain/procedure/input.js';
import { readRegister, recall, type Called, type Registered } from '../../domain/procedure/register.js';
import {
  answeredQuery,
  begunUpdate,
  getAvailableActionsQuery,
  getPositionQuery,
  procedureQuery,
  procedureUpdates,
  progressQuery,
  type ReadBody,
} from '../messages.js';
import { progressOf, viewOf } from './progress.js';
import { standingOf, take, type ProcedureShell } from './shell.js';

export function handleCalls(shell: ProcedureShell): void {
  for (const call of Object.keys(procedureUpdates) as Call[])
    setHandler(procedureUpdates[call], (body) => answer(shell, parsed(call, body)), {
      validator: (body) => void parsed(call, body),
      description: `The call ${call}; returns position, actions and revision`,
    });
  setHandler(
    begunUpdate,
    async (read) => {
      await condition(() => shell.procedure !== undefined);
      return told(shell, read);
    },
    { description: 'Where the procedure stands, as soon as its definition is loaded' },
  );
  setHandler(getPositionQuery, (read) => told(shell, read), { description: 'Where the procedure stands, and what can be done' });
  setHandler(getAvailableActionsQuery, (read) => told(shell, read), {
    description: 'What can be done now, what cannot, and why not',
  });
  setHandler(answeredQuery, ({ name, by = 'agent' }) => {
    const { procedure, register } = standingOf(shell);
    return recall(procedure, register, name, { by, now: Date.now() });
  });
  setHandler(procedureQuery, () => viewOf(shell), {
    description: 'Variables, revision, refusals, and what happened since it was last stored',
  });
  setHandler(progressQuery, () => progressOf(shell));
}

/** Calls may arrive before the definition is loaded. After that no promise is made: each has a cost in the SDK. */
function answer(shell: ProcedureShell, call: Called): Registered | Promise<Registered> {
  return shell.procedure ? take(shell, call) : condition(() => shell.procedure !== undefined).then(() => take(shell, call));
}

function told(shell: ProcedureShell, { by = 'agent' }: ReadBody = {}): Registered {
  const { procedure, register } = standingOf(shell);
  return readRegister(procedure, register, { by, now: Date.now() });
}

function parsed(call: Call, body: unknown): Called {
  try {
    return parseCall(call, body);
  } catch (error) {
    // A plain error refuses the update, without failing the task.
    throw error instanceof InputError ? new Error(error.message) : error;
  }
}
