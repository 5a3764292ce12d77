export interface Packed {
  /** Path of the tarball. */
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  readonly unpackedSize: number;
  readonly files: readonly string[];
}

export function pack(folder: string): Promise<Packed>;
