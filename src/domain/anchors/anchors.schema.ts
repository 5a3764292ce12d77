// How a compiled flow names what it acts on and where: a target is several ways to find one control, a screen several facts that tell it (docs/design/repeat.md).
// Texts may hold `{{var:NAME}}`.
import { z } from 'zod';
import { isBlank } from '../text/blank.js';

const text = z.string().refine((value) => !isBlank(value), { error: 'expected a text that is not blank' });

export const targetSchema = z.strictObject({
  /** ARIA role, as controls are listed. */
  role: text,
  /** Accessible name. Absent: it has none. */
  name: text.optional(),
  /** The run saw digits of the name change: they do not count. */
  digits_vary: z.boolean().optional(),
  /** The name was guessed from what stands beside it: another may be guessed elsewhere. */
  guessed: z.boolean().optional(),
  /** Texts that only its row has, of a list or table: the one that it begins with, and what tells it from others. */
  row: z.array(text).min(1).optional(),
  /** The heading, dialog or form that it stands under. */
  section: text.optional(),
  /** The text before it. */
  beside: text.optional(),
  /** Attributes that authors give to be found by. */
  test_id: text.optional(),
  id: text.optional(),
  /** Elements that it is inside of, without positions. Never enough by itself. */
  path: text.optional(),
  /** Among those with its role, name and row, or as many as there are rows that read like its own. Beyond one, only what it does not share with them tells it. */
  place: z.strictObject({ at: z.int().min(1), of: z.int().min(1) }).optional(),
  /** Of what is switched by pressing it: what it was. Pressing one that is otherwise would undo what is wanted. */
  checked: z.boolean().optional(),
  /** Of a field that others have filled in: what stands in it. */
  value: text.optional(),
  /** A picture of it, where it has no words: an artifact. What looks otherwise is another control. */
  picture: text.optional(),
});

export const screenSchema = z.strictObject({
  /** The path of its address, or the application. */
  place: text.optional(),
  title: z.string().optional(),
  headings: z.array(text).default([]),
  /** Role and name of what can be acted on there, apart from rows and from what surrounds the content. */
  controls: z.array(text).default([]),
  /** Hashed tokens of the explorer's signature. */
  structure: z.array(text).default([]),
  /** Must be there. */
  texts: z.array(text).default([]),
});

/** A control, by several ways to find it. */
export type Target = z.output<typeof targetSchema>;
/** A screen, by several facts. */
export type ExpectedScreen = z.output<typeof screenSchema>;
