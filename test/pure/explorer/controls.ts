import type { Control } from '../../../src/domain/ui/control.js';

/** A visible, usable control, always at the same place. */
export const control = (role: string, name: string, more: Partial<Control> = {}): Control => ({
  id: `${role}-${name}`,
  role,
  name,
  bounds: { x: 96, y: 96, width: 96, height: 48 },
  enabled: true,
  visible: true,
  interactive: true,
  path: `main/${role}`,
  source: 'tree',
  ...more,
});

/** A list row. */
export const row = (n: number): Control =>
  control('link', `Invoice ${n}`, { path: `main/table/tr[${n}]/a`, bounds: { x: 0, y: n * 48, width: 96, height: 48 } });
