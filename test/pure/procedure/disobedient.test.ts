// Disobedient agents against the calls themselves, states included: on generated definitions and third-party ones. STEADYHAND_SEED repeats a run.
import { createHash, randomBytes } from 'node:crypto';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createSealedTokens } from '../../../src/adapters/node-crypto/sealed-tokens.js';
import { loadProcedures } from '../../../src/adapters/procedures/load-procedures.js';
import type { HistoryEntry, HistoryPart } from '../../../src/domain/procedure/history.js';
import { parseDefinition } from '../../../src/domain/procedure/parse-definition.schema.js';
import { createProcedure, type Procedure } from '../../../src/domain/procedure/procedure.js';
import type { ArtifactRef } from '../../../src/domain/ui/observation.js';
import type { SealedState } from '../../../src/client/procedures/calls.js';
import { chanceOf } from '../../support/chance.js';
import { corpus, laterCorpora } from '../../support/corpus.js';
import { disobedientAgents, made, type AgentCall, type DisobedientAgent, type GivenReply } from '../../support/disobedient-agents.js';
import { generatedDefinition, generatedKinds } from '../../support/generated-procedures.js';
import { obey, offers } from '../../support/obedient-agent.js';
import { statelessCalls } from '../../support/procedure-calls.js';
import { violation } from '../../support/procedure-referee.js';
import { propertySeed, seeded, walksOfEach } from '../../support/properties.js';

const counts = new Map<string, { attempts: number; violations: number }>();

const keyId = 'first';
const tokens = createSealedTokens([{ id: keyId, secret: randomBytes(32) }]);

/** For large definitions: attempts at some positions, and some of them. */
interface Sample {
  readonly every: number;
  readonly most: number;
}

/** As many attempts as a run gives rise to; throws for the first that gets through. */
async function defies(
  name: string,
  agent: DisobedientAgent,
  procedure: Procedure,
  seed: number,
  positions: number,
  sample?: Sample,
): Promise<void> {
  const { definition } = procedure;
  const workflow_id = definition.id;
  const chance = chanceOf(seed);
  const parts = new Map<ArtifactRef, HistoryPart>();
  const putJson = (value: unknown): Promise<ArtifactRef> => {
    const ref = `sha256:${createHash('sha256').update(JSON.stringify(value)).digest('hex')}` as const;
    parts.set(ref, value as HistoryPart);
    return Promise.resolve(ref);
  };
  let now = 0;
  const common = {
    loaded: new Map([[workflow_id, { procedure, document: {}, digest: 'sha256:1' }]]),
    tokens,
    artifacts: { putJson },
    now: () => now,
  };
  const calls = statelessCalls({ ...common, by: 'agent' });
  const person = statelessCalls({ ...common, by: 'human' });
  const insideOf = (state: string): SealedState => tokens.open(state) as unknown as SealedState;
  const historyOf = (state: string): readonly HistoryEntry[] => {
    const found: (readonly HistoryEntry[])[] = [];
    for (let ref: ArtifactRef | undefined = insideOf(state).last; ref !== undefined; ref = parts.get(ref)?.previous)
      found.push(parts.get(ref)?.entries ?? []);
    return found.toReversed().flat();
  };
  const counted = counts.get(name) ?? { attempts: 0, violations: 0 };
  counts.set(name, counted);

  const begun = await calls.start_workflow({ workflow_id });
  if (!('state' in begun)) return;
  const replies: GivenReply[] = [begun];
  const done: AgentCall[] = [];
  for (let position = 0; position < positions; position += 1) {
    now += 20;
    const given = new Set(replies.map(({ state }) => state));
    const attempts =
      position % (sample?.every ?? 1) === 0
        ? agent({ definition, replies, done, inside: tokens.open(replies.at(-1)?.state ?? ''), keyId, chance })
        : [];
    for (const attempt of sample ? some(attempts, sample.most, chance) : attempts) {
      counted.attempts += 1;
      const reply = await made(calls, workflow_id, attempt);
      const isOffered = given.has(attempt.state) && offers(await calls.get_position({ workflow_id, state: attempt.state }), attempt.call);
      const wrong = !reply.success
        ? undefined
        : !isOffered
          ? 'it was not offered'
          : 'state' in reply
            ? violation(definition, historyOf(reply.state))
            : 'it has no state';
      if (wrong === undefined) continue;
      counted.violations += 1;
      throw new Error(`${JSON.stringify(attempt.call)} got through: ${wrong}`);
    }
    const next = await obey(calls, person, workflow_id, replies.at(-1), chance);
    if (!next) break;
    replies.push(next.reply);
    done.push(next.call);
  }
  const wrong = violation(definition, historyOf(replies.at(-1)?.state ?? ''));
  if (wrong !== undefined) throw new Error(wrong);
}

