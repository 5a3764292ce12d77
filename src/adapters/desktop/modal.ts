// Which windows of an application are in front of its others, by the word of the display.
import { noModal, type ModalTitles } from './controls.js';
import type { Front } from './front-windows.js';
import { isBehind } from './window-hit.js';
import type { DesktopWindow } from './windows.js';

export async function modalTitles(front: Front | undefined, windows: readonly DesktopWindow[]): Promise<ModalTitles> {
  if (front === undefined || windows.length < 2) return noModal;
  const titles = new Map(windows.map(({ id, title }) => [Number(id), title]));
  const modal = await (await front.windows()).modal([...titles.keys()]);
  const titleOf = ({ id }: (typeof modal)[number]): string => titles.get(id) ?? '';
  const isCovered = (window: (typeof modal)[number]): boolean => modal.some((other) => isBehind(window, other, modal));
  return { front: modal.filter((window) => !isCovered(window)).map(titleOf), behind: modal.filter(isCovered).map(titleOf) };
}
