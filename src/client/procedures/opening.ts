// The checks on a state before its carrier looks for the run: whether it was sealed here, belongs to that procedure, and to the loaded definition.
import { describeProcedure, findProcedure, listProcedures, type Catalogue } from '../../domain/procedure/catalogue.js';
import type { Procedure } from '../../domain/procedure/procedure.js';
import { TokenError, type Tokens } from '../../ports/tokens.js';
import { refused, type ProcedureCalls, type Refused, type Stated } from './calls.js';

/** A definition as it was loaded, and the SHA-256 of its document's canonical JSON. */
export interface Loaded {
  readonly procedure: Procedure;
  readonly digest: string;
}

/** What every sealed state holds. */
export interface Sealed {
  /** Which carrier it belongs to. */
  readonly kind: 'state' | 'handle';
  readonly version: 1;
  readonly workflow: string;
  readonly digest: string;
}

export interface OpeningOptions<L extends Loaded> {
  readonly loaded: ReadonlyMap<string, L>;
  readonly tokens: Tokens;
}

export function createOpening<L extends Loaded>({ loaded, tokens }: OpeningOptions<L>) {
  const catalogue: Catalogue = new Map([...loaded].map(([id, { procedure }]) => [id, procedure]));

  function find(id: string): L | Refused {
    const found = loaded.get(id);
    if (found) return found;
    const missing = findProcedure(catalogue, id);
    return 'code' in missing ? { success: false, message: missing.message, error: missing } : refused('WORKFLOW_NOT_FOUND', id);
  }

  function unseal<S extends Sealed>(kind: S['kind'], { workflow_id: id, state }: Stated): { readonly sealed: S } | Refused {
    let sealed: S;
    try {
      sealed = tokens.open(state) as unknown as S;
    } catch (error) {
      if (error instanceof TokenError) return refused(error.code, error.message);
      throw error;
    }
    if (sealed.kind !== kind) return refused('STATE_INVALID', 'The state belongs to a run that is kept in another way: start again here.');
    if (sealed.workflow !== id)
      return refused('WORKFLOW_MISMATCH', `The state belongs to a run of '${sealed.workflow}', not of '${id}'.`, [sealed.workflow]);
    const digest = loaded.get(id)?.digest;
    if (digest !== undefined && sealed.digest !== digest)
      return refused(
        'DEFINITION_MISMATCH',
        `The run began with another version of '${id}' (${sealed.digest}) than the one that is loaded (${digest}): put that one back, or start again.`,
        [sealed.digest],
      );
    return { sealed };
  }

  /** What was sealed, with the definition it refers to. */
  function open<S extends Sealed>(kind: S['kind'], asked: Stated): (L & { readonly sealed: S }) | Refused {
    const found = find(asked.workflow_id);
    if ('error' in found) return found;
    const opened = unseal<S>(kind, asked);
    return 'error' in opened ? opened : { ...found, ...opened };
  }

  /** For a run that carries its own definition, which need not be loaded here. */
  function openRun<S extends Sealed>(kind: S['kind'], asked: Stated): { readonly sealed: S } | Refused {
    const opened = unseal<S>(kind, asked);
    if (!('error' in opened)) return opened;
    const found = find(asked.workflow_id);
    return 'error' in found ? found : opened;
  }

  const reads: Pick<ProcedureCalls, 'list_workflows' | 'describe_workflow'> = {
    list_workflows: () => Promise.resolve(listProcedures(catalogue)),
    describe_workflow({ workflow_id: id }) {
      const found = find(id);
      return Promise.resolve('error' in found ? found : describeProcedure(found.procedure));
    },
  };
  return { find, open, openRun, reads };
}
