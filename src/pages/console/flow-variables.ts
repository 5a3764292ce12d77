// The variables of a flow document that is being pasted, for a form; the document is checked when the run begins.

export interface FlowVariable {
  readonly name: string;
  /** Its initial value, as a text. */
  readonly initial: string;
}

/** None, while the text is no flow document. */
export function variablesOf(document: string): readonly FlowVariable[] {
  try {
    const { variables } = JSON.parse(document) as { readonly variables?: unknown };
    return Object.entries(isRecord(variables) ? variables : {}).map(([name, initial]) => ({ name, initial: shown(initial) }));
  } catch {
    return [];
  }
}

/** What a person has filled in: JSON where the initial value is none of a text, otherwise as it stands. */
export function readVariables(variables: readonly FlowVariable[], values: Readonly<Record<string, string>>): object {
  return Object.fromEntries(
    variables.flatMap(({ name }) => {
      const value = values[name];
      return value === undefined || value === '' ? [] : [[name, read(value)]];
    }),
  );
}

function read(value: string): unknown {
  if (!/^(?:-?\d+(?:\.\d+)?|true|false|null|\[.*\]|\{.*\})$/s.test(value.trim())) return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
