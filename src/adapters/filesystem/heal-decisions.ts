// What was decided about the heals of a flow, a file for each (library-4 of flow-library.ts).
import { readdir, readFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { isUnwritten, type HealDecision } from '../../domain/library/heals.js';
import { FlowLibraryError } from '../../ports/flow-library.js';
import { claimFile } from './claim-file.js';
import { parseJson } from './line-file.js';
import { makeFolder } from './make-folder.js';
import { writeWhole } from './write-whole.js';

const ending = '.json';

/** `folder`: of one flow's decisions. Its functions throw the system's errors. */
export function createHealDecisions(folder: string) {
  const fileOf = (heal: string): string => join(folder, `${heal}${ending}`);

  async function read(heal: string): Promise<HealDecision | undefined> {
    const value = parseJson(await readFile(fileOf(heal), 'utf8').catch(orNothing('')));
    return isDecision(value) ? value : undefined;
  }

  /** Resolves with those that others took before; then none of these counts. */
  async function take(decisions: readonly HealDecision[]): Promise<readonly HealDecision[]> {
    await makeFolder(folder);
    const taken: string[] = [];
    for (const decision of decisions) {
      if (!/^[a-z0-9]+$/i.test(decision.heal)) throw new FlowLibraryError(`'${decision.heal}' is no id of a heal.`);
      const path = fileOf(decision.heal);
      if (await claimFile(path, JSON.stringify(decision))) {
        taken.push(path);
        continue;
      }
      const first = (await read(decision.heal)) ?? decision;
      // It was accepted by somebody who did not live to write it.
      if (decision.decision === 'accepted' && isUnwritten(first)) continue;
      await Promise.all(taken.map((each) => unlink(each)));
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
        await writeWhole(fileOf(heal), JSON.stringify({ ...((await read(heal)) ?? decision), version }), { sync: true });
      }
    },
    async all(): Promise<readonly HealDecision[]> {
      const names = await readdir(folder).catch(orNothing<readonly string[]>([]));
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

function orNothing<T>(nothing: T): (error: NodeJS.ErrnoException) => T {
  return (error) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return nothing;
    throw error;
  };
}
