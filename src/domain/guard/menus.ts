// Lists of places to go to, which their makers call a menu or nothing at all.
import type { Control } from '../ui/control.js';
import { mannerOf, nameSays } from './names.js';

const entryOfList = /^(.+)\/li(?:\[\d+\])?\//;
const fewest = 4;

/** Whether the control is an entry of one: a list of at least four links, each alone in its entry, of whose names at most one in four says that it does something. */
export function isInMenu(controls: readonly Control[], control: Control): boolean {
  const list = entryOfList.exec(control.path)?.[1];
  if (list === undefined) return false;
  const inside = controls.filter(({ interactive, path }) => interactive && path.startsWith(`${list}/li`));
  const entries = new Set(inside.map(({ path }) => path.slice(list.length + 1).split('/', 1)[0]));
  if (entries.size < fewest || entries.size !== inside.length || inside.some(({ role }) => role !== 'link')) return false;
  const doing = inside.filter(({ name, role }) => nameSays(name, mannerOf(role)).risks.length > 0);
  return doing.length * fewest <= inside.length;
}
