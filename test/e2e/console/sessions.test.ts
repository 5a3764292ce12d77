// LK71: who is in a console, on its command line, and what a second tab and a program that listens there later get.
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { sessionHeader } from '../../../src/domain/report/console.js';
import { commandLine, type CommandLine, type Started } from '../../support/command-line.js';
import { sharedServerAddress } from '../../support/temporal-server.js';
import { until } from '../../support/until.js';
import { openViewer, type Viewer } from '../../support/viewer.js';

interface Listed {
  readonly id: string;
  readonly by: string;
  readonly browser: string;
}

describe('LK71: the sessions of a console', () => {
  let folder: string;
  let steadyhand: CommandLine;
  let serving: Started;
  let link: string;
  let port: string;
  let viewer: Viewer;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'steadyhand-sessions-'));
    steadyhand = commandLine({ address: sharedServerAddress(), folder });
    serving = steadyhand.start('console', '--port', '0', '--json');
    await until(() => serving.stdout().includes('\n'), 'a console');
    ({ link } = JSON.parse(serving.stdout()) as { readonly link: string });
    port = new URL(link).port;
    viewer = await openViewer();
  });
  afterAll(async () => {
    await viewer?.close();
    serving?.process.kill('SIGTERM');
    await serving?.ended;
    await rm(folder, { recursive: true, force: true });
  });

  /** Whatever the server's other runs are. */
  const isIn = (page: string) =>
    until(async () => (await viewer.eval("document.querySelector('h1')?.textContent")) === page, `the page '${page}'`);

  const listed = async (): Promise<readonly Listed[]> => {
    const { code, stdout, stderr } = await steadyhand('console', 'sessions', '--port', port, '--json');
    expect([code, stderr]).toEqual([0, '']);
    return stdout
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Listed);
  };

  test('where the console is stands in a file of its user alone, and the command itself stays no longer than it asks', async () => {
    expect((await stat(join(folder, `console-${port}.json`))).mode & 0o777).toBe(0o600);
    expect(await listed()).toEqual([]);
    expect((await steadyhand('console', 'sessions', '--port', port)).stdout).toBe('Nobody is in.\n');
  });

  test('a page is in, and stays so when it is loaded again or another tab is opened; no cookie is set', async () => {
    await viewer.go(link);
    await isIn('Inbox');
    expect(await viewer.eval('[document.cookie, location.hash]')).toEqual(['', '']);
    await viewer.go(new URL('/runs', link).href);
    await isIn('Runs');
    await viewer.cover();
    await viewer.go(new URL('/hosts', link).href);
    await isIn('Hosts');
    await viewer.uncover();
    expect((await listed()).map(({ browser }) => browser)).toEqual([expect.stringContaining('Chrome')]);
  });

  test('an ended session shows the way in again', async () => {
    const [session] = await listed();
    const unknown = await steadyhand('console', 'sessions', '--port', port, '--end', 'ffffffff');
    expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining(`The console at port ${port} has no session 'ffffffff'.`)]);
    expect((await steadyhand('console', 'sessions', '--port', port, '--end', session?.id ?? '')).stdout).toBe('Ended: 1.\n');
    await viewer.sees('paste its token here');
    expect(await listed()).toEqual([]);
  });

  test('whoever listens at that port later is shown nothing that opens', async () => {
    await viewer.go(link);
    await isIn('Inbox');
    const kept = await viewer.eval<string>("sessionStorage.getItem('session')");
    serving.process.kill('SIGTERM');
    await serving.ended;
    serving = steadyhand.start('console', '--port', port, '--json');
    await until(() => serving.stdout().includes('\n'), 'another console');
    expect((await fetch(`http://127.0.0.1:${port}/api/me`, { headers: { [sessionHeader]: kept } })).status).toBe(401);
    await viewer.sees('paste its token here');
  });

  test('without a console there is one sentence', async () => {
    const { code, stderr } = await steadyhand('console', 'sessions', '--port', '1');
    expect([code, stderr]).toEqual([1, expect.stringContaining('No console of this folder runs at port 1: --port names another one.')]);
  });
});
