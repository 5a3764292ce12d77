// The next action of a list, aimed and judged by the screen as it is after the one before it. No model is asked.
import { defined } from '../../domain/collections.js';
import type { AppAction, ReviewNextInput } from '../../domain/agent/decision.js';
import { nextInList, type Reviewed, type SeenScreen } from '../../domain/agent/next-in-list.js';
import { createJudgement, judgedScreenOf } from '../../domain/guard/judge.js';
import type { Lexicon } from '../../domain/guard/lexicon.js';
import type { LabelledControl } from '../../domain/ui/control-list.js';
import type { Observation } from '../../domain/ui/observation.js';
import { targetsOf, typedText } from '../../domain/ui/ui-action.js';
import type { TypedTexts } from '../../ports/tokens.js';
import type { FramingTools } from '../store-framed.js';
import { opened } from '../open-sealed.js';
import type { ArtifactStore } from '../../ports/artifact-store.js';
import { controlUnder, withActivation } from './decide-action.js';
import { framedEach, loadControls, screenSize } from './decide-screen.js';
import { masked } from './seal-typed.js';

export interface ReviewTools extends FramingTools {
  readonly artifacts: ArtifactStore;
  readonly typed: TypedTexts;
  readonly lexicon: Lexicon;
}

export async function reviewNext({ action, before, now }: ReviewNextInput, tools: ReviewTools): Promise<Reviewed> {
  const { artifacts } = tools;
  const [old, controls] = await Promise.all([loadControls(artifacts, before.controls), loadControls(artifacts, now.controls)]);
  const next = nextInList(action, { before: screenOf(before, old), now: screenOf(now, controls) });
  return 'because' in next ? next : { action: await judgedAnew(next.action, now, controls, tools) };
}

async function judgedAnew(
  action: AppAction,
  seen: Observation,
  controls: readonly LabelledControl[],
  { artifacts, images, typed, lexicon }: ReviewTools,
): Promise<AppAction> {
  if (action.run.kind !== 'device') return action;
  const [aim] = targetsOf(action.run.action);
  const isPoint = aim !== undefined && 'point' in aim;
  const size = isPoint ? await screenSize(artifacts, seen.screenshot) : undefined;
  const { target: _, ...rest } = action;
  const under = isPoint ? controlUnder(aim, controls, size) : action.target;
  const judge = createJudgement(judgedScreenOf(seen, controls, size), lexicon);
  const clear: AppAction = {
    ...rest,
    target: under,
    run: { kind: 'device', action: opened(action.run.action, typed) },
  };
  // What was sealed is judged in clear, and goes on sealed.
  const { activation } = withActivation(clear, judge);
  const hidden = activation && (masked(activation, clearTextsOf(action, clear)) as typeof activation);
  const judged: AppAction = { ...clear, ...defined({ activation: hidden }), run: action.run };
  const [framed = judged] = await framedEach([judged], controls, seen.screenshot, { artifacts, images });
  return framed;
}

/** What the action has sealed. */
function clearTextsOf(sealed: AppAction, clear: AppAction): readonly string[] {
  const [hidden, text] = [sealed, clear].map(({ run }) => (run.kind === 'device' ? typedText(run.action) : undefined));
  return text !== undefined && text !== hidden ? [text] : [];
}

function screenOf({ application: { url }, title }: Observation, controls: readonly LabelledControl[]): SeenScreen {
  return { title, controls, address: url };
}
