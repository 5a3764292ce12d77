import type { FlowDocument, FlowInputDocument } from './document.schema.js';

export type { FlowDocument } from './document.schema.js';
export type FlowNode = FlowDocument['nodes'][number];
export type FlowEdge = FlowDocument['edges'][number];
export type EdgeOutput = NonNullable<FlowEdge['output']>;
export type NodeType = FlowNode['node_type'];
/** As an author writes it. */
export type NodeTypeInput = FlowInputDocument['nodes'][number]['node_type'];
export type NodeOf<T extends NodeType['type']> = FlowNode & { readonly node_type: Extract<NodeType, { readonly type: T }> };
export type Condition = Extract<NodeType, { readonly type: 'If' }>['condition'];
export type Operand = Condition['left'];
export type Check = FlowNode['checks'][number];
export type Deed = NodeOf<'Act'>['node_type']['deed'];
export type FormField = NonNullable<FlowDocument['form']>[number];
export type Interruption = NonNullable<FlowDocument['interruptions']>[number];

/** Evaluated in place; they run no tool. */
const controlTypes: readonly NodeType['type'][] = ['If', 'Switch', 'Loop', 'EndLoop'];

export function isControl({ node_type: { type } }: FlowNode): boolean {
  return controlTypes.includes(type);
}

/** `"Find total" (n3)`, for messages to people; just the id if there is no name. */
export function nodeText({ id, name }: Pick<FlowNode, 'id' | 'name'>): string {
  return name === '' ? id : `"${name}" (${id})`;
}

/** `IfTrue`, `SwitchCase "paid"`; nothing for the unlabelled edge. */
export function outputText(output: EdgeOutput | undefined): string {
  if (output === undefined) return '';
  return output.type === 'SwitchCase' ? `SwitchCase "${output.name}"` : output.type;
}
