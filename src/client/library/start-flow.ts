// Starts a flow of the library.
import { defined } from '../../domain/collections.js';
import { calledNames } from '../../domain/flow/parse-flow.schema.js';
import type { FlowDocument } from '../../domain/flow/document.js';
import { flowIdOf, isFlowId } from '../../domain/library/flow-id.js';
import { refuseMissing } from '../../domain/flow/run-limits.js';
import { type FlowMatch, reusedOf } from '../../domain/library/reuse.js';
import type { ConfiguredApplication } from '../../domain/run/resolve-settings.js';
import type { FlowStart } from '../../domain/run/program-input.js';
import type { RunFields } from '../../domain/run/input.js';
import type { LibraryFlow } from '../../ports/flow-library.js';
import type { FlowResult } from '../../workflows/flow/flow-result.js';
import type { ClientContext } from '../context.js';
import { type Prepared, prepareFlow, type StartOptions } from '../inputs.js';
import type { Run } from '../run.js';
import { startRun } from '../run-start.js';
import type { ArtifactRef } from '../../domain/ui/observation.js';
import type { ArtifactStore } from '../../ports/artifact-store.js';
import { jsonBytes } from '../../domain/text/measures.js';

/** What a run of a flow of the library is given besides its document. */
export interface LibraryStart extends Omit<FlowStart, 'flow' | 'flows'> {
  /** The newest one by default. */
  readonly version?: number;
}

/** `match`: it is started in place of an agent. Throws `InputError` for a variable that it needs and lacks. */
export async function startLibraryFlow(
  context: ClientContext,
  flow: LibraryFlow,
  given: Omit<LibraryStart, 'version'>,
  { match, ...options }: StartOptions & { readonly match?: FlowMatch } = {},
): Promise<Run<FlowResult>> {
  const prepared = await prepareLibraryFlow(context, flow, given);
  return startRun<FlowResult>(context, prepared, { ...options, memo: match ? { reused: reusedOf(match) } : undefined });
}

/** Throws `InputError` for a variable that it needs and lacks. */
export async function prepareLibraryFlow(
  context: ClientContext,
  { document, version }: LibraryFlow,
  { variables = {}, device = {}, ...given }: Omit<LibraryStart, 'version'>,
): Promise<Prepared> {
  refuseMissing(document, variables);
  const input: FlowStart = {
    ...given,
    ...(await flowDocuments(document, await calledFlows(context, document), () => context.artifacts())),
    variables,
    device: { ...startOf(document, context.config().apps), ...defined(device) },
  };
  return { ...prepareFlow(input), title: `${document.name}, version ${version}` };
}

/** Where it was compiled. What is neither an address nor a configured application is one of the desktop. */
export function startOf({ compiled }: FlowDocument, apps: readonly ConfiguredApplication[]): NonNullable<RunFields['device']> {
  const application = compiled?.application ?? '';
  if (application === '') return {};
  if (/^https?:\/\//i.test(application)) return { url: application };
  return apps.some(({ name }) => name === application) ? { app: application } : { kind: 'desktop', app: application };
}

/** By the names under which they are called: ids or names of flows in the library. */
async function calledFlows(context: ClientContext, main: FlowDocument): Promise<Readonly<Record<string, FlowDocument>>> {
  const called: Record<string, FlowDocument> = {};
  const follow = async (flow: FlowDocument): Promise<void> => {
    for (const name of calledNames(flow)) {
      const found = Object.hasOwn(called, name)
        ? undefined
        : await context.library().read(isFlowId(name) ? name : flowIdOf({ id: '', name }));
      if (!found) continue;
      called[name] = found.document;
      await follow(found.document);
    }
  };
  await follow(main);
  return called;
}

// A flow's documents as the workflow takes them.

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
