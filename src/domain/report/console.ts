// What the console tells its page, over HTTP and server-sent events (docs/console.md).
import type { Budget } from '../budget/budget.js';
import type { Usage } from '../budget/usage.js';
import type { PendingRequest } from '../human/requests.js';
import type { ReportCard } from './report.schema.js';

/** px, by reference; of those pictures that the server gives out with what names them. */
export type PictureSizes = Readonly<Record<string, { readonly width: number; readonly height: number }>>;

/** Who has taken over a run. */
export interface HoldLine {
  readonly by: string;
  readonly reason: string;
  /** ISO 8601, UTC. */
  readonly since: string;
  readonly until: string;
}

/** A workflow that waits for a person. */
export interface InboxItem {
  readonly run: string;
  readonly asker: string;
  /** HELD: somebody has taken over the run. */
  readonly state: 'PENDING' | 'CONFIRM' | 'HELD';
  /** Absent while no worker answers. */
  readonly hold?: HoldLine;
  readonly title?: string;
  /** Absent while no worker answers. */
  readonly request?: PendingRequest;
  /** How its approval could be remembered, or why not. */
  readonly pictures: PictureSizes;
}

export interface RunLine {
  readonly id: string;
  readonly type: string;
  readonly state: string;
  readonly started: string;
  readonly ended?: string;
  readonly request?: string;
}

export interface RunView extends RunLine {
  readonly outcome?: string;
  readonly message?: string;
  readonly result?: string;
  readonly asking?: InboxItem;
  readonly progress?: {
    readonly status: string;
    readonly step: number;
    readonly subtask?: string;
    readonly application?: string;
    readonly budgetLeft: Budget;
    readonly usage: Usage;
    readonly unknownOutcomes: number;
    readonly host?: string;
    readonly queuedRequests?: number;
  };
  /** Somebody has taken over. `parked`: the run has stopped, and they may act. `asks`: what it asked before. */
  readonly takeOver?: HoldLine & { readonly parked: boolean; readonly asks: readonly string[] };
  /** Place in the queue for a device, from 1. */
  readonly waitsForDevice?: { readonly kind: string; readonly place: number };
  /** How many cards there are, and of which reading: with another one they begin anew. */
  readonly cards: number;
  readonly reading: string;
  /** In Temporal's Web UI. */
  readonly ui?: string;
}

export interface CardsReply {
  readonly cards: readonly ReportCard[];
  readonly pictures: PictureSizes;
}

export interface Me {
  readonly by: string;
  readonly procedures: readonly { readonly id: string; readonly title: string }[];
  readonly apps: readonly string[];
}

/** In which a page shows its session. */
export const sessionHeader = 'x-steadyhand-session';

/** Somebody who is in the console. */
export interface SessionLine {
  readonly id: string;
  readonly by: string;
  /** What their browser calls itself. */
  readonly browser: string;
  readonly openedAt: string;
  readonly usedAt: string;
}

export interface ListedSession extends SessionLine {
  /** Of who asks. */
  readonly isOwn: boolean;
}

export interface Problem {
  readonly code: string;
  readonly message: string;
}
