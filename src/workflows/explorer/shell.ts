// What the parts of the explorer's workflow share, and the story that they tell: events, collected while it runs and written in batches (domain/explorer/telemetry.ts).
// Their counts go to the worker's metrics, once: the SDK skips them on replay.
import type { AgentState, Bundle, EnumeratedAction } from '../../domain/explorer/agent-state.js';
import type { ResolvedExplorer } from '../../domain/explorer/requests.js';
import type { Clock } from '../engine/drive.js';
import type { RunShell, RunState } from '../engine/run.js';
import type { ScreenKey } from '../../domain/explorer/signature.js';
import { isCancellation, metricMeter, proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/index.js';
import type { Timings } from '../../domain/run/resolve-settings.js';
import { measuresOf, type Measure } from '../../domain/explorer/telemetry.js';
import { type Turned, numberedEvents, startedEvents, stopEvents, turnEvents, type ExplorerEvent } from '../../domain/explorer/telemetry.js';

/** What an explorer carries over a continue-as-new. */
export interface ExplorerCarried extends RunState {
  state?: AgentState;
  readonly story: StoryState;
}

export interface ExplorerShell extends Pick<RunShell, 'client' | 'device' | 'people'> {
  readonly carried: ExplorerCarried;
  readonly settled: ResolvedExplorer;
  readonly clock: Clock;
  readonly story: ExplorerStory;
  /** Start address of the application; absent if it has none. */
  readonly start: string | undefined;
}

export function stateOf({ state }: ExplorerCarried): AgentState {
  if (!state) throw new TypeError('the explorer has not begun yet');
  return state;
}

export function actionText({ verb, label }: EnumeratedAction, loop: number): string {
  return `loop ${loop}: ${verb}${label === '' ? '' : ` "${label}"`}`;
}

export function presentScreen(carried: ExplorerCarried): { readonly signature: ScreenKey; readonly bundle: Bundle } {
  const { signature, bundle } = stateOf(carried);
  if (!signature || !bundle) throw new TypeError('nothing has been observed yet');
  return { signature, bundle };
}

/** Carried over a continue-as-new. */
interface StoryState {
  readonly unwritten: ExplorerEvent[];
  last: number;
  /** ms since 1970: when the current node began. */
  nodeSince: number;
}

interface ExplorerStory {
  begin(state: AgentState): void;
  moved(turned: Omit<Turned, 'nodeMs'>): void;
  end(state: AgentState, coveragePct: number | null): void;
  /** Writes a full batch; with `all`, whatever there is. A failed write never ends the run. */
  write(all?: boolean): Promise<void>;
}

const eventsAtOnce = 200;

/** `run`: the run id, since one workflow id may have many runs. */
export function createExplorerStory(story: StoryState, run: string, { decideHeartbeatMs }: Timings): ExplorerStory {
  function add(told: Parameters<typeof numberedEvents>[1]): void {
    const events = numberedEvents(run, told, story.last, new Date().toISOString());
    story.unwritten.push(...events);
    story.last += events.length;
    events.flatMap(measuresOf).forEach(measure);
  }

  return {
    begin(state) {
      if (story.last > 0) return;
      story.nodeSince = Date.now();
      add(startedEvents(state));
    },
    moved(turned) {
      add(turnEvents({ ...turned, nodeMs: Date.now() - story.nodeSince }));
      if (turned.after.node !== turned.before.node) story.nodeSince = Date.now();
    },
    end: (state, coveragePct) => add(stopEvents(state, coveragePct, Date.now() - story.nodeSince)),
    async write(all = false) {
      const events = [...story.unwritten];
      if (events.length === 0 || (!all && events.length < eventsAtOnce)) return;
      const { writeRunEvents } = proxyActivities<Activities>({
        startToCloseTimeout: '30 seconds',
        heartbeatTimeout: decideHeartbeatMs,
        scheduleToCloseTimeout: '2 minutes',
        retry: { initialInterval: '500 milliseconds', maximumInterval: '5 seconds', maximumAttempts: 5 },
        summary: `write ${events.length} events`,
      });
      try {
        await writeRunEvents({ run, events });
      } catch (error) {
        if (isCancellation(error)) throw error;
      }
      story.unwritten.splice(0, events.length);
    },
  };
}

function measure({ type, name, value, tags }: Measure): void {
  if (type === 'counter') metricMeter.createCounter(name).add(value, tags);
  else metricMeter.createHistogram(name, 'int', 'ms').record(value, tags);
}
