// An action as a person says it: `Click “Place order”`, `Type “blue notebook” into “Search”`.
import { recordOf, textOf, type Data } from '../checks/recorded-data.js';

/** `args` without what a target says already. */
type Wording = (aim: string, args: Data) => string;

const quoted = (value: unknown): string => `“${typeof value === 'string' ? value : String(value ?? '')}”`;
const at = ({ x, y }: Data): string => `${String(x)}, ${String(y)}`;

const wordings: Readonly<Record<string, Wording>> = {
  click_input: (aim, { button, double }) => `${double === true ? 'Double-click' : button === 'right' ? 'Right-click' : 'Click'} ${aim}`,
  click: (aim) => `Click ${aim}`,
  click_on_coordinates: (_, args) => `Click at ${at(args)}`,
  set_edit_text: (aim, { text }) => `Type ${quoted(text)} into ${aim}`,
  keyboard_input: (aim, { keys, text }) => `Press ${quoted(keys ?? text)}${aim === '' ? '' : ` in ${aim}`}`,
  wheel_mouse_input: (aim) => `Scroll ${aim}`.trim(),
  scroll: (aim) => `Scroll ${aim}`.trim(),
  select_option: (aim, { values, option }) => `Choose ${quoted(Array.isArray(values) ? values.join(', ') : option)} in ${aim}`,
  navigate: (_, { url }) => `Go to ${textOf(url)}`,
  open_application: (_, { name }) => `Open ${quoted(name)}`,
  drag: (aim) => `Drag ${aim}`.trim(),
};

export function actionWords(action: Data): string {
  const name = textOf(action['function']);
  const target = recordOf(action['target']);
  const args = recordOf(action['args']) ?? {};
  const aim = target ? (textOf(target['name']) === '' ? `the ${textOf(target['role'])}` : quoted(target['name'])) : '';
  const wording = Object.hasOwn(wordings, name) ? wordings[name] : undefined;
  if (wording) return wording(aim, args).trim();
  const words = name.replaceAll('_', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)} ${aim}`.trim();
}
