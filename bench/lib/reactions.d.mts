interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export function instrument(): void;
export function reactions(): { readonly targets: readonly (Box & { readonly what: string })[]; readonly labels: readonly Box[] };
export function overlap(a: Box, b: Box): number;
