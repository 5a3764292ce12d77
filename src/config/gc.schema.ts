// FL6: when workers collect artifacts by themselves, and what.
import { z } from 'zod';
import { byteSize } from '../domain/byte-size.js';
import { durationMs } from '../domain/duration.js';

const duration = (shortest: number, example: string, atLeast: string) =>
  z.string().transform((given, context) => {
    const ms = durationMs(given);
    if (ms !== undefined && ms >= shortest) return ms;
    context.addIssue({ code: 'custom', input: given, message: `expected ${example}: at least ${atLeast}` });
    return z.NEVER;
  });

/** FL6: a run that has just begun has stored what no list shows yet, so an age is not short. */
export const gcSchema = z
  .strictObject({
    olderThan: duration(3_600_000, 'an age such as 30d', '1h').exactOptional(),
    maxSize: z
      .string()
      .transform((given, context) => {
        const bytes = byteSize(given);
        if (bytes !== undefined) return bytes;
        context.addIssue({ code: 'custom', input: given, message: 'expected a size such as 500MB or 20GB' });
        return z.NEVER;
      })
      .exactOptional(),
    every: duration(60_000, 'an interval such as 6h or 1d', '1m').prefault('1d'),
  })
  .readonly();
