// Where a walk goes on from, once an event has been understood: decided as data (walk-mended.ts, walk-answers.ts), done in one place (walk.ts).
import type { LimitOutcome } from '../budget/budget.js';
import type { Variables } from '../run/json.js';
import type { FlowEffect, FlowState } from './flow-state.js';
import type { ToolCall } from './tool-call.js';

export type Onward = { readonly state: FlowState } &
  /** The node looks again, by its own rules. */
  (
    | { readonly to: 'call-again' }
    /** Within the budget. */
    | { readonly to: 'do'; readonly next: FlowEffect }
    /** The same for a question to a model: it belongs to a step that was counted. */
    | { readonly to: 'ask-model'; readonly next: FlowEffect }
    | { readonly to: 'close'; readonly call: ToolCall }
    | { readonly to: 'succeeded'; readonly variables: Variables }
    | { readonly to: 'attempt-failed' | 'node-failed'; readonly code: string; readonly message: string }
    | { readonly to: 'completed' }
    | { readonly to: 'limit'; readonly limit: LimitOutcome }
  );
