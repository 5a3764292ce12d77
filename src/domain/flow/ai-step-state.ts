// The transcript of an AiStep so far, and a model's reply. ai-step.ts decides what follows from it.
import type { ArtifactRef } from '../ui/observation.js';

export interface AiStepState {
  readonly transcript: readonly TranscriptEntry[];
  /** Calls of the last reply that have not been made yet. */
  readonly queue: readonly StepCall[];
  /** Images for the vision model. Without a vision model the agent sees them itself, and the newest again with each later question. */
  readonly unseen: readonly ArtifactRef[];
  readonly calls: number;
}

export interface StepReply {
  readonly text: string;
  readonly tool_calls: readonly StepCall[];
}

export interface StepCall {
  readonly name: string;
  /** As the model wrote them: supposed to be JSON. */
  readonly arguments: string;
}

export type TranscriptEntry =
  | { readonly role: 'assistant'; readonly text: string; readonly calls: readonly StepCall[] }
  | {
      readonly role: 'tool';
      readonly name: string;
      readonly text: string;
      /** The full text, when `text` is only its beginning. */
      readonly textRef?: ArtifactRef;
      readonly images: readonly ArtifactRef[];
      readonly isError: boolean;
    }
  /** What the vision model saw in the preceding images. */
  | { readonly role: 'vision'; readonly text: string };
