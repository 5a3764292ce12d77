// The model that a configuration names, behind the port.
import { createAnthropicComputerTool } from '../adapters/anthropic/computer-tool.js';
import { createOpenAiModel } from '../adapters/openai/openai-model.js';
import type { Config } from '../config/config.js';
import type { ArtifactStore } from '../ports/artifact-store.js';
import type { Images } from '../ports/pictures.js';
import type { Model, ModelRole } from '../ports/model.js';

export function configuredModel(
  { model }: Pick<Config, 'model'>,
  { artifacts, images }: { readonly artifacts: ArtifactStore; readonly images: Images },
): Model {
  const modelFor = (role: ModelRole, override?: string) => override ?? model.roles[role] ?? model.default;
  const asked = createOpenAiModel({
    ...model,
    apiKey: model.apiKey?.reveal(),
    modelFor,
    takesImages: (role: ModelRole) => (typeof model.images === 'boolean' ? model.images : model.images.includes(role)),
    artifacts,
    images,
  });
  if (model.computer !== 'anthropic') return asked;
  const { apiKey, ...server } = model.anthropic;
  const computer = createAnthropicComputerTool({
    ...{ ...server, apiKey: apiKey?.reveal() },
    ...{ prices: model.prices, timeoutMs: model.timeoutMs, imageMaxSide: model.imageMaxSide, artifacts, images },
    modelFor: (override) => modelFor('app', override),
  });
  return { ...asked, computer };
}
