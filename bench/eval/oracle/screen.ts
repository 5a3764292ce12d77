// The inverse of domain/ui/observation-text.ts: the screen as a prompt shows it, read back into lines. A mind that reads only prompts sees no more than this.

export interface SeenControl {
  readonly type: 'control';
  /** Empty: it cannot be used now. */
  readonly label: string;
  /** The short word of its role: btn, a, box, chk … */
  readonly kind: string;
  readonly name: string;
  /** The name is a guess. */
  readonly guessed: boolean;
  readonly value: string;
  readonly states: readonly string[];
  readonly format: string;
  readonly error: string;
  readonly options: readonly string[];
  /** Depth inside other controls. */
  readonly level: number;
}

export type SeenLine =
  | SeenControl
  /** Texts of one row. */
  | { readonly type: 'texts'; readonly texts: readonly string[] }
  | { readonly type: 'heading' | 'alert'; readonly text: string };

const controlLine =
  /^(?<indent> *)(?<label>\d+|~) (?<kind>\S+)(?: (?<name>(?!(?:[=|!] |<\S|\{)).*?))?(?: = (?<value>.*?))?(?: \| (?<states>.*?))?(?: <(?<format>.*?)>)?(?: ! (?<error>.*?))?(?: \{(?<options>.*)\})?$/;

export function parseScreen(text: string): readonly SeenLine[] {
  return text.split('\n').flatMap(lineOf);
}

/** Lines of another form (where the screen is, notices) are not the screen's. */
function lineOf(line: string): readonly SeenLine[] {
  const [sign, rest] = [line.slice(0, 2), line.slice(2)];
  if (sign === '- ') return [{ type: 'texts', texts: rest.split(' · ') }];
  if (sign === '# ') return [{ type: 'heading', text: rest }];
  if (sign === '! ') return [{ type: 'alert', text: rest }];
  const {
    indent = '',
    label,
    kind = '',
    name = '',
    value = '',
    states,
    format = '',
    error = '',
    options,
  } = controlLine.exec(line)?.groups ?? {};
  if (label === undefined) return [];
  const [, guess] = /^\((.*)\)$/.exec(name) ?? [];
  return [
    {
      type: 'control',
      label: label === '~' ? '' : label,
      kind,
      name: guess ?? name,
      guessed: guess !== undefined,
      value,
      states: states?.split(' ') ?? [],
      format,
      error,
      options: options?.split('; ') ?? [],
      level: indent.length / 2,
    },
  ];
}
