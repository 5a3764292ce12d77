interface Lock {
  readonly packages: Readonly<Record<string, { readonly version?: string; readonly license?: string; readonly dev?: boolean }>>;
}
export const explained: Readonly<Record<string, string>>;
export function unlistedLicences(lock: Lock): readonly string[];
export function needlessExplanations(lock: Lock): readonly string[];
export function isAccepted(expression: string): boolean;
