// Configuration → adapters: what a worker's activities work with, and how all of it is closed.
import { join } from 'node:path';
import { concealedReader, concealedServers, type Mask } from '../adapters/masking-kit/mask-errors.js';
import { createEffectReader } from '../adapters/effect-checks/effect-reader.js';
import { openRecordOutbox } from '../adapters/filesystem/record-outbox.js';
import { readLexicon } from '../adapters/guard-words/read-lexicon.js';
import { runIdOf } from '../adapters/node-crypto/run-id.js';
import { createSealedTokens, createTypedTexts } from '../adapters/node-crypto/sealed-tokens.js';
import { createNotifier } from '../adapters/notify/notifier.js';
import { createOpencvPictureSearch } from '../adapters/opencv/opencv-picture-search.js';
import { openTraces } from '../adapters/opentelemetry/traces.js';
import { createOwnTools, type OwnTool } from '../adapters/own-tools/own-tools.js';
import type { ScreenStore } from '../adapters/postgres/screen-store.js';
import { createSharedStores } from '../adapters/objects/shared-stores.js';
import { createSharpImages } from '../adapters/sharp/sharp-images.js';
import { createTesseractTextReader } from '../adapters/tesseract/tesseract-text-reader.js';
import { configuredModel } from '../client/configured-model.js';
import type { Config } from '../config/config.js';
import { overridesOf } from '../domain/flow/tools.js';
import type { ToolServers } from '../ports/tool-servers.js';
import { effectChecksFrom } from '../config/effect-checks.js';
import type { WorkerOptions } from './options.js';
import QuickLRU from 'quick-lru';
import type { ArtifactRef } from '../domain/ui/observation.js';
import type { ArtifactStore } from '../ports/artifact-store.js';

/** `mask`: hides what proves who asks. */
type Brought = { readonly mask: Mask } & Pick<WorkerOptions, 'model' | 'artifacts' | 'guardRules' | 'tools' | 'around'>;

/** An activity has a few seconds. Where the store is away for longer, the run waits. */
const patienceMs = 5_000;

export async function openPorts(config: Config, hostId: string, log: (text: string) => void, brought: Brought) {
  const { mask, guardRules = [], tools = [], around: { records: aroundRecords } = {} } = brought;
  const lexicon = readLexicon();
  const stores = createSharedStores(config, { patienceMs, artifacts: brought.artifacts });
  const { library } = stores;
  const artifacts = rememberingJson(stores.artifacts);
  const outbox =
    config.artifacts === undefined ? undefined : await openRecordOutbox(stores.records, { folder: join(config.home, 'outbox'), log });
  const records = outbox ?? stores.records;
  const images = createSharpImages();
  const reader = createTesseractTextReader();
  const pictures = createOpencvPictureSearch();
  const screens = screensOf(config);
  const traces = await openTraces({ endpoint: config.traces, hostId, log, mask: config.traceTexts ? mask : undefined });
  const toolServers = await toolServersOf(config, tools, log);
  const model = brought.model ?? configuredModel(config, { artifacts, images });
  return {
    artifacts,
    records: traces.of(aroundRecords?.(records) ?? records, model),
    images,
    lexicon,
    typed: createTypedTexts(createSealedTokens(await stores.keys('typed'))),
    carriedSeals: async () => createSealedTokens(await stores.keys('runs')),
    reader,
    pictures,
    model: traces.ofModel(model),
    library,
    defaults: {
      ...config,
      guard: { ...config.guard, rules: [...(config.guard.rules ?? []), ...guardRules] },
      effectChecks: effectChecksFrom(config.effectChecks),
    },
    effects: concealedReader(createEffectReader(config.effectChecks, toolServers), mask),
    notifier: createNotifier(config.notify, { log }),
    consoleUrl: config.console.publicUrl,
    flowModels: flowModelsOf(config),
    hasToolServers: tools.length > 0 || Object.keys(config.toolServers).length > 0,
    toolServers: () => concealedServers(toolServers(), mask),
    overrides: overridesOf(config.toolServers),
    screenGraph: async () => (await screens.store()).graph(),
    decisions: async () => (await screens.store()).decisions(),
    explorerModel: config.model.roles.explorer ?? config.model.default,
    runIdOf,
    spans: traces.sink,
    async close(): Promise<void> {
      await traces.close();
      await screens.close();
      await pictures.close();
      await reader.close();
      await outbox?.close();
      await stores.close();
    },
  };
}

/** Loaded at the first use: only explorers need it, and its query builder has hundreds of modules. */
function screensOf({ home, databaseUrl }: Config): { store(): Promise<ScreenStore>; close(): Promise<void> } {
  let opened: Promise<ScreenStore> | undefined;
  const open = async (): Promise<ScreenStore> => {
    const { createScreenStore } = await import('../adapters/postgres/screen-store.js');
    return createScreenStore({ folder: join(home, 'graph'), url: databaseUrl?.reveal() });
  };
  return { store: () => (opened ??= open()), close: async () => (await opened)?.close() };
}

function flowModelsOf({ model: { roles, default: usual } }: Config): { readonly agent: string; readonly vision?: string } {
  return { agent: roles.flow ?? usual ?? '', vision: roles.vision };
}

/** For each run its own. The protocol's SDK is loaded only where servers are configured. */
async function toolServersOf(
  { toolServers: configured }: Config,
  tools: readonly OwnTool[],
  log: (text: string) => void,
): Promise<() => ToolServers> {
  if (Object.keys(configured).length === 0) return () => createOwnTools(tools);
  const { createMcpToolServers } = await import('../adapters/mcp/tool-servers.js');
  return () => {
    const servers = createMcpToolServers(configured, { log });
    return tools.length === 0 ? servers : createOwnTools(tools, servers);
  };
}

// Documents that this process stored lately are read from its memory: one activity stores a list of controls, the next one reads it, and a bucket takes a request each time. A reference is
// the hash of what it names, so that what is remembered is never out of date.

/** The library keeps up to twice as many: 32 MB, if each is as long as it may be. */
const most = 64;
/** Characters. */
const longest = 128 * 1024;

/** Whatever else is stored or read goes to the store, as everything is stored. */
export function rememberingJson(store: ArtifactStore): ArtifactStore {
  // As text: whoever reads one has it for himself.
  const recent = new QuickLRU<ArtifactRef, string>({ maxSize: most });
  return {
    put: (bytes, mediaType) => store.put(bytes, mediaType),
    get: (ref) => store.get(ref),
    locate: (ref) => store.locate(ref),
    collect: (options) => store.collect(options),
    async putJson(value) {
      const ref = await store.putJson(value);
      const text = JSON.stringify(value);
      if (text.length <= longest) recent.set(ref, text);
      return ref;
    },
    async getJson(ref) {
      const text = recent.get(ref);
      return text === undefined ? store.getJson(ref) : (JSON.parse(text) as unknown);
    },
  };
}
