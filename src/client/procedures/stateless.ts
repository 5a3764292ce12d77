// Runs that are kept nowhere: the caller carries their state, sealed (docs/design/procedure.md §4). The register is opened from it for each call.
//
// stateless-1. An old state is a valid branch of its run: nothing here knows that there is a newer one. Use a durable run where going back must not be possible.
// stateless-2. What happened goes to the artifact store, each part naming the one before it: a state holds the name of the last one, which is a hash
//     of all of them.
import { engineSteps } from '../../domain/procedure/engine-step.js';
import type { HistoryPart } from '../../domain/procedure/history.js';
import { parseCall } from '../../domain/procedure/input.js';
import type { Procedure } from '../../domain/procedure/procedure.js';
import { answerCall, openRegister, readRegister } from '../../domain/procedure/register.js';
import { start } from '../../domain/procedure/step.js';
import type { ArtifactStore } from '../../ports/artifact-store.js';
import { refused, type Beginning, type Kept, type KeptRun, type Loaded, type Refused, type SealedState } from './calls.js';

export interface StatelessOptions {
  readonly artifacts: Pick<ArtifactStore, 'putJson'>;
  /** Who makes the calls: an agent cannot answer for a person. */
  readonly by: 'agent' | 'human';
  /** ms since 1970. */
  readonly now: () => number;
}

export type StatelessRuns = ReturnType<typeof createStatelessRuns>;

export function createStatelessRuns({ artifacts, by, now }: StatelessOptions) {
  const store = (part: HistoryPart) => artifacts.putJson(part);
  return {
    async begin(
      { procedure, digest }: Loaded,
      { workflow_id: workflow, initial_variables: variables }: Beginning,
    ): Promise<Kept | Refused> {
      const [own] = engineSteps(procedure);
      if (own !== undefined)
        return refused(
          'STEP_RUN_BY_ENGINE',
          `The engine itself does step '${own}' of '${workflow}', which only a durable run has: start it with the durable carrier.`,
        );
      const at = now();
      const started = start(procedure, { variables, by, answers: 'agent' }, at);
      if (!('state' in started)) return { success: false, message: started.refused.message, error: started.refused };
      const { state, entries } = started;
      const sealed = { kind: 'state', version: 1, workflow, digest, state, calls: 0, last: await store({ entries }) } as const;
      return { sealed, reply: readRegister(procedure, openRegister(state), { by, now: at }) };
    },

    open(sealed: SealedState, procedure: Procedure): KeptRun {
      const register = openRegister(sealed.state);
      return {
        read: () => Promise.resolve({ sealed, reply: readRegister(procedure, register, { by, now: now() }) }),
        async answer(call, body) {
          const {
            register: { state },
            entries,
            reply,
          } = answerCall(procedure, register, parseCall(call, { ...body, by }), now());
          if (!reply.success) return { sealed, reply };
          const last = await store({ previous: sealed.last, entries });
          return { sealed: { ...sealed, state, calls: sealed.calls + 1, last }, reply };
        },
      };
    },
  };
}
