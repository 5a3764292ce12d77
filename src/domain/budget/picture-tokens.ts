// What a picture costs, as OpenAI's models count one of high detail: within 2048 × 2048, its shorter side at most 768, 170 tokens for each square of 512, and 85. Others count otherwise; the tokens of
// a call are always those that its provider reports.
import type { Size } from '../ui/geometry.js';

const base = 85;

export function pictureTokens(size: Size, detail: 'auto' | 'low' | 'high' = 'high'): number {
  return detail === 'low' ? base : base + 170 * tilesOf(size);
}

export function tilesOf({ width, height }: Size): number {
  const within = Math.min(1, 2_048 / Math.max(width, height));
  const scale = Math.min(within, 768 / Math.min(width, height));
  return Math.ceil((scale * width) / 512) * Math.ceil((scale * height) / 512);
}
