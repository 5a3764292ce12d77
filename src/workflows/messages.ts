// All signals, queries and Updates of a run, by name: the command line imports these, the Temporal CLI and Web UI use the names.
import { defineSearchAttributeKey } from '@temporalio/common';
import { defineQuery, defineSignal, defineUpdate } from '@temporalio/workflow';
import type { Blackboard, PreviousSubtask } from '../domain/agent/memory.js';
import type { Budget } from '../domain/budget/budget.js';
import type { Usage } from '../domain/budget/usage.js';
import type { DeviceHandle } from '../domain/device/device-spec.js';
import type { Policy } from '../domain/explorer/policies.js';
import type { RecordPlace } from '../domain/flow/record.js';
import type { Variables } from '../domain/run/json.js';
import type { VisitedEdges } from '../domain/flow/graph.js';
import type { Remember } from '../domain/human/message.js';
import type { PendingRequest } from '../domain/human/requests.js';
import type { Call } from '../domain/procedure/state.js';
import type { HistoryEntry } from '../domain/procedure/history.js';
import type { Registered } from '../domain/procedure/register.js';
import type { HandBackBody, TakeOverBody } from '../domain/take-over/messages.js';
import type { ActBody, PersonActed, PersonLook } from '../domain/take-over/person-act.js';

export const taskQueue = 'steadyhand';

/** RUNNING, PENDING (a question waits), CONFIRM (an approval waits) or HELD (a person has taken over). */
export const steadyhandState = defineSearchAttributeKey('SteadyhandState', 'KEYWORD');

export interface AnswerBody {
  readonly requestId: string;
  readonly answers?: readonly string[];
  readonly optionId?: string;
  /** Who answers, as they call themselves: kept in the history. */
  readonly by?: string;
}

export interface ConfirmBody {
  readonly requestId: string;
  readonly approved: boolean;
  readonly note?: string;
  /** Who decides, as they call themselves: told with whatever the approval lets run later. */
  readonly by?: string;
  /** Lets the same go unasked in this run, while the page reads the same. `until`: a time with its zone, or a duration (`2h`, `7d`); by default to the end of the run. */
  readonly remember?: Remember;
}

export interface RequestBody {
  readonly text: string;
}

export const answerSignal = defineSignal<[AnswerBody]>('answer');
export const answerUpdate = defineUpdate<string, [AnswerBody]>('answer');
export const confirmSignal = defineSignal<[ConfirmBody]>('confirm');
export const confirmUpdate = defineUpdate<string, [ConfirmBody]>('confirm');
export const requestSignal = defineSignal<[RequestBody]>('request');
export const requestUpdate = defineUpdate<string, [RequestBody]>('request');

/** A person takes over a run, acts, looks, and hands it back. */
export const takeOverUpdate = defineUpdate<HoldStatus, [TakeOverBody]>('takeOver');
export const handBackUpdate = defineUpdate<string, [HandBackBody]>('handBack');
export const actUpdate = defineUpdate<PersonActed, [ActBody]>('act');
export const lookUpdate = defineUpdate<PersonLook, [LookBody]>('look');
/** Nothing yet. */
export type LookBody = Readonly<Record<string, never>>;

/** Who has taken over. */
export interface HoldStatus {
  readonly by: string;
  readonly reason: string;
  /** ISO 8601, UTC. */
  readonly since: string;
  readonly until: string;
  /** The engine has stopped: the person may act. */
  readonly parked: boolean;
  /** The run, which takes `act` and `look`; known once it has stopped. */
  readonly at?: string;
  /** What texts are sealed for; known after the first look. */
  readonly key?: string;
}

/** From the host that holds the device to its owner. */
export const deviceReadySignal = defineSignal<[DeviceHandle]>('deviceReady');
/** From a session that gave up: no host could open the device. */
export interface DeviceFailed {
  readonly sessionRunId: string;
  /** Of the last attempt. */
  readonly code?: string;
  readonly message: string;
}

