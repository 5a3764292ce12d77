// `explore` and `graph` as people use them: progress, Ctrl-C, resuming, and questions to the map.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { StoredGraph } from '../../src/ports/screen-graph.js';
import { useAgents } from '../support/agents.js';
import { commandLine, type CommandLine } from '../support/command-line.js';
import { sharedServerAddress } from '../support/temporal-server.js';
import { until } from '../support/until.js';

const letters = [...'abcdefghijklmnop'];
/** A row of screens, each with a way on; the first also has a destructive action. */
const row = {
  start: 'a',
  screens: Object.fromEntries(
    letters.map((letter, index) => [
      letter,
      {
        title: `Screen ${letter}`,
        controls: [
          { role: 'heading', name: `This is ${letter}` },
          ...(index + 1 < letters.length
            ? [{ role: 'button', name: `On from ${letter}`, on: { goto: letters[index + 1], delayMs: 150 } }]
            : []),
          ...(index === 0 ? [{ role: 'button', name: 'Delete account', on: { goto: 'p' } }] : []),
        ],
      },
    ]),
  ),
};

// Run once, not replayed: this is about the command line.
describe('an application in a row', () => {
  const world = useAgents();
  let folder: string;
  let steadyhand: CommandLine;
  const app = `row-${process.pid}-${Date.now().toString(36)}`;
  const graph = async (): Promise<StoredGraph> => JSON.parse((await steadyhand('graph', app, '--json')).stdout) as StoredGraph;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'steadyhand-cli-'));
    const { shared } = world.harness.config;
    steadyhand = commandLine({ address: sharedServerAddress(), folder, env: { STEADYHAND_SHARED: shared, STEADYHAND_KINDS: 'memory' } });
    await writeFile(
      join(folder, 'row.json'),
      JSON.stringify({ appId: app, decisionPlane: 'never', device: { kind: 'memory', capabilities: { script: row } } }),
    );
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test('is explored as far as its budget allows: each step shows what was found, tried and left', async () => {
    const { code, stdout } = await steadyhand('explore', '--input', 'row.json', '--steps', '4', '--seed', '1');
    expect(code).toBe(4);
    const told = stdout.split('\n').filter((line) => line.includes('with something untried'));
    expect(told.length).toBeGreaterThan(0);
    for (const line of told)
      expect(line).toMatch(
        /^ +[1-4] {2}\d new screens, \d new edges, \d+ % tried, \d with something untried · breadth · [0-3] steps, \d+ min(?: \d+ s)? left$/,
      );
    expect(stdout).toMatch(/budget_exhausted \(steps\) after 4 steps in /);
    expect(stdout).toMatch(/5 screens and 4 edges found; the map has 5 screens, 4 edges, \d+(\.\d)? % of what can safely be tried/);
    expect(stdout).toMatch(/\d+(\.\d)? screens a minute; 0 steps changed nothing/);
  });

  test('is stopped by Ctrl-C with everything kept, and resumed to its end', async () => {
    const begun = (await graph()).screens.length;
    const stopped = steadyhand.start('explore', '--resume', app, '--input', 'row.json', '--steps', '100', '--seed', '1');
    await until(() => /\d new screens/.test(stopped.stdout()) || stopped.process.exitCode !== null, 'it is under way');
    stopped.process.kill('SIGINT');
    const { code, stdout, stderr } = await stopped.ended;
    expect({ code, stderr }).toEqual({ code: 130, stderr: expect.stringContaining('Stopping: what was found is kept.') });
    expect(stdout).toMatch(/user_cancelled after \d+ steps/);
    const kept = (await graph()).screens.length;
    expect(kept).toBeGreaterThanOrEqual(begun);

    const { code: done, stdout: json } = await steadyhand('explore', '--resume', app, '--input', 'row.json', '--steps', '100', '--json');
    expect(done).toBe(0);
    expect(JSON.parse(json)).toMatchObject({
      outcome: 'completed',
      result: { app_id: app, stop_reason: 'success', coverage_pct: 100, screens: letters.length, screens_new: letters.length - kept },
    });
  });

  test('tells which way leads somewhere, and what a run has added', async () => {
    const way = await steadyhand('graph', app, 'path', 'Screen a', 'Screen c');
    expect(way).toMatchObject({ code: 0, stderr: '' });
    expect(way.stdout).toMatch(/On from a[\s\S]*On from b/);
    expect(way.stdout).not.toContain('On from c');
    const added = await steadyhand('graph', app, 'diff', '3', '1');
    expect(added).toMatchObject({ code: 0, stdout: expect.stringContaining('Screen p') });
    expect(added.stdout).not.toContain('Screen a');
    const { stdout } = await steadyhand('graph', app);
    expect(stdout).toMatch(new RegExp(`${letters.length} screens, \\d+ edges, 3 runs`));
    expect((await steadyhand('graph', app, '--mermaid')).stdout).toMatch(/^(flowchart|graph) /);
  });

  test.each<[what: string, words: string[], code: number, says: RegExp]>([
    ['nothing to explore', ['explore'], 2, /Nothing to explore: give an address/],
    ['a policy that there is none of', ['explore', 'https://a.example', '--policy', 'sideways'], 2, /sideways.*breadth.*depth/],
    ['a count that is none', ['explore', 'https://a.example', '--steps', 'many'], 2, /--steps is 'many', but must be a number/],
    ['an address that is none', ['explore', 'ftp://a.example'], 2, /ftp:\/\/a\.example/],
    ['an application that nobody explored', ['graph', 'nowhere'], 1, /nowhere/],
    ['a question that is none', ['graph', app, 'how'], 2, /'how' is not a question about a map/],
    ['a screen that there is none of', ['graph', app, 'path', 'Screen a', 'Screen z'], 1, /Screen z/],
  ])('%s is refused in a sentence', async (_what, words, code, says) => {
    const ended = await steadyhand(...words);
    expect(ended).toMatchObject({ code, stdout: '', stderr: expect.stringMatching(says) });
    expect(ended.stderr).not.toMatch(/ at .*\.js:\d+/);
  });
});
