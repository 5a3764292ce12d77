/** Texts that a model typed into password fields, on their way through history: only hosts can read them. */
export interface TypedTexts {
  seal(text: string): string;
  /** What was sealed, in place of every sealed part. Throws `TokenError` for one that another installation sealed. */
  open(text: string): string;
}
