import type { AppAction } from '../../domain/agent/decision.js';
import type { LabelledControl } from '../../domain/ui/control-list.js';
import type { ArtifactRef } from '../../domain/ui/observation.js';
import type { ArtifactStore } from '../../ports/artifact-store.js';
import { storeFramed, type FramingTools } from '../framed.js';

/** One picture after another, each control's once: a list may have many actions, and the worker has other work. */
export async function framedEach(
  actions: readonly AppAction[],
  controls: readonly LabelledControl[],
  screenshot: ArtifactRef,
  tools: FramingTools & { readonly artifacts: Pick<ArtifactStore, 'get' | 'put'> },
): Promise<readonly AppAction[]> {
  const pictures = new Map<string, ArtifactRef | undefined>();
  const done: AppAction[] = [];
  for (const action of actions) {
    const label = action.target?.label ?? '';
    const facts = action.activation?.facts;
    if (label === '' || !facts || !pictures.has(label)) {
      const one = await framed(action, controls, screenshot, tools);
      if (facts) pictures.set(label, one.activation?.facts?.picture);
      done.push(one);
    } else done.push(withPicture(action, pictures.get(label)));
  }
  return done;
}

function withPicture(action: AppAction, picture: ArtifactRef | undefined): AppAction {
  const { activation } = action;
  return activation?.facts && picture ? { ...action, activation: { ...activation, facts: { ...activation.facts, picture } } } : action;
}

/** Where a person may be asked, the screen with the target in a frame. A picture that cannot be made keeps nobody from asking. */
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
    return withPicture(action, await storeFramed(await artifacts.get(screenshot), control, { artifacts, images }));
  } catch {
    return action;
  }
}
