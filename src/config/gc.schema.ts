// When workers collect artifacts by themselves, and what.
import { z } from 'zod';
import { youngestMs } from '../domain/artifacts/gc-workflow.js';
import { byteSize } from '../domain/text/byte-size.js';
import { durationMs } from '../domain/text/duration.js';

/** What the text says, or what is expected, also of another type. */
const readAs = <T>(read: (text: string) => T | undefined, expected: string) =>
  z.string({ error: expected }).transform((given, context) => {
    const value = read(given);
    if (value !== undefined) return value;
    context.addIssue({ code: 'custom', input: given, message: expected });
    return z.NEVER;
  });

const duration = (shortest: number, example: string, atLeast: string) =>
  readAs((text) => {
    const ms = durationMs(text);
    return ms !== undefined && ms >= shortest ? ms : undefined;
  }, `expected ${example}: at least ${atLeast}`);

export const gcSchema = z
  .strictObject({
    olderThan: duration(youngestMs, 'an age such as 30d', '1h')
      .optional()
      .describe('`30d`, at least `1h`: workers remove older [artifacts](production.md#disk) that nothing needs.'),
    maxSize: readAs(byteSize, 'expected a size such as 500MB or 20GB')
      .optional()
      .describe('`20GB`: the same, the oldest first, until no more is left.'),
    every: duration(60_000, 'an interval such as 6h or 1d', '1m').prefault('1d').describe('How often, counted from midnight UTC.'),
  })
  .readonly();
