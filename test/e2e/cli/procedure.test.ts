// The procedure commands as a person and an agent with a shell use them, on the project's examples.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { useAgents } from '../../support/agents.js';
import { commandLine, type CommandLine, type Ended } from '../../support/command-line.js';
import { sharedServerAddress } from '../../support/temporal-server.js';
import { until } from '../../support/until.js';

const examples = fileURLToPath(new URL('../../../examples/procedures', import.meta.url));
const closed = '127.0.0.1:1';

describe('the procedure commands', () => {
  const world = useAgents();
  let folder: string;
  let steadyhand: CommandLine;
  let alone: CommandLine;
  const run = (command: string, ...args: readonly string[]): Promise<Ended> => steadyhand('procedure', command, ...args);
  const local = (command: string, ...args: readonly string[]): Promise<Ended> => alone('procedure', command, ...args);

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'steadyhand-procedure-cli-'));
    const env = { STEADYHAND_PROCEDURES: examples };
    steadyhand = commandLine({ address: sharedServerAddress(), folder, env: { ...env, STEADYHAND_SHARED: world.harness.config.shared } });
    alone = commandLine({ address: closed, folder, env });
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test('P19, P41: a durable run, by its id, to its end: what an agent may not do is refused, what a person does counts', async () => {
    const id = `cli-procedure-${process.pid}-${Date.now().toString(36)}`;
    const started = await run('start', 'release', '--var', 'version=1.40', '--id', id);
    expect(started).toMatchObject({ code: 0, stderr: '' });
    expect(started.stdout).toContain(`prepare › step read-changes`);
    expect(started.stdout).toContain(`steadyhand procedure complete ${id} read-changes --summary "…"`);
    expect(await run('complete', id, 'tag', '--summary', 'done')).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^STEP_OUT_OF_ORDER /),
    });
    expect(await run('complete', id, 'read-changes', '--summary', 'one package', '--output', 'packages=[core')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^error packages=\[core:1:2 is not JSON: .*; 'packages' is of type array: write it as JSON/),
    });
    expect(await run('complete', id, 'read-changes', '--summary', 'one package', '--output', 'packages=["core"]')).toMatchObject({
      code: 0,
    });
    expect(await run('complete', id, 'write-notes', '--summary', 'written')).toMatchObject({ code: 0 });
    expect(await run('complete', id, 'run-tests', '--summary', 'all pass', '--output', 'tests_pass=true')).toMatchObject({ code: 0 });
    expect(await run('skip', id, 'try-upgrade', '--reason', 'no time')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('verify › each-package 1 of 1 ("core") › step check-package'),
    });
    const waiting = await run('complete', id, 'check-package', '--summary', 'fine');
    expect(waiting.stdout).toContain(`steadyhand answer ${id} yes`);
    expect(await run('respond', id, 'ship', 'yes')).toMatchObject({ code: 1, stdout: expect.stringMatching(/^AWAITING_USER /) });
    await until(async () => (await steadyhand('inbox')).stdout.includes(`steadyhand answer ${id} yes`), 'the question in the inbox');
    expect(await run('respond', id, 'ship', 'yes', '--operator')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('publish › step tag'),
    });

    const elsewhere = commandLine({ address: sharedServerAddress(), folder, env: { STEADYHAND_PROCEDURES: join(folder, 'nowhere') } });
    expect(await elsewhere('procedure', 'position', id)).toMatchObject({ code: 0, stdout: expect.stringContaining('publish › step tag') });
    expect(await elsewhere('procedure', 'start', 'release')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('STEADYHAND_PROCEDURES'),
    });

    const state = (await run('state', id)).stdout.trim();
    expect(state).toMatch(/^nav1\./);
    expect(await run('position', state)).toMatchObject({ code: 0, stdout: expect.stringContaining('publish › step tag') });
    for (const step of ['tag', 'publish-packages']) await run('complete', id, step, '--summary', step);
    await run('skip', id, 'announce');
    const ended = await run('complete', id, 'write-down', '--summary', 'well', '--json');
    expect(JSON.parse(ended.stdout)).toMatchObject({ run: id, success: true, complete: true });
    await world.harness.client.workflow.getHandle(id).result();
    expect(await run('position', id)).toMatchObject({ code: 0, stdout: expect.stringContaining('The procedure is complete.') });
    const shown = await run('show', id);
    expect(shown.stdout).toMatch(new RegExp(`^${id} {2}COMPLETED`));
    for (const text of [
      '✔ read-changes: one package (reported packages)',
      '– try-upgrade skipped: no time',
      '◆ ship: yes  human',
      'version = "1.40"',
    ])
      expect(shown.stdout).toContain(text);
    expect((await run('draw', 'release', '--run', id)).stdout).toMatch(/class a0,a1,a2,a3,a4 visited/);
    // Visibility lags behind; it also lists the runs of other suites.
    const listed = new RegExp(`${id} +completed`);
    await until(
      async () => listed.test((await steadyhand('list', '--state', 'COMPLETED', '--limit', '200')).stdout),
      'the run in the list',
    );
  });

  test('a stateless run needs no server: its state is passed from call to call, and shows its story', async () => {
    const begun = JSON.parse((await local('start', 'release', '--stateless', '--var', 'version=2', '--json')).stdout) as { state: string };
    expect(begun).toMatchObject({ success: true, position: { step: 'read-changes' } });
    const next = await local('complete', begun.state, 'read-changes', '--summary', 'none');
    expect(next.stdout).toContain('npx steadyhand procedure complete "$STATE" write-notes');
    const [, state = ''] = /^STATE=(.*)$/m.exec(next.stdout) ?? [];
    expect(await local('show', state)).toMatchObject({ code: 0, stdout: expect.stringContaining('✔ read-changes: none') });
    expect(await local('start', 'shop-order', '--stateless')).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^STEP_RUN_BY_ENGINE /),
    });
  });

  test.each([
    [['start', 'releese', '--stateless'], 1, "WORKFLOW_NOT_FOUND No procedure has the id 'releese'; there are 'release', 'shop-order'."],
    [['start', 'release', '--stateless'], 1, "OUTPUT_TYPE The procedure cannot start without 'version' (string)"],
    [['start', 'release', '--var', 'version=1'], 3, `No Temporal server answers at ${closed}`],
    [['position', 'nobody'], 3, `No Temporal server answers at ${closed}`],
    [['position', 'nav1.x.y'], 1, 'The state was not given out here, or was changed on its way'],
    [['complete', 'x', 'y'], 2, "required option '--summary <text>' not specified"],
    [['complete', 'x', 'y', '--summary', 'z', '--output', 'novalue'], 2, "'novalue' is not a variable; write it as name=value."],
    [['lint', '/nowhere'], 2, '/nowhere cannot be read (ENOENT)'],
    [['draw', 'releese'], 1, "There is no procedure 'releese'"],
  ])('%j ends with %i and a sentence', async (args, code, text) => {
    const [command = '', ...rest] = args;
    const ended = await local(command, ...rest);
    expect(ended.code).toBe(code);
    expect(`${ended.stdout}${ended.stderr}`).toContain(text);
    expect(`${ended.stdout}${ended.stderr}`).not.toMatch(/\n\s+at /);
  });

  test('P62: lint, list and draw: the examples are valid; a broken definition is reported with file and place, and left out', async () => {
    expect(await local('lint', examples, '--profile', 'strict')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/release {2}ok\n.*shop-order {2}ok\n$/),
    });
    expect((await local('lint', examples, '--mermaid')).stdout).toContain('flowchart TD\n  begin((begin))');
    expect((await local('draw', join(examples, 'release'))).stdout).toContain('|"approved == true"|');
    const both = await local('draw', examples);
    expect([both.code, both.stdout.match(/^(?:%% .*|flowchart TD)$/gm)]).toEqual([
      0,
      ['%% release', 'flowchart TD', '%% shop-order', 'flowchart TD'],
    ]);
    const own = join(folder, 'own');
    await mkdir(join(own, 'later'), { recursive: true });
    const activity = '{id: a, name: A, steps: [{kind: action, id: s}]}';
    await writeFile(join(own, 'later', 'workflow.yaml'), `id: later\nversion: "1"\ntitle: Later\nactivities: [${activity}]\n`);
    await mkdir(join(own, 'bad', 'activities'), { recursive: true });
    await writeFile(join(own, 'bad', 'workflow.yaml'), 'id: bad\nversion: "1"\ntitle: Bad\ninitialActivity: nowhere\n');
    await writeFile(join(own, 'bad', 'activities', '01-a.yaml'), 'id: a\nname: A\nsteps: none\n');
    const linted = await local('lint', own);
    expect(linted.code).toBe(1);
    expect(linted.stdout).toContain('later  ok (format: kinds)');
    expect(await local('draw', own)).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('%% later'),
      stderr: expect.stringContaining('bad cannot be followed'),
    });
    expect(linted.stdout).toContain('01-a.yaml: steps: expected a list, found "none" (invalid-field)');
    const listed = await commandLine({ address: closed, folder, env: { STEADYHAND_PROCEDURES: own } })('procedure', 'list');
    expect(listed.code).toBe(0);
    expect(listed.stdout).toMatch(/later +1 +kinds +1 +Later/);
    expect(listed.stderr).toContain(`procedure lint ${join(own, 'bad')}`);
    expect((await local('list')).stdout).toMatch(/release +1\.0\.0 +5 +Release a product/);
  });
});
