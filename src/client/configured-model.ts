// The model that a configuration names, behind the port.
import { createOpenAiModel } from '../adapters/openai/openai-model.js';
import type { Config } from '../config/config.js';
import type { ArtifactStore } from '../ports/artifact-store.js';
import type { Images } from '../ports/images.js';
import type { Model, ModelRole } from '../ports/model.js';

export function configuredModel(
  { model }: Pick<Config, 'model'>,
  { artifacts, images }: { readonly artifacts: ArtifactStore; readonly images: Images },
): Model {
  return createOpenAiModel({
    ...model,
    apiKey: model.apiKey?.reveal(),
    modelFor: (role: ModelRole, override?: string) => override ?? model.roles[role] ?? model.default,
    takesImages: (role: ModelRole) => (typeof model.images === 'boolean' ? model.images : model.images.includes(role)),
    artifacts,
    images,
  });
}
