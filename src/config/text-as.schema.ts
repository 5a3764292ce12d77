import { z } from 'zod';

/** A text of a certain form. Whatever else stands there, of another type too, is told what is expected, with an example. */
export const textAs = (fits: (text: string) => boolean, expected: string) =>
  z.string({ error: expected }).refine(fits, { error: expected });
