// The available procedures, by the ids of their definitions, and the summary that an agent sees before it starts one (docs/design/procedure.md §2).
import type { Definition } from './definition.js';
import type { Procedure } from './procedure.js';
import { listed, refusal, type Refusal } from './refusal.js';

export type Catalogue = ReadonlyMap<string, Procedure>;

export interface Description {
  readonly id: string;
  readonly version: string;
  readonly title: string;
  readonly description?: string;
  /** How the definition is written, unless plain. */
  readonly format?: NonNullable<Definition['format']>;
  readonly rules: readonly string[];
  /** Names only: where they lead is disclosed on the way. */
  readonly activities: readonly string[];
}

export function findProcedure(catalogue: Catalogue, id: string): Procedure | Refusal {
  const ids = [...catalogue.keys()];
  return (
    catalogue.get(id) ??
    refusal('WORKFLOW_NOT_FOUND', `No procedure has the id '${id}'; there ${ids.length === 0 ? 'are none' : `are ${listed(ids)}`}.`, ids)
  );
}

export function describeProcedure({ definition }: Procedure): Description {
  const { id, version, title, description, format, rules = [], activities } = definition;
  return {
    id,
    version,
    title,
    description,
    format,
    rules,
    activities: activities.map(({ name }) => name),
  };
}

export function listProcedures(catalogue: Catalogue): readonly Pick<Description, 'id' | 'version' | 'title'>[] {
  return [...catalogue.values()].map(({ definition: { id, version, title } }) => ({ id, version, title }));
}
