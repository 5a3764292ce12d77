import { deedWords, isActionNode, nodeWords } from '../action/actions.js';
import { placeText } from '../action/pointer.js';
import { assertNever } from '../errors/assert-never.js';
import { conditionText } from './condition.js';
import type { FlowNode, NodeOf, NodeType, FlowEdge } from './document.js';
import { oneLine, targetText } from './one-line.js';

const longest = 60;

/** `Click "Submit"`: what a node does, in one line of at most 60 characters, for drawings and log lines. */
export function nodeSummary({ node_type: type }: Pick<FlowNode, 'node_type'>): string {
  return oneLine(actionText(type), longest);
}

function actionText(type: NodeType): string {
  if (isActionNode(type)) return nodeWords[type.type].text(type);
  switch (type.type) {
    case 'AiStep':
      return `AI: ${type.prompt}`;
    case 'TakeScreenshot':
      return screenshotText(type);
    case 'FindText':
      return `Find ${type.match_mode === 'Exact' ? 'exactly ' : ''}"${type.search_text}"${type.scope === undefined ? '' : ` in ${type.scope}`}`;
    case 'FindImage':
      return `Find image ${type.template_image.split(/[/\\]/).at(-1) ?? ''}`;
    case 'ListWindows':
      return `List windows${type.app_name === undefined ? '' : ` of ${type.app_name}`}`;
    case 'McpToolCall':
      return callText(type.tool_name, type.arguments);
    case 'AppDebugKitOp':
      return callText(type.operation_name, type.parameters);
    case 'If':
      return `If ${conditionText(type.condition)}`;
    case 'Switch':
      return type.cases.map(({ name, condition }) => `${name}: ${conditionText(condition)}`).join('; ');
    case 'Loop':
      if (type.over !== undefined || !type.exit_condition) return `For each ${type.as ?? 'line'} of ${type.over}`;
      return `Up to ${type.max_iterations} times, until ${conditionText(type.exit_condition)}`;
    case 'EndLoop':
      return `Back to ${type.loop_id}`;
    case 'AgentTask':
      return `Agent: ${type.request}`;
    case 'Ask':
      return type.question === undefined ? `Confirm: ${type.confirmation ?? ''}` : `Ask: ${type.question}`;
    case 'Flow':
      return `Run flow ${type.name}`;
    case 'Act':
      return deedText(type);
    case 'Read':
      return `Read ${targetText(type.target)}`;
    case 'Expect':
      return `Expect ${[type.screen.headings[0] ?? type.screen.title ?? type.screen.place ?? '', ...type.screen.texts].filter((text) => text !== '').join(', ')}`;
    default:
      return assertNever(type);
  }
}

function deedText({ deed, target }: NodeOf<'Act'>['node_type']): string {
  const at = target && targetText(target);
  return deedWords[deed.type].text(deed, { on: at === undefined ? '' : ` ${at}`, within: at === undefined ? '' : ` in ${at}` });
}

function screenshotText({ mode, target, width, height, x, y }: NodeOf<'TakeScreenshot'>['node_type']): string {
  if (mode === 'Region') return `Screenshot of ${width} × ${height} px${placeText({ x, y })}`;
  return `Screenshot of ${mode === 'Screen' ? 'the screen' : `the window${target === undefined ? '' : ` ${target}`}`}`;
}

function callText(name: string, values: Readonly<Record<string, unknown>>): string {
  return Object.keys(values).length === 0 ? name : `${name} ${JSON.stringify(values)}`;
}

const longestLabel = 30;

/** The label of an edge in a drawing: `true`, `body ×3`, the name of a case. None on the unlabelled edge: it is the only one, and its node shows the count. */
export function edgeLabel(edge: FlowEdge, times = 0): string {
  const label = oneLine(outputLabel(edge), longestLabel);
  return label === '' ? '' : withTimes(label, times);
}

export function withTimes(text: string, times: number): string {
  return times > 0 ? `${text} ×${times}` : text;
}

function outputLabel({ output }: FlowEdge): string {
  switch (output?.type) {
    case undefined:
      return '';
    case 'IfTrue':
      return 'true';
    case 'IfFalse':
      return 'false';
    case 'SwitchCase':
      return output.name;
    case 'SwitchDefault':
      return 'default';
    case 'LoopBody':
      return 'body';
    case 'LoopDone':
      return 'done';
    default:
      return assertNever(output);
  }
}
