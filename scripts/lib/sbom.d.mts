interface Part {
  readonly 'bom-ref': string;
  readonly name: string;
  readonly version: string;
  readonly licenses?: readonly object[];
  readonly hashes?: readonly object[];
}
export function sbomOf(
  lock: { readonly packages: Readonly<Record<string, object>> },
  pkg: { readonly name: string; readonly version: string; readonly license?: string },
): { readonly bomFormat: string; readonly specVersion: string; readonly components: readonly Part[] };
