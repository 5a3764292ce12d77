import { ModelError } from '../../ports/model-errors.js';
import type { ModelRequest, ModelRole } from '../../ports/model.js';

interface Naming {
  /** `override` first; undefined when none is configured. */
  modelFor(role: ModelRole, override?: string): string | undefined;
}

/** Throws where none is configured. */
export function modelNameOf({ modelFor }: Naming, { role, model }: Pick<ModelRequest<unknown>, 'role' | 'model'>): string {
  const name = modelFor(role, model);
  if (name) return name;
  throw new ModelError(
    'model-not-configured',
    `No model is configured for the role ${role}. Set STEADYHAND_MODEL or STEADYHAND_MODEL_${role.toUpperCase()}.`,
    { retryable: false },
  );
}
