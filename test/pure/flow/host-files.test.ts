// What a flow names on the host is read in bounds, or refused at once in one sentence with its name: pictures, and files that a browser downloaded.
import { execFileSync } from 'node:child_process';
import { symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { readHostFile } from '../../../src/activities/read-host-file.js';
import { templateBytes } from '../../../src/activities/flow/tool-screen.js';
import { createMemoryArtifactStore } from '../../../src/adapters/memory/artifact-store.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const folder = temporaryFolder();
const at = (name: string): string => join(folder(), name);
const store = createMemoryArtifactStore();

test('a picture is read from its path, or from the store', async () => {
  writeFileSync(at('a.png'), 'picture');
  expect(Buffer.from(await templateBytes(at('a.png'), store)).toString()).toBe('picture');
  expect(Buffer.from(await templateBytes(await store.put(Buffer.from('kept'), 'image/png'), store)).toString()).toBe('kept');
});

test.each<[string, (path: string) => void, string]>([
  ['a device without an end', (path) => symlinkSync('/dev/zero', path), 'it is no regular file'],
  ['a pipe', (path) => void execFileSync('mkfifo', [path]), 'it is no regular file'],
  ['a folder', (path) => symlinkSync('/tmp', path), 'it is a folder'],
  ['a file of 17 MB', (path) => (writeFileSync(path, ''), truncateSync(path, 17_000_000)), 'it has 17000000 bytes, and 16 MB are the most'],
  ['nothing', () => undefined, 'ENOENT'],
])('%s is no picture', async (_what, make, why) => {
  make(at('a.png'));
  await expect(templateBytes(at('a.png'), store)).rejects.toMatchObject({
    code: 'picture-unreadable',
    message: expect.stringContaining(`The template '${at('a.png')}' cannot be read: ${why}`) as unknown,
  });
});

test('a link in a folder of downloads is not followed', async () => {
  writeFileSync(at('secret'), 'x');
  symlinkSync(at('secret'), at('report.csv'));
  await expect(readHostFile(at('report.csv'), { most: 10, follow: false })).rejects.toThrow('ELOOP');
  expect(Buffer.from(await readHostFile(at('report.csv'), { most: 10, follow: true })).toString()).toBe('x');
});
