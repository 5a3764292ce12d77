// Reads `when`, a condition in one line, as the condition that it means (docs/design/procedure.md §1):
//
//   or          = and, { "||", and }
//   and         = unary, { "&&", unary }
//   unary       = "!", unary | "(", or, ")" | "true" | "false" | variable, [ comparison, literal ]
//   comparison  = "==" | "!=" | ">" | "<" | ">=" | "<="
//   literal     = "true" | "false" | "null" | number | "text" | 'text' | word
//
// when-1. It is total: every text is a condition, always true, or told as not understood. It never throws, and its depth is bounded.
// when-2. A variable alone is true unless it is unset, false, 0 or an empty text. A word after a comparison is a text.
import type { Json } from '../run/json.js';
import type { Condition } from './definition.js';

type WhenRead = { readonly condition: Condition } | { readonly always: true } | { readonly wrong: string };

type Folded = Condition | boolean;
type Operator = Extract<Condition, { readonly type: 'simple' }>['operator'];

interface Token {
  readonly type: 'sign' | 'literal' | 'word';
  readonly text: string;
  readonly value: Json;
}

class Wrong extends Error {}

const depthMost = 64;
const lengthMost = 2_000;
const comparisons: ReadonlySet<string> = new Set(['==', '!=', '>', '<', '>=', '<=']);
const constants: Readonly<Record<string, Json>> = { true: true, false: false, null: null };
const token =
  /\s*(?:(\|\||&&|[=!<>]=|[!<>()])|"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|(-?\d+(?:\.\d+)?)(?![\w.-])|([A-Za-z_][\w-]*(?:\.[\w-]+)*)(?![\w.-]))\s*/y;

export function readWhen(text: string): WhenRead {
  try {
    const folded = new Reader(tokensOf(text)).whole();
    if (folded === true) return { always: true };
    return folded === false ? { wrong: 'it is never true' } : { condition: folded };
  } catch (error) {
    if (error instanceof Wrong) return { wrong: error.message };
    throw error;
  }
}

function tokensOf(text: string): readonly Token[] {
  if (text.length > lengthMost) throw new Wrong(`it is longer than ${lengthMost} characters`);
  const tokens: Token[] = [];
  token.lastIndex = 0;
  for (let at = 0; at < text.length; at = token.lastIndex) {
    token.lastIndex = at;
    const found = token.exec(text);
    if (!found) throw new Wrong(`nothing is known that begins with ${JSON.stringify(text.slice(at).trim().slice(0, 20))}`);
    const [, sign, double, single, number, word] = found;
    const quoted = double ?? single;
    if (sign !== undefined) tokens.push({ type: 'sign', text: sign, value: null });
    else if (quoted !== undefined) tokens.push({ type: 'literal', text: quoted, value: quoted.replace(/\\(.)/gs, '$1') });
    else if (number !== undefined) tokens.push({ type: 'literal', text: number, value: Number(number) });
    else if (word !== undefined && Object.hasOwn(constants, word))
      tokens.push({ type: 'literal', text: word, value: constants[word] ?? null });
    else tokens.push({ type: 'word', text: word ?? '', value: word ?? '' });
  }
  return tokens;
}

class Reader {
  private next = 0;

  constructor(private readonly tokens: readonly Token[]) {}

  whole(): Folded {
    if (this.tokens.length === 0) throw new Wrong('it is empty');
    const read = this.joined('||', 0);
    const rest = this.tokens[this.next];
    if (rest) throw new Wrong(`'${rest.text}' is not expected there`);
    return read;
  }

  private joined(sign: '||' | '&&', depth: number): Folded {
    const parts: Folded[] = [];
    do parts.push(sign === '||' ? this.joined('&&', depth) : this.unary(depth));
    while (this.takes(sign));
    // An `||` is decided by one that is true, an `&&` by one that is false.
    const deciding = sign === '||';
    if (parts.includes(deciding)) return deciding;
    const conditions = parts.filter((part) => typeof part !== 'boolean');
    const [only] = conditions;
    if (only === undefined) return !deciding;
    return conditions.length === 1 ? only : { type: sign === '||' ? 'or' : 'and', conditions };
  }

  private unary(depth: number): Folded {
    if (depth > depthMost) throw new Wrong(`it is nested deeper than ${depthMost}`);
    if (this.takes('!')) {
      const inner = this.unary(depth + 1);
      return typeof inner === 'boolean' ? !inner : { type: 'not', condition: inner };
    }
    if (this.takes('(')) {
      const inner = this.joined('||', depth + 1);
      if (!this.takes(')')) throw new Wrong("a ')' is missing");
      return inner;
    }
    const first = this.take();
    if (first.type === 'literal' && typeof first.value === 'boolean') return first.value;
    if (first.type !== 'word') throw new Wrong(`a variable is expected, not '${first.text}'`);
    const sign = this.tokens[this.next];
    if (sign?.type !== 'sign' || !comparisons.has(sign.text)) return isTruthy(first.text);
    this.next += 1;
    const literal = this.take();
    if (literal.type === 'sign') throw new Wrong(`a value is expected after '${sign.text}', not '${literal.text}'`);
    return { type: 'simple', variable: first.text, operator: sign.text as Operator, value: literal.value };
  }

  private takes(sign: string): boolean {
    const { type, text } = this.tokens[this.next] ?? {};
    if (type !== 'sign' || text !== sign) return false;
    this.next += 1;
    return true;
  }

  private take(): Token {
    const taken = this.tokens[this.next];
    if (!taken) throw new Wrong('it ends too early');
    this.next += 1;
    return taken;
  }
}

/** when-2. */
function isTruthy(variable: string): Condition {
  const differs = (value: Json): Condition => ({ type: 'simple', variable, operator: '!=', value });
  return { type: 'and', conditions: [{ type: 'simple', variable, operator: 'exists' }, differs(false), differs(0), differs('')] };
}
