import type { Control } from '../../../src/domain/ui/control.js';

/** One that can be seen and used, always at the same place. */
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

/** A row of a list. */
export const row = (n: number): Control =>
  control('link', `Invoice ${n}`, { path: `main/table/tr[${n}]/a`, bounds: { x: 0, y: n * 48, width: 96, height: 48 } });
