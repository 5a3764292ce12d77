// `takeOver` and `handBack` as they arrive.
import { isRecord } from '../checks/read-stored.js';

export interface TakeOverBody {
  /** Who takes it, as they call themselves. */
  readonly by: string;
  readonly reason?: string;
}

export interface HandBackBody {
  /** To whoever goes on: what was done, what is left to do. */
  readonly note?: string;
  readonly by?: string;
}

const longestName = 80;
const longestText = 2_000;

export function parseTakeOver(body: unknown): Required<TakeOverBody> | { readonly malformed: string } {
  const form = 'expected takeOver {"by": "…", "reason"?: "…"}';
  if (!isRecord(body)) return { malformed: `takeOver is ${show(body)}; ${form}.` };
  const { by, reason = '' } = body;
  if (typeof by !== 'string' || by.trim() === '') return { malformed: `takeOver.by is ${show(by)}; ${form}.` };
  if (typeof reason !== 'string') return { malformed: `takeOver.reason is ${show(reason)}; ${form}.` };
  return { by: oneLine(by).slice(0, longestName), reason: oneLine(reason).slice(0, longestText) };
}

export function parseHandBack(body: unknown): { readonly note: string; readonly by?: string } | { readonly malformed: string } {
  const form = 'expected handBack {"note"?: "…"}';
  const given = body ?? {};
  if (!isRecord(given)) return { malformed: `handBack is ${show(body)}; ${form}.` };
  const { note = '', by } = given;
  if (typeof note !== 'string') return { malformed: `handBack.note is ${show(note)}; ${form}.` };
  const who = typeof by === 'string' && by.trim() !== '' ? { by: oneLine(by).slice(0, longestName) } : {};
  return { note: note.trim().slice(0, longestText), ...who };
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function show(value: unknown): string {
  return value === undefined ? 'missing' : JSON.stringify(value).slice(0, longestName);
}
