/** What a prompt of steadyhand says, as facts. */
export interface PromptFacts {
  readonly request: string;
  /** Of an AppAgent. */
  readonly subtask: string;
  readonly title: string;
  readonly seen: string;
  find(
    kind: string,
    name: RegExp,
  ): { readonly label: string; readonly kind: string; readonly name: string; readonly value: string } | undefined;
  readonly answers: readonly string[];
  readonly previousSubtasks: readonly { readonly status: string; readonly result: string }[];
  readonly applications: readonly { readonly number: string; readonly name: string; readonly current: boolean }[];
  readonly news: string;
}

export function readPrompt(text: string): PromptFacts;
