// Shorthand for flows and conditions, as JSON before defaults are filled in.
import type { Condition, Operand } from '../../../src/domain/flow/document.js';

export const variable = (name: string): Operand => ({ type: 'Variable', name });

export function literal(value: string | number | boolean): Operand {
  if (typeof value === 'string') return { type: 'Literal', value: { type: 'String', value } };
  if (typeof value === 'number') return { type: 'Literal', value: { type: 'Number', value } };
  return { type: 'Literal', value: { type: 'Bool', value } };
}

export const when = (left: Operand, operator: Condition['operator'], right: Operand = literal('')): Condition => ({
  left,
  operator,
  right,
});

const always = when(literal(true), 'Equals', literal(true));

interface NodeJson {
  readonly id: string;
  readonly name: string;
  readonly node_type: object;
}

export const node = (id: string, nodeType: object, more: object = {}): NodeJson => ({ id, name: id, node_type: nodeType, ...more });
export const text = (id: string, more: object = {}): NodeJson => node(id, { type: 'TypeText', text: 'x' }, more);
export const branch = (id: string, condition = always): NodeJson => node(id, { type: 'If', condition });
export const choice = (id: string, ...names: readonly string[]): NodeJson =>
  node(id, { type: 'Switch', cases: names.map((name) => ({ name, condition: always })) });
export const loop = (id: string, condition = always): NodeJson => node(id, { type: 'Loop', exit_condition: condition });
export const end = (id: string, loopId: string): NodeJson => node(id, { type: 'EndLoop', loop_id: loopId });

/** `label` as in messages: `IfTrue`, `SwitchCase paid`. */
export function edge(from: string, to: string, label?: string): object {
  if (label === undefined) return { from, to };
  const [type, name] = label.split(' ');
  return { from, to, output: name === undefined ? { type } : { type, name } };
}

export const flow = (nodes: readonly unknown[], edges: readonly unknown[] = []): object => ({ name: 'flow', nodes, edges });
