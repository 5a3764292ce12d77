// A run in one file: what `steadyhand export` writes and `steadyhand rerun` reads (docs/rerun.md).
import { z } from 'zod';

const executionSchema = z
  .strictObject({
    workflow: z.string(),
    /** Run id. */
    execution: z.string(),
    type: z.string(),
    /** As `temporal workflow show --output json` prints it. */
    history: z.looseObject({ events: z.array(z.unknown()) }),
  })
  .readonly();

export const cassetteSchema = z
  .strictObject({
    version: z.literal(1),
    run: z.string(),
    /** ISO 8601, UTC. */
    made: z.string(),
    /** The run's own first; the parts of a chain in their order. */
    executions: z.array(executionSchema).min(1).readonly(),
    /** Base64, by `sha256:…`, as stored: secrets are names in them. Of a picture without its pixels, what comes before them. */
    artifacts: z.record(z.string(), z.string()),
    /** What could not be had, in sentences. */
    missing: z.array(z.string()).readonly(),
  })
  .readonly();

export type Cassette = z.infer<typeof cassetteSchema>;
