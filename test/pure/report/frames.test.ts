// EV3: what is framed is the target, and nothing where that cannot be said.
import { createMemoryArtifactStore } from '../../../src/adapters/memory/artifact-store.js';
import { framesOf } from '../../../src/client/report/step-cards.js';

const control = (label: string, name: string, y: number) => ({ label, name, role: 'button', bounds: { x: 0, y, width: 90, height: 20 } });
const save = { role: 'button', name: 'Save', label: '1' };
const box = (y: number) => ({ x: 0, y, width: 90, height: 20 });

test.each([
  ['by its label, in the list that it was judged on', [control('1', 'Save', 10), control('2', 'Save', 40)], {}, [box(10)]],
  [
    'by its name, in a later list, whose labels are others',
    [control('1', 'Send', 10), control('2', 'Save', 40)],
    { isLater: true },
    [box(40)],
  ],
  ['not at all, where a later list has two of that name', [control('2', 'Save', 10), control('3', 'Save', 40)], { isLater: true }, []],
  ['not at all, where it is gone', [control('2', 'Send', 10)], {}, []],
] as const)('EV3: a target is framed %s', async (_how, controls, more, expected) => {
  const artifacts = createMemoryArtifactStore();
  const ref = await artifacts.putJson({ controls });
  expect(await framesOf(artifacts, [{ controls: ref, target: save, ...more }])).toEqual(expected);
});
