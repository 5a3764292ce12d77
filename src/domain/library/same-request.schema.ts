// What a model answers when it is asked whether a request is one of those before.
import { z } from 'zod';

export const sameRequestSchema = z.strictObject({
  because: z.string().describe('What is the same, and what differs'),
  same: z.boolean().describe('Whether one of them, with other values, does exactly what the new request asks'),
  number: z.int().min(0).describe('Of that one; 0: none'),
  values: z.array(z.strictObject({ name: z.string(), value: z.string().nullable() })).max(100),
});
