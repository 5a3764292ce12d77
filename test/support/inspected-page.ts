// A page of the console as everybody may see it: light and dark, wide and narrow, without serious findings of accessibility.
import { expect } from '@jest/globals';
import type { Viewer } from './viewer.js';

/** With `STEADYHAND_SHOTS` (a folder), each is kept as a picture. */
export async function inspectPage(viewer: Viewer, what: string): Promise<void> {
  for (const scheme of ['light', 'dark'] as const) {
    await viewer.scheme(scheme);
    for (const width of [1440, 360]) {
      await viewer.size(width, 900);
      expect([what, scheme, await viewer.axe()]).toEqual([what, scheme, []]);
      expect(await viewer.eval<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
      const folder = process.env['STEADYHAND_SHOTS'];
      if (folder !== undefined) await viewer.screenshot(`${folder}/${what}-${scheme}-${width}.png`);
    }
  }
  await viewer.size(1280, 800);
  await viewer.scheme('light');
}
