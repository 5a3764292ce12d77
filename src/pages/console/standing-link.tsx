import { standingAddress } from './places.js';

const names: Readonly<Record<string, string>> = { flow: 'Drawing', explorer: 'Map', procedure: 'Outline' };

/** Where a run of that workflow type stands beyond its steps; nothing for agents. */
export function StandingLink({ id, type }: { readonly id: string; readonly type: string }) {
  const name = names[type];
  return name === undefined ? null : <a href={standingAddress(id)}>{name}</a>;
}
