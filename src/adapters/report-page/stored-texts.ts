// Prompts and replies as they are stored, each text once: most prompts of a run begin alike.
import { listOf, recordOf, textOf } from '../../domain/checks/recorded-data.js';
import type { ReportPageData } from '../../domain/report/page-data.js';

export type ReadJson = (ref: string) => Promise<unknown>;

/** What cannot be read is left out: the page says that it is no longer stored. */
export async function packTexts(refs: readonly string[], read: ReadJson): Promise<Pick<ReportPageData, 'texts' | 'sayings'>> {
  const places = new Map<string, number>();
  const texts: Record<string, readonly (readonly [string, number])[]> = {};
  const placeOf = (text: string): number => {
    const place = places.get(text) ?? places.size;
    places.set(text, place);
    return place;
  };
  for (const ref of new Set(refs)) {
    const stored = await read(ref).catch(() => undefined);
    if (stored !== undefined) texts[ref] = saidIn(stored).map(([who, text]) => [who, placeOf(text)] as const);
  }
  return { texts, sayings: [...places.keys()] };
}

/** Of a prompt `messages`, of a reply `turns`; any other form as JSON. */
function saidIn(stored: unknown): readonly (readonly [who: string, text: string])[] {
  const { messages, turns } = recordOf(stored) ?? {};
  const told = [
    ...listOf(messages).map((one) => [textOf(one['role']), textOf(one['text'])] as const),
    ...listOf(turns).map((one) => ['model', textOf(one['text'])] as const),
  ];
  return told.length > 0 ? told : [['', JSON.stringify(stored, undefined, 2)]];
}
