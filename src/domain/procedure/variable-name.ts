// Names of variables.

/** Dots lead into objects. */
export const variableName = /^[A-Za-z_][\w-]*(?:\.[\w-]+)*$/;

/** Words that code which copies objects stumbles over. */
const reserved: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** Whether a field somewhere in the value is called `__proto__`: schema libraries drop it in silence, and copies may lose it. */
export function hasPrototypeField(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.hasOwn(value, '__proto__') || Object.values(value).some(hasPrototypeField);
}

export function isReserved(name: string): boolean {
  return name.split('.').some((part) => reserved.has(part));
}