function some<T>(all: readonly T[], most: number, chance: (below: number) => number): readonly T[] {
  return all.length <= most ? all : Array.from({ length: most }, () => all[chance(all.length)] as T);
}

/** The stateless carrier has no engine to do steps. */
function withoutRuns(document: unknown): unknown {
  return JSON.parse(JSON.stringify(document, (key, value: unknown) => (key === 'run' ? undefined : value))) as unknown;
}

test.each(Object.entries(disobedientAgents))(
  'P8, P12, P14, P19, P37, P40, P41, P49, P50: no attempt of a %s gets through, on generated definitions',
  async (name, agent) => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(generatedDefinition, generatedKinds) as fc.Arbitrary<unknown>, fc.nat(), async (document, seed) => {
        const { definition } = parseDefinition(withoutRuns(document), 'compat');
        if (definition) await defies(`${name}, generated`, agent, createProcedure(definition), seed, 12);
      }),
      { ...seeded, numRuns: Math.ceil(walksOfEach * 0.4) },
    );
    const { attempts = 0, violations } = counts.get(`${name}, generated`) ?? {};
    expect(attempts).toBeGreaterThan(walksOfEach);
    expect(violations).toBe(0);
  },
);

const withCorpus = corpus !== undefined ? test : test.skip;

withCorpus.each(Object.entries(disobedientAgents))(
  'P8, P12, P14, P19, P37, P40, P41, P49, P50: no attempt of a %s gets through, on third-party definitions',
  async (name, agent) => {
    const loaded = (await loadProcedures(corpus ?? '', 'compat')).flatMap(({ definition }) => definition ?? []);
    expect(loaded).not.toEqual([]);
    for (const definition of loaded)
      for (let walk = 0; walk < Math.ceil(walksOfEach / 15); walk += 1)
        await defies(`${name}, ${definition.id}`, agent, createProcedure(definition), propertySeed + walk, 25);
    const found = [...counts].filter(([what]) => what.startsWith(`${name}, `));
    expect(found.reduce((sum, [, { violations }]) => sum + violations, 0)).toBe(0);
  },
);

const withLater = laterCorpora.length > 0 ? test : test.skip;
const later = (await Promise.all(laterCorpora.map((folder) => loadProcedures(folder, 'compat'))))
  .flat()
  .flatMap(({ definition }) => definition ?? [])
  .map((definition) => ({ name: `${definition.id} (${definition.format ?? 'plain'})`, procedure: createProcedure(definition) }));

withLater.each(Object.entries(disobedientAgents))(
  'P8, P12, P14, P19, P37, P40, P41: no attempt of a %s gets through, on third-party definitions in later formats',
  async (name, agent) => {
    const sample = { every: 7, most: Math.ceil(walksOfEach / 5) };
    for (const each of later) await defies(`${name}, later: ${each.name}`, agent, each.procedure, propertySeed, 29, sample);
    const found = [...counts].filter(([what]) => what.startsWith(`${name}, later: `));
    expect(found.length).toBe(new Set(later.map((each) => each.name)).size);
    expect(found.reduce((sum, [, { violations }]) => sum + violations, 0)).toBe(0);
  },
);
