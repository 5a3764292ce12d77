import { expect, test } from '@jest/globals';
import { storeFramed } from '../../../src/activities/store-framed.js';
import { createMemoryArtifactStore } from '../../../src/adapters/memory/artifact-store.js';
import { createSharpImages } from '../../../src/adapters/sharp/sharp-images.js';
import { isWebp } from '../../../src/domain/ui/png.js';
import { picture } from '../../support/picture.js';

test('FL6: what a person is shown who is asked, and no model, is stored as WebP', async () => {
  const artifacts = createMemoryArtifactStore();
  const button = { role: 'button', bounds: { x: 10, y: 10, width: 40, height: 20 } };
  const ref = await storeFramed(await picture(100, 60), button, { artifacts, images: createSharpImages() });
  expect(isWebp(await artifacts.get(ref))).toBe(true);
});
