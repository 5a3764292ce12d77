/** What a script sees of a request. */
export interface Turn {
  /** All text parts of the prompt, in order. */
  readonly text: string;
  /** Names of the fields that the reply's schema asks for. */
  readonly fields: readonly string[];
  readonly images: number;
}

/** Returns the fields of a reply that matter; the rest is filled in from the schema. */
export type Script = (turn: Turn) => Fields | Promise<Fields>;

type Fields = Readonly<Record<string, unknown>>;

export type AnsweredTurn = Turn & { readonly reply: Readonly<Record<string, unknown>> };

export interface ScriptedModel {
  readonly url: string;
  requests(): readonly AnsweredTurn[];
  close(): Promise<void>;
}

export function startScriptedModel(options: { readonly port?: number; readonly script: Script }): Promise<ScriptedModel>;

export function createScriptedModel(options: { readonly script: Script }): {
  handle(request: Request): Promise<Response>;
  requests(): readonly AnsweredTurn[];
};
