// What was decided about the heals of a flow, a file for each (library-4 of flow-library.ts).
import { isUnwritten, type HealDecision } from '../../domain/library/heals.js';
import { FlowLibraryError } from '../../ports/flow-library.js';
import { parseJson } from '../filesystem/line-file.js';
import type { StoredFiles } from '../objects/stored-files.js';

const ending = '.json';

/** `id`: of the flow. Its functions throw the errors of the files. */
export function createHealDecisions(files: StoredFiles, id: string) {
  const folder = `${id}/heals/`;
  const fileOf = (heal: string): string => `${folder}${heal}${ending}`;

  async function read(heal: string): Promise<HealDecision | undefined> {
    const bytes = await files.read(fileOf(heal));
    const value = bytes && parseJson(Buffer.from(bytes).toString('utf8'));
    return isDecision(value) ? value : undefined;
  }

  /** Resolves with those that others took before; then none of these counts. */
  async function take(decisions: readonly HealDecision[]): Promise<readonly HealDecision[]> {
    const taken: string[] = [];
    for (const decision of decisions) {
      if (!/^[a-z0-9]+$/i.test(decision.heal)) throw new FlowLibraryError(`'${decision.heal}' is no id of a heal.`);
      const path = fileOf(decision.heal);
      if (await files.claim(path, JSON.stringify(decision))) {
        taken.push(path);
        continue;
      }
      const first = (await read(decision.heal)) ?? decision;
      // It was accepted by somebody who did not live to write it.
      if (decision.decision === 'accepted' && isUnwritten(first)) continue;
      await Promise.all(taken.map((each) => files.remove(each)));
      return [first];
    }
    return [];
  }

  return {
    take,
    /** They are in that version. */
    async written(decisions: readonly HealDecision[], version: number): Promise<void> {
      for (const decision of decisions) {
        const { heal } = decision;
        await files.replace(fileOf(heal), Buffer.from(JSON.stringify({ ...((await read(heal)) ?? decision), version })));
      }
    },
    async all(): Promise<readonly HealDecision[]> {
      const names = await files.names(folder);
      const found = await Promise.all(names.filter((name) => name.endsWith(ending)).map((name) => read(name.slice(0, -ending.length))));
      return found.filter((each) => each !== undefined);
    },
  };
}

function isDecision(value: unknown): value is HealDecision {
  return (
    typeof value === 'object' &&
    value !== null &&
    ['heal', 'decision', 'by', 'at'].every((name) => typeof Reflect.get(value, name) === 'string')
  );
}
