import { expect, test } from '@jest/globals';
import { createOpened } from '../../../src/worker/start-worker.js';

function things() {
  const closed: string[] = [];
  const thing = (name: string, broken = false) => ({
    close(): Promise<void> {
      closed.push(name);
      return broken ? Promise.reject(new Error(`${name} is broken`)) : Promise.resolve();
    },
  });
  return { closed, thing };
}

test('what was opened is closed, last first and once', async () => {
  const { closed, thing } = things();
  const opened = createOpened();
  const folder = thing('folder');
  expect(opened.add(folder)).toBe(folder);
  opened.add(thing('connection'));
  await opened.close();
  await opened.close();
  expect(closed).toEqual(['connection', 'folder']);
});

test('one that cannot be closed does not keep the others open', async () => {
  const { closed, thing } = things();
  const opened = createOpened();
  for (const [name, broken] of [['folder'], ['connection', true], ['ports', true], ['journal']] as const) opened.add(thing(name, broken));
  await expect(opened.close()).rejects.toThrow('ports is broken');
  expect(closed).toEqual(['journal', 'ports', 'connection', 'folder']);
});
