// When the pictures of two looks are compared.
import { effectSince } from '../../../src/activities/device/perform-and-look.js';
import { createMemoryArtifactStore } from '../../../src/adapters/memory/artifact-store.js';
import { createSharpImages } from '../../../src/adapters/sharp/sharp-images.js';
import { picture } from '../../support/picture.js';

const tools = { artifacts: createMemoryArtifactStore(), images: createSharpImages() };
const device = {
  screenshot: async (): Promise<Uint8Array> => {
    throw new Error('No picture is needed.');
  },
};
const seen = async (png: Uint8Array) => ({ controls: [], screenshot: await tools.artifacts.put(png, 'image/png') });

test('HE35: no other picture is taken where both are the same', async () => {
  const screen = await seen(await picture(200, 100));
  expect(await effectSince({ before: screen, after: screen, device }, tools)).toEqual({ kind: 'nothing-visible' });
});

test('HE35: that nothing changed is not said without a picture from before, nor with one that nobody can read', async () => {
  const after = await seen(await picture(200, 100));
  expect(await effectSince({ before: { controls: [] }, after, device }, tools)).toBeUndefined();
  expect(await effectSince({ before: await seen(Buffer.from('no picture')), after, device }, tools)).toBeUndefined();
});
