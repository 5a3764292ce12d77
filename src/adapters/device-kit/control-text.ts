// Controls as text, for devices that have no source of their own.
import type { Control } from '../../domain/ui/control.js';

/** What a person reads in it; empty when there is nothing. */
export function lineOf({ name, value }: Control): string {
  return [name, value].filter((text) => text !== undefined && text !== '').join(': ');
}

/** One line each, with its place. */
export function sourceOf(controls: readonly Control[]): string {
  return controls.map(({ role, name, value, path }) => `${path} ${role} "${name}"${value === undefined ? '' : ` = ${value}`}`).join('\n');
}
