// The built-in tools as a model reads them, and what each does to the world. Their arguments are judged where they are carried out.
export interface BuiltInTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of each argument. */
  readonly properties: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly required?: readonly string[];
  /** `launch` opens something, `input` acts on what is there. */
  readonly effect: 'read' | 'input' | 'launch';
  /** The agents' function that does the same: guard rules know it by that name. */
  readonly asFunction?: string;
}

const text = { type: 'string' } as const;
const number = { type: 'number' } as const;
const flag = { type: 'boolean' } as const;

export const builtInTools = [
  {
    name: 'take_screenshot',
    description:
      'Takes a picture of the screen. mode: screen, window (app_name brought to the front) or region (x, y, width, height in px).',
    properties: {
      mode: { type: 'string', enum: ['screen', 'window', 'region'] },
      app_name: text,
      x: number,
      y: number,
      width: number,
      height: number,
      include_ocr: flag,
    },
    effect: 'read',
  },
  {
    name: 'find_text',
    description: 'Finds a text on the screen. Gives the matches with their middle in px, the best first, and what else is there.',
    properties: { text, match_mode: { type: 'string', enum: ['contains', 'exact'] }, app_name: text, select: text },
    required: ['text'],
    effect: 'read',
  },
  {
    name: 'find_image',
    description: 'Finds a small picture on the screen.',
    properties: { template: text, threshold: number, max_results: number },
    required: ['template'],
    effect: 'read',
  },
  {
    name: 'click',
    description: 'Clicks a text on the screen, or a point (x, y in px). button: left, right, middle; click_count: 1 to 3.',
    properties: {
      text,
      app_name: text,
      x: number,
      y: number,
      button: { type: 'string', enum: ['left', 'right', 'middle'] },
      click_count: number,
    },
    effect: 'input',
    asFunction: 'click_input',
  },
  {
    name: 'type_text',
    description: 'Types text into what has the focus: click a field first. A secret is written {{secret:NAME}}.',
    properties: { text },
    required: ['text'],
    effect: 'input',
    asFunction: 'set_edit_text',
  },
  {
    name: 'press_key',
    description: 'Presses a key such as Enter, Tab, Escape, ArrowDown, F5, a; modifiers: ctrl, alt, shift.',
    properties: { key: text, modifiers: { type: 'array', items: text } },
    required: ['key'],
    effect: 'input',
    asFunction: 'keyboard_input',
  },
  {
    name: 'scroll',
    description: 'Scrolls by delta_y px, down when positive, over the middle of the screen or over x, y.',
    properties: { delta_y: number, x: number, y: number },
    required: ['delta_y'],
    effect: 'input',
    asFunction: 'wheel_mouse_input',
  },
  { name: 'list_windows', description: 'Lists the open windows (tabs of a browser).', properties: { app_name: text }, effect: 'read' },
  { name: 'list_apps', description: 'Lists the applications that run or can be launched.', properties: {}, effect: 'read' },
  {
    name: 'focus_window',
    description: 'Brings a window to the front, by its id or by the name of its application.',
    properties: { window_id: text, app_name: text, pid: text, bring_to_front: flag },
    effect: 'input',
    asFunction: 'select_application',
  },
  {
    name: 'launch_app',
    description: 'Launches an application.',
    properties: { app_name: text },
    required: ['app_name'],
    effect: 'launch',
    asFunction: 'launch_application',
  },
  {
    name: 'navigate',
    description: 'Opens an address in the browser.',
    properties: { url: text },
    required: ['url'],
    effect: 'input',
    asFunction: 'navigate',
  },
] as const satisfies readonly BuiltInTool[];

export function builtInTool(name: string): (typeof builtInTools)[number] | undefined {
  return builtInTools.find((tool) => tool.name === name);
}
