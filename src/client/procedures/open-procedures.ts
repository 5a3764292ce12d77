// Composition of procedures, for the command line and the MCP server: definitions from their folder, the keys of this host, and runs by either carrier.
import { ulid } from 'ulid';
import type { Client } from '@temporalio/client';
import { openKeyRing } from '../../adapters/filesystem/key-ring-file.js';
import { createSealedTokens } from '../../adapters/node-crypto/sealed-tokens.js';
import { loadProcedures, type FileFinding } from '../../adapters/procedures/load-procedures.js';
import type { Config } from '../../config/config.js';
import { SteadyhandError } from '../../domain/errors.js';
import { createProcedure } from '../../domain/procedure/procedure.js';
import type { ArtifactStore } from '../../ports/artifact-store.js';
import type { Tokens } from '../../ports/tokens.js';
import type { ProcedureCalls } from './calls.js';
import { createDurableCalls, type LoadedDocument } from './durable.js';
import { createEitherCalls } from './either.js';
import { createStatelessCalls } from './stateless.js';

export interface Procedures {
  readonly loaded: ReadonlyMap<string, LoadedDocument>;
  /** Folders of definitions that cannot be followed, and all that is wrong with them. */
  readonly broken: ReadonlyMap<string, readonly FileFinding[]>;
  readonly tokens: Tokens;
  calls(options: CallOptions): ProcedureCalls;
}

export interface CallOptions {
  readonly by: 'agent' | 'human';
  /** Where runs begin. */
  readonly begin: 'durable' | 'stateless';
  /** Who answers blocking checkpoints that do not say; of runs that begin durably. */
  readonly answers: 'agent' | 'human';
  /** As `DurableOptions.run`. */
  readonly run?: Readonly<Record<string, unknown>>;
  /** Of a run that begins durably; one is made when none is given. */
  readonly id?: string;
}

export class ProceduresMissingError extends SteadyhandError {
  readonly code = 'config-procedures';
  override readonly name = 'ProceduresMissingError';
}

export interface OpenOptions {
  /** Called when a call first needs the server. */
  readonly client: () => Promise<Client>;
  readonly artifacts: ArtifactStore;
  /** Whether there may be no folder of definitions: a durable run carries its own. */
  readonly folder?: 'needed' | 'optional';
}

/** Throws `ProceduresMissingError`, `KeyRingError`. */
export async function openProcedures(
  { home, procedures }: Pick<Config, 'home' | 'procedures'>,
  { client, artifacts, folder: wanted = 'needed' }: OpenOptions,
): Promise<Procedures> {
  const found = await loadProcedures(procedures, 'compat').catch((error: NodeJS.ErrnoException) => {
    if (wanted === 'optional') return [];
    throw new ProceduresMissingError(
      `The folder of procedures ${procedures} cannot be read (${error.code ?? error.message}): put definitions there, or set STEADYHAND_PROCEDURES to where they are.`,
    );
  });
  const loaded = new Map<string, LoadedDocument>();
  const broken = new Map<string, readonly FileFinding[]>();
  for (const { folder, definition, document, digest, findings } of found) {
    if (definition && document && digest !== undefined)
      loaded.set(definition.id, { procedure: createProcedure(definition), document, digest });
    else broken.set(folder, findings);
  }
  const tokens = createSealedTokens(await openKeyRing(home));
  return {
    loaded,
    broken,
    tokens,
    calls({ by, begin, answers, run = {}, id }) {
      const common = { loaded, tokens, by };
      return createEitherCalls({
        durable: createDurableCalls({
          ...common,
          client,
          answers,
          run,
          newId: (workflow) => id ?? `procedure-${workflow}-${ulid().toLowerCase()}`,
        }),
        stateless: createStatelessCalls({ ...common, artifacts, now: Date.now }),
        begin,
        tokens,
      });
    },
  };
}
