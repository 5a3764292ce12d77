// FL21: the guard's judgement of a call of a page's tool. What a tool is called and how it is described is the page's word for it: it frees no call, and what it says of consequences holds one.
//
// pageguard-1. Each call is held, whatever the tool is called, says of itself or has done before, unless the configuration names tool and origin.
// pageguard-2. One that is named there is still held by what the page says against it (consequential), by what stands in its input (a command that harms), and by the rules of configuration and input.
// pageguard-3. An approval is for that call alone; none is remembered.
import { oneLine } from '../flow/one-line.js';
import { own } from '../own.js';
import { textsIn, type PageTool, type ToolInput } from '../ui/page-tool.js';
import type { UiActionOf } from '../ui/ui-action.js';
import { activationOf, type Activation, type Found } from './activation.js';
import { amountIn } from './amounts.js';
import { isHarmfulCommand } from './commands.js';
import type { JudgedPage } from './judged-page.js';

export const callsPageTool = 'calls a tool of the page';

/** Tools that the configuration lets a model call without asking. */
export interface FreePageTools {
  readonly origin: string;
  readonly tools: readonly string[];
}

type ToolCall = Extract<UiActionOf<unknown>, { readonly type: 'call-tool' }>;

/** pageguard-1. */
export function isFree({ tool }: ToolCall, free: readonly FreePageTools[] = []): boolean {
  return free.some(({ origin, tools }) => origin === tool.origin && tools.includes(tool.name));
}

const mostValues = 24;
const longestDescription = 300;

export function pageToolActivation(tool: PageTool, input: ToolInput, { application, address }: JudgedPage): Activation {
  const values = Object.keys(input).map((key) => `${key} = ${textOf(own(input, key))}`);
  const risks: readonly Found[] = [
    ...(tool.hints.includes('consequential')
      ? [{ kind: 'unclear', why: `the page says that its tool "${tool.name}" has consequences` } as const]
      : []),
    ...textsIn(input)
      .filter(isHarmfulCommand)
      .slice(0, 1)
      .map((text) => ({ kind: 'runs', why: `the command "${text.trim().slice(0, 80)}"` }) as const),
  ];
  return {
    ...activationOf([{ role: 'tool', name: tool.name }], risks),
    remembering: { not: 'a tool of a page is asked about each time' },
    facts: {
      page: address ?? application,
      controls: [`the tool "${tool.name}" of ${tool.origin}`],
      // Quoted, and after what is known: no fact can be added by it.
      beside: [...hintTexts(tool), `the page says of it: ${JSON.stringify(oneLine(tool.description, longestDescription))}`],
      values: values.length > mostValues ? [...values.slice(0, mostValues - 1), `and ${values.slice(mostValues - 1).join(', ')}`] : values,
      amounts: values.filter((text) => amountIn(text)),
    },
  };
}

function hintTexts({ hints, inFrame }: PageTool): readonly string[] {
  return [
    ...(inFrame ? ['it is of a frame'] : []),
    ...(hints.includes('submits') ? ['it sends a form'] : hints.includes('form') ? ['it fills in a form'] : []),
  ];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
