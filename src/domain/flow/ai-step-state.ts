// What an AiStep has said and done so far, and what a model replies. What follows from it stands in ai-step.ts.
import type { ArtifactRef } from '../ui/observation.js';

export interface AiStepState {
  readonly transcript: readonly TranscriptEntry[];
  /** Calls of the last reply that are still to be made. */
  readonly queue: readonly StepCall[];
  /** Images for the vision model to look at. Without one the agent sees them, and then the newest of them beside each later question. */
  readonly unseen: readonly ArtifactRef[];
  readonly calls: number;
}

export interface StepReply {
  readonly text: string;
  readonly tool_calls: readonly StepCall[];
}

export interface StepCall {
  readonly name: string;
  /** As the model wrote them: JSON, hopefully. */
  readonly arguments: string;
}

export type TranscriptEntry =
  | { readonly role: 'assistant'; readonly text: string; readonly calls: readonly StepCall[] }
  | {
      readonly role: 'tool';
      readonly name: string;
      readonly text: string;
      /** The whole of it, when `text` is only its beginning. */
      readonly textRef?: ArtifactRef;
      readonly images: readonly ArtifactRef[];
      readonly isError: boolean;
    }
  /** What the vision model saw in the images before. */
  | { readonly role: 'vision'; readonly text: string };
