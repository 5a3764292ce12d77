export interface GoProgram {
  readonly title: string;
  readonly folder: string;
  readonly version: string;
  readonly packages: Readonly<Record<string, string>>;
}
export const goPrograms: { readonly s3: GoProgram; readonly temporal: GoProgram; readonly compose: GoProgram };
/** Paths of its binaries; undefined before set-up. */
export function findGoProgram(program: GoProgram): Readonly<Record<string, string>> | undefined;
