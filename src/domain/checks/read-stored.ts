// Reads stored data whose form may be another version's: what is not there is empty.
import { isArtifact, type ArtifactRef } from '../ui/observation.js';

export type Data = Readonly<Record<string, unknown>>;

export function isRecord(value: unknown): value is Data {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function recordOf(value: unknown): Data | undefined {
  return isRecord(value) ? value : undefined;
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export function numberOf(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
}

export function listOf(value: unknown): readonly Data[] {
  return Array.isArray(value) ? value.map((entry) => recordOf(entry) ?? {}) : [];
}

export function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];
}

export function refOf(value: unknown): ArtifactRef | undefined {
  return isArtifact(value) ? value : undefined;
}

/** With a capital, for the beginning of a line. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
