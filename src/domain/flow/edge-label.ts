import { assertNever } from '../errors/assert-never.js';
import type { FlowEdge } from './document.js';
import { oneLine } from './one-line.js';

const longest = 30;

/** The label of an edge in a drawing: `true`, `body ×3`, the name of a case. None on the unlabelled edge: it is the only one, and its node shows the count. */
export function edgeLabel(edge: FlowEdge, times = 0): string {
  const label = oneLine(outputLabel(edge), longest);
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
