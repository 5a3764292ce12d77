import type { Json, Variables } from '../../domain/run/json.js';
import { oversize } from '../../domain/flow/variables.js';
import type { ArtifactStore } from '../../ports/artifact-store.js';

/** Values over 8 KB by reference (variables-3 of variables.ts). */
export async function storable(variables: Variables, artifacts: Pick<ArtifactStore, 'putJson'>): Promise<Variables> {
  const stored = await Promise.all(
    Object.entries(variables).map(async ([name, value]): Promise<readonly [string, Json]> => {
      const bytes = oversize(value);
      return bytes === undefined ? [name, value] : [name, { $artifact: await artifacts.putJson(value), bytes }];
    }),
  );
  return Object.fromEntries(stored);
}
