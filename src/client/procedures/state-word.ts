/** Whether it is a state, not the id of a run. */
export function isState(text: string): boolean {
  return text.startsWith('nav1.');
}
