// A flow's documents as the workflow takes them.
import type { FlowStart } from '../domain/run/given.js';
import type { ArtifactRef } from '../domain/ui/observation.js';
import type { ArtifactStore } from '../ports/artifact-store.js';
import { jsonBytes } from '../domain/text/measures.js';

type Documents = Pick<FlowStart, 'flow' | 'flows'>;

/** Documents up to so many bytes together travel in the workflow's input. */
const largestInline = 1_000_000;

/** `called`: the flows that it runs, by name. Those that are too large together are stored. The workflow judges them. */
export async function flowDocuments(
  document: unknown,
  called: Readonly<Record<string, unknown>>,
  artifacts: () => Pick<ArtifactStore, 'putJson'>,
): Promise<Documents> {
  const hasCalled = Object.keys(called).length > 0;
  if (jsonBytes([document, called]) <= largestInline) return { flow: document, flows: hasCalled ? called : undefined } as Documents;
  const store = artifacts();
  const flows: Record<string, ArtifactRef> = {};
  for (const [name, one] of Object.entries(called)) flows[name] = await store.putJson(one);
  return { flow: await store.putJson(document), flows: hasCalled ? flows : undefined };
}
