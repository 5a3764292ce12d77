// One labelled situation: a small page, what is aimed at, what is done, and whether a person has to be asked (HE41).

export type Deed =
  | 'click'
  | { readonly keys: string }
  | { readonly text: string }
  | { readonly option: string }
  /** To the control of that role and name; or so many px from where it starts. */
  | { readonly dragTo: string }
  | { readonly dragBy: number };

export interface GuardContext {
  /** BCP 47. */
  readonly language: string;
  /** Well-formed, so that the pure test can read it as well as a browser. */
  readonly html: string;
  /** Role, blank, name: `button Pay now`. */
  readonly aim: string;
  readonly deed: Deed;
  readonly verdict: 'held' | 'free' | 'refused';
  readonly why: string;
}

export type Row = readonly [language: string, html: string, aim: string, why: string, deed?: Deed];

export function held(rows: readonly Row[]): readonly GuardContext[] {
  return labelled('held', rows);
}

export function free(rows: readonly Row[]): readonly GuardContext[] {
  return labelled('free', rows);
}

export function refused(rows: readonly Row[]): readonly GuardContext[] {
  return labelled('refused', rows);
}

function labelled(verdict: GuardContext['verdict'], rows: readonly Row[]): readonly GuardContext[] {
  return rows.map(([language, html, aim, why, deed = 'click']) => ({ language, html, aim, deed, verdict, why }));
}
