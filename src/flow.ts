// `steadyhand/flow`: flows written in TypeScript. They become the JSON that `steadyhand flow run` takes.
export {
  choose,
  defineFlow,
  repeatUntil,
  step,
  variable,
  when,
  type Block,
  type NodeOptions,
  type StepType,
} from './domain/flow/define-flow.js';
export type { Check, Condition, FlowDocument, FlowNode, NodeOf, NodeType } from './domain/flow/document.js';
export type { FlowInputDocument } from './domain/flow/document.schema.js';
export { parseFlow, type ParsedFlow } from './domain/flow/parse-flow.schema.js';
export { problemText, type Problem } from './domain/flow/problem.js';
