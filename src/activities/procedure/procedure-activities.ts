// What any worker can do for a procedure: load its definition, and store its history.
import { ApplicationFailure } from '@temporalio/activity';
import type { Definition } from '../../domain/procedure/definition.js';
import type { HistoryPart } from '../../domain/procedure/history.js';
import { parseDefinition } from '../../domain/procedure/parse-definition.schema.js';
import type { ArtifactRef } from '../../domain/ui/observation.js';
import type { ArtifactStore } from '../../ports/artifact-store.js';

export interface LoadProcedureInput {
  readonly definition: Readonly<Record<string, unknown>> | ArtifactRef;
  readonly digest?: ArtifactRef;
}

export interface LoadedProcedure {
  readonly definition: Definition;
  /** SHA-256 of its canonical JSON, under which it is stored. */
  readonly digest: ArtifactRef;
}

const findingsTold = 20;

export function createProcedureActivities({ artifacts }: { readonly artifacts: ArtifactStore }) {
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
        `The definition is not valid: ${errors.slice(0, findingsTold).join('; ')}`,
        'DEFINITION_INVALID',
      );
    },

    storeHistory: (part: HistoryPart): Promise<ArtifactRef> => artifacts.putJson(part),
  };
}
