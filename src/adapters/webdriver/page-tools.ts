// FL21: what a look tells of the page's tools, and how one is called.
import {
  mapTexts,
  noPageTools,
  offeredPageTools,
  parseToolInput,
  textsIn,
  toolAnswerText,
  type PageTools,
  type ToolInput,
} from '../../domain/ui/page-tool.js';
import type { DeviceAction } from '../../domain/ui/ui-action.js';
import type { Performed } from '../../ports/device.js';
import { ActionFailedError } from '../../ports/device-errors.js';
import { hasSecret, type Secrets } from '../secrets.js';
import { DialogOpenError } from './errors.js';
import { lockForTyped } from './lock-typed.js';
import type { Session } from './session.js';

interface ToolsOf {
  readonly session: Session;
  readonly origins: readonly string[];
  readonly secrets: Secrets;
}

/** ms: a page that is busy has no tools for now. */
const longestReading = 3_000;

/** A page whose tools cannot be read is looked at without them. `notices`: what there is to be told of them. */
export async function readTools({ session, origins, secrets }: ToolsOf): Promise<PageTools & { readonly notices: readonly string[] }> {
  if (!session.pageTools) return { ...noPageTools, notices: [] };
  try {
    const { top, tools } = await inTime(session.pageTools.read(origins));
    const offered = offeredPageTools(tools, { top, origins, mask: (text) => secrets.mask(text) });
    return { ...offered, notices: offered.more > 0 ? [`The page has ${offered.more} more tools, which are not offered.`] : [] };
  } catch (error) {
    if (error instanceof DialogOpenError) throw error;
    return { ...noPageTools, notices: ['Tools of the page could not be read; none is offered.'] };
  }
}

async function inTime<T>(reading: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('the page is busy')), longestReading);
  });
  try {
    return await Promise.race([reading, late]);
  } finally {
    clearTimeout(timer);
    reading.catch(() => undefined);
  }
}

type CallTool = Extract<DeviceAction, { readonly type: 'call-tool' }>;

export async function callTool({ session, origins, secrets }: ToolsOf, { tool, input }: CallTool, signal: AbortSignal): Promise<Performed> {
  if (!session.pageTools) throw new ActionFailedError('not-supported', 'This browser was opened without tools of pages (browser.webmcp).');
  const given = parseToolInput(input);
  if (!given) throw new ActionFailedError('action-failed', `The input of the tool '${tool.name}' is not a JSON object.`);
  await session.toTop();
  // What is judged is what is resolved: a text may write a reference by JSON's escapes.
  const text = textsIn(given).join('\n');
  const resolved = hasSecret(text) ? await withSecrets({ session, secrets }, { given, text, origin: tool.origin }) : given;
  const answer = await session.pageTools.call({ tool, input: resolved, signal, mask: (whole) => secrets.mask(whole, 1) }, origins);
  switch (answer.kind) {
    case 'answered':
      return { text: toolAnswerText(answer.output, (whole) => secrets.mask(whole)) };
    case 'left':
      return { text: 'The tool was called; the page was replaced before it answered.' };
    case 'asks':
      return { text: 'The tool was called; it has opened a dialog and waits for the answer.' };
    case 'filled':
      return { text: 'The form is filled in, and not sent. Check it, and send it yourself.' };
  }
}

/** As for what is typed: for allowed origins, and once the page is kept from sending it elsewhere. That lock is of the page in front, so a frame of another origin gets none. */
async function withSecrets(
  { session, secrets }: Pick<ToolsOf, 'session' | 'secrets'>,
  { given, text, origin }: { readonly given: ToolInput; readonly text: string; readonly origin: string },
): Promise<ToolInput> {
  const { origin: top } = await session.facts();
  if (top !== origin)
    throw new ActionFailedError(
      'secret-refused',
      `Secrets are given to tools of the page in front only; this one is of a frame of ${origin}.`,
    );
  const resolved = mapTexts(given, (each) => secrets.resolve(each, origin).text) as ToolInput;
  await lockForTyped(session, secrets, { text, field: origin });
  return resolved;
}
