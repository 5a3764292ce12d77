// The kinds of arguments that the agents' functions take: what a model may write for each, and what the function is given.
import { z } from 'zod';
import { placeText, placeTexts } from './call-references.js';

const button = z.enum(['left', 'right', 'middle']).default('left');
const word = z.preprocess((value) => (typeof value === 'number' || typeof value === 'boolean' ? String(value) : value), z.string());
const place = z.preprocess(placeText, z.string());
const notches = z.coerce.number().min(-100).max(100);

export const argumentKinds = {
  button,
  /** Its signature shows only the default: another function's lists the choices. */
  'same-button': button.meta({ brief: true }),
  flag: z.preprocess((value) => (value === 'true' ? true : value === 'false' ? false : value), z.boolean()).default(false),
  fraction: z.coerce.number().min(0).max(1),
  place,
  'place?': place.default(''),
  'places?': z.preprocess(placeTexts, z.array(place)).default([]),
  notches,
  'notches?': notches.default(0),
  text: word,
  texts: z.preprocess((value) => (typeof value === 'string' || typeof value === 'number' ? [value] : value), z.array(word).min(1)),
  line: z.string().min(1),
  id: word.pipe(z.string().min(1)),
  seconds: z.coerce.number().positive().max(300),
} as const;

export type ArgumentKind = keyof typeof argumentKinds;
export type ArgumentValues = { readonly [K in ArgumentKind]: z.output<(typeof argumentKinds)[K]> };