export const deviceFailedSignal = defineSignal<[DeviceFailed]>('deviceFailed');
export const progressQuery = defineQuery<ProgressView>('progress');
export const subtasksQuery = defineQuery<readonly PreviousSubtask[]>('subtasks');
export const blackboardQuery = defineQuery<Blackboard>('blackboard');
/** Of a flow. */
export const positionQuery = defineQuery<FlowPosition>('position');
export const variablesQuery = defineQuery<Variables>('variables');

/** What a run waits for and cannot hurry: its store, the server of its model. Empty: nothing. */
export const waitsQuery = defineQuery<string>('waits');
/** Of an explorer. */
export const frontierQuery = defineQuery<FrontierView>('frontier');

export interface FrontierView {
  readonly app?: string;
  readonly run?: string;
  readonly policy: Policy;
  /** Known screens with something untried that can be reached from the current one. */
  readonly openScreens: number;
  /** How much has been tried of what can be tried on the known screens. */
  readonly coveragePct?: number;
  /** Found by this run. */
  readonly screensNew: number;
  readonly edgesNew: number;
  readonly steps: number;
  readonly stepsLeft: number;
  readonly timeLeftMs: number;
  readonly tokensLeft: number;
}

export interface FlowPosition {
  /** Id of the node at work; absent before the first and after the last. */
  readonly node?: string;
  readonly name?: string;
  /** The visit is counted from 1, the attempt from 0. */
  readonly visit?: number;
  readonly attempt?: number;
  readonly visits: number;
  /** Iterations started of those allowed (`3/100`), by the Loop's name. */
  readonly loops: Readonly<Record<string, string>>;
  readonly path: VisitedEdges;
  /** Names of the last nodes visited. */
  readonly visited: readonly string[];
  readonly records?: RecordPlace;
}

export interface ProgressView {
  readonly state: 'RUNNING' | 'PENDING' | 'CONFIRM' | 'HELD';
  /** Somebody has taken over. */
  readonly hold?: HoldStatus;
  /** State of the agent's machine: CONTINUE, ASSIGN, …. */
  readonly status: string;
  readonly step: number;
  readonly request?: PendingRequest;
  /** The run, which an Update must be sent to. */
  readonly asker?: string;
  readonly subtask?: string;
  readonly application?: string;
  readonly budgetLeft: Budget;
  readonly usage: Usage;
  readonly unknownOutcomes: number;
  readonly device?: DeviceHandle;
  readonly queuedRequests?: number;
}

/** Of a procedure, under the names of its calls. */
export const procedureUpdates = {
  complete_step: defineUpdate<Registered, [CallBody]>('complete_step'),
  skip_step: defineUpdate<Registered, [CallBody]>('skip_step'),
  respond_to_checkpoint: defineUpdate<Registered, [CallBody]>('respond_to_checkpoint'),
  report_variables: defineUpdate<Registered, [CallBody]>('report_variables'),
  abort_workflow: defineUpdate<Registered, [CallBody]>('abort_workflow'),
} as const satisfies Record<Call, unknown>;
/** Where it stands, once its definition is loaded: an Update, since queries cannot wait. */
export const begunUpdate = defineUpdate<Registered, [ReadBody]>('begun');
export const getPositionQuery = defineQuery<Registered, [ReadBody?]>('get_position');
export const getAvailableActionsQuery = defineQuery<Registered, [ReadBody?]>('get_available_actions');
/** The reply to a call, by the call's name; or that the run has ended. */
export const answeredQuery = defineQuery<Registered, [ReadBody & { readonly name: string }]>('answered');
export const procedureQuery = defineQuery<ProcedureView>('procedure');

/** `revision`: the one that the caller knows; `name`: the same when the call is repeated; `by`: who calls, an agent by default. Then the fields of the call. */
export interface CallBody {
  readonly revision?: number;
  readonly name?: string;
  readonly by?: 'agent' | 'human';
  readonly [field: string]: unknown;
}

export interface ReadBody {
  readonly by?: 'agent' | 'human';
}

/** What `procedure show` shows. */
export interface ProcedureView {
  readonly workflow: string;
  readonly digest: string;
  readonly revision: number;
  readonly refusals: number;
  readonly variables: Variables;
  /** How many entries are in the run's records, and what came after them. */
  readonly stored: number;
  readonly entries: readonly HistoryEntry[];
}
