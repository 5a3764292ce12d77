export interface Advisory {
  readonly id: string;
  readonly name: string;
  readonly severity: string;
  readonly title: string;
  readonly range: string;
}
export type Audit = { readonly asked: true; readonly advisories: readonly Advisory[] } | { readonly asked: false; readonly why: string };
export const explainedAdvisories: Readonly<Record<string, string>>;
export function readAudit(output: string): Audit;
export function unexplained(advisories: readonly Advisory[], explained?: Readonly<Record<string, string>>): readonly string[];
export function needless(advisories: readonly Advisory[], explained?: Readonly<Record<string, string>>): readonly string[];
export function checkAdvisories(ask?: () => Promise<string>): Promise<string>;
