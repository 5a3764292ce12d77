import type { AppAction } from '../../domain/agent/decision.js';
import type { LabelledControl } from '../../domain/ui/control-list.js';
import type { ArtifactRef } from '../../domain/ui/observation.js';
import type { ArtifactStore } from '../../ports/artifact-store.js';
import { storeFramed, type FramingTools } from '../framed.js';

/** HE43: where a person may be asked, the screen with the target in a frame. A picture that cannot be made keeps nobody from asking. */
export async function framed(
  action: AppAction,
  controls: readonly LabelledControl[],
  screenshot: ArtifactRef,
  { artifacts, images }: FramingTools & { readonly artifacts: Pick<ArtifactStore, 'get' | 'put'> },
): Promise<AppAction> {
  const { activation, target } = action;
  const control = target && controls.find(({ label }) => label === target.label);
  if (!activation?.facts || !control) return action;
  try {
    const picture = await storeFramed(await artifacts.get(screenshot), control, { artifacts, images });
    return { ...action, activation: { ...activation, facts: { ...activation.facts, picture } } };
  } catch {
    return action;
  }
}
