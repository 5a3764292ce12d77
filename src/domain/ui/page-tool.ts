// FL21: tools that a page offers to agents (WebMCP), as they are told, shown and called.
//
// pagetool-1. A tool is its `id`: which document registered it, under which name, with which description, schema and annotations, as the browser tells them. A call is for that id;
//     what has another one by then is another tool.
// pagetool-2. All texts of it are the page's. They are bounded, and masked before they are cut.
// pagetool-3. Offered are tools of the page in front, if its origin is allowed, and of frames of the same origin or of one that the list of allowed ones names. Nobody else's. (Chromium tells of a frame's tools only where the frame has a process of its own: devtools/page-tools.ts.)

/** Between decision and device; ends up in history. */
export interface PageToolRef {
  readonly id: string;
  readonly name: string;
  /** Of the document that registered it, by the browser's word. */
  readonly origin: string;
}

/** What the page says of it; nothing of this is a promise. `form`: a form of the page, filled in by the browser; `submits`: and sent. */
export const pageToolHints = ['readOnly', 'untrustedContent', 'consequential', 'debugging', 'form', 'submits'] as const;
export type PageToolHint = (typeof pageToolHints)[number];

export interface PageTool extends PageToolRef {
  readonly description: string;
  /** JSON schema of its input, as text. */
  readonly schema: string;
  readonly hints: readonly PageToolHint[];
  readonly inFrame?: true;
}

/** As the browser tells it, with everything in full. */
export interface FoundPageTool extends Omit<PageTool, 'origin'> {
  /** `null`: opaque, or none. */
  readonly origin: string | null;
}

/** Offered, and how many more there are. */
export interface PageTools {
  readonly tools: readonly PageTool[];
  readonly more: number;
}

export const noPageTools: PageTools = { tools: [], more: 0 };

/** Stored beside the controls of an observation. */
export interface PageToolList {
  readonly version: 1;
  readonly tools: readonly PageTool[];
}

export const mostPageTools = 40;
const longest = { name: 128, description: 500, schema: 1_500 } as const;
/** Characters of all texts together. */
const mostText = 16_000;

/** pagetool-3. `origins`: allowed ones; empty: any for the page itself, and for its frames its own. */
export function isOffered(
  { origin, inFrame }: Pick<FoundPageTool, 'origin' | 'inFrame'>,
  top: string | null,
  origins: readonly string[],
): boolean {
  if (origin === null || top === null) return false;
  if (origins.length > 0 && !origins.includes(top)) return false;
  return !inFrame || origin === top || origins.includes(origin);
}

/** pagetool-2, pagetool-3. */
export function offeredPageTools(
  found: readonly FoundPageTool[],
  { top, origins, mask }: { readonly top: string | null; readonly origins: readonly string[]; readonly mask: (text: string) => string },
): PageTools {
  const own = found.filter((tool) => isOffered(tool, top, origins));
  const tools: PageTool[] = [];
  let left = mostText;
  const text = (whole: string, most: number): string => cut(mask(whole), most);
  for (const { id, name, origin, description, schema, hints, inFrame } of own.slice(0, mostPageTools)) {
    const tool: PageTool = {
      id,
      // A name is what it is called by: one that is masked or cut is not.
      name,
      origin: origin ?? '',
      description: text(description, longest.description),
      schema: text(schema, longest.schema),
      hints,
      ...(inFrame && { inFrame }),
    };
    if (name.length > longest.name || mask(name) !== name) continue;
    left -= name.length + tool.description.length + tool.schema.length;
    if (left < 0) break;
    tools.push(tool);
  }
  return { tools, more: own.length - tools.length };
}

function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}

/** By which a model names it. */
export function pageToolLabel(index: number): string {
  return `T${index + 1}`;
}

export function parsePageToolList(stored: unknown): readonly PageTool[] {
  if (typeof stored === 'object' && stored !== null && 'version' in stored && stored.version === 1 && 'tools' in stored)
    return (stored as PageToolList).tools;
  throw new TypeError('This artifact is not a list of page tools of version 1');
}

// ── Input and answer ─────────────────────────────────────────────────────────

export type ToolInput = Readonly<Record<string, unknown>>;

/** Characters of an input: as much as a person who is asked can be shown. */
export const longestToolInput = 2_000;

/** JSON text of an object. Undefined: it is none. */
export function parseToolInput(text: string): ToolInput | undefined {
  try {
    const value: unknown = JSON.parse(text.trim() === '' ? '{}' : text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as ToolInput) : undefined;
  } catch {
    return undefined;
  }
}

/** All texts in it, but for keys. */
export function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}

/** The input with other texts; keys stay. */
export function mapTexts(value: unknown, of: (text: string) => string): unknown {
  if (typeof value === 'string') return of(value);
  if (Array.isArray(value)) return value.map((each) => mapTexts(each, of));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, mapTexts(each, of)]));
}

/** Characters of an answer; the rest is left out, and said so. */
export const longestToolAnswer = 64_000;

/** What a tool returned, as text: a text as it is, the texts of MCP's form, else JSON. pagetool-2 */
export function toolAnswerText(output: unknown, mask: (text: string) => string): string {
  const text = mask(textOf(output)).trim();
  if (text === '') return 'The tool returned nothing.';
  return text.length > longestToolAnswer
    ? `${text.slice(0, longestToolAnswer)}… (${text.length - longestToolAnswer} more characters left out)`
    : text;
}

function textOf(output: unknown): string {
  if (output === undefined || output === null) return '';
  if (typeof output === 'string') return output;
  const content = typeof output === 'object' && 'content' in output ? output.content : undefined;
  if (Array.isArray(content) && content.length > 0 && content.every(isText)) return content.map(({ text }) => text).join('\n');
  return JSON.stringify(output);
}

function isText(part: unknown): part is { readonly text: string } {
  return (
    typeof part === 'object' && part !== null && 'type' in part && part.type === 'text' && 'text' in part && typeof part.text === 'string'
  );
}
