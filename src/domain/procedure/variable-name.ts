// Names of variables.

/** Dots lead into objects. */
export const variableName = /^[A-Za-z_][\w-]*(?:\.[\w-]+)*$/;

/** Words that code which copies objects stumbles over. */
const reserved: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

export function isReserved(name: string): boolean {
  return name.split('.').some((part) => reserved.has(part));
}
