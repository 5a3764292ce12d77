// The same kills on the same page for steadyhand itself, with the torture's own stage and judge.
import { createStage } from '../../scripts/torture/stage.mjs';
import { runOnce } from '../../scripts/torture/run.mjs';

/** Duration of a run before any was measured, ms: only random moments would need it. */
const guessMs = 6_000;

export async function startSteadyhand({ startScene, lanes, owns }) {
  const stage = await createStage({ device: 'stub', hosts: lanes, slots: lanes + 1, startScene, owns });
  return {
    runOnce: async ({ kill, calmMs = guessMs, limitMs, seed }) => ({
      ...(await runOnce(stage, { kill, usualMs: calmMs, limitMs, seed })),
      ...(kill ?? {}),
      calmMs,
    }),
  };
}
