export interface Kill {
  readonly index: number;
  readonly seed: number;
  readonly point: string;
  readonly victim: 'worker' | 'driver' | 'host' | 'server' | 'hand' | 'frozen worker';
  readonly item: number;
  readonly fraction: number;
  readonly delayMs: number;
  readonly pick: number;
}

export const points: readonly string[];
export const afterLease: string;
export const besidesFrom: number;
export function killOf(of: { readonly seed: number; readonly index: number; readonly items: number }): Kill;
export function scheduleOf(of: {
  readonly seed: number;
  readonly kills: number;
  readonly besides?: number;
  readonly items: number;
}): readonly Kill[];
export function createRandom(seed: number): () => number;
