// What any worker can do for a procedure: load its definition, and store what happened in it.
import { ApplicationFailure, Context } from '@temporalio/activity';
import type { Definition } from '../../domain/procedure/definition.js';
import type { HistoryEntry } from '../../domain/procedure/history.js';
import { noUsage } from '../../domain/budget/usage.js';
import { parseDefinition } from '../../domain/procedure/parse-definition.schema.js';
import type { ArtifactRef } from '../../domain/ui/observation.js';
import type { ProcedureEntry } from '../../domain/run/entry.js';
import type { ArtifactStore } from '../../ports/artifact-store.js';
import type { RunRecords } from '../../ports/run-records.js';
import { asFailure } from '../model/ask-model.js';

export interface LoadProcedureInput {
  readonly definition: Readonly<Record<string, unknown>> | ArtifactRef;
  readonly digest?: ArtifactRef;
}

export interface LoadedProcedure {
  readonly definition: Definition;
  /** SHA-256 of its canonical JSON, under which it is stored. */
  readonly digest: ArtifactRef;
}

const mostFindings = 20;

export interface StoreHistoryInput {
  /** How many entries of the run were stored before. */
  readonly from: number;
  readonly entries: readonly HistoryEntry[];
}

interface ProcedurePorts {
  readonly artifacts: ArtifactStore;
  readonly records: RunRecords;
}

export function createProcedureActivities({ artifacts, records }: ProcedurePorts) {
  return {
    /** Non-retryable `DEFINITION_INVALID`, `DEFINITION_MISMATCH`. */
    async loadProcedure({ definition: given, digest: wanted }: LoadProcedureInput): Promise<LoadedProcedure> {
      const document = typeof given === 'string' ? await artifacts.getJson(given) : given;
      const digest = await artifacts.putJson(document);
      if (wanted !== undefined && wanted !== digest)
        throw ApplicationFailure.nonRetryable(
          `The definition has the digest ${digest}, not ${wanted} as was asked for.`,
          'DEFINITION_MISMATCH',
        );
      const { definition, findings } = parseDefinition(document, 'compat');
      if (definition) return { definition, digest };
      const errors = findings.filter(({ severity }) => severity === 'error').map(({ path, message }) => `${path.join('.')}: ${message}`);
      throw ApplicationFailure.nonRetryable(
        `The definition is not valid: ${errors.slice(0, mostFindings).join('; ')}`,
        'DEFINITION_INVALID',
      );
    },

    async storeHistory({ from, entries }: StoreHistoryInput): Promise<void> {
      const { workflowExecution: { workflowId, runId } = { workflowId: '', runId: '' } } = Context.current().info;
      const told = entries.map((data, index): ProcedureEntry => {
        const number = from + index;
        return { seq: `${runId}#${number}`, number, at: new Date(data.at).toISOString(), type: 'happened', data };
      });
      await records.append(workflowId, told).catch((error: unknown) => {
        throw asFailure(error, noUsage);
      });
    },
  };
}
