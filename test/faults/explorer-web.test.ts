// An explorer in a real browser, on a site full of traps.
import { describe, expect, jest, test, beforeAll, afterAll } from '@jest/globals';
import type { ExplorerSummary } from '../../src/domain/explorer/requests.js';
import type { StoredGraph } from '../../src/ports/screen-graph.js';
import { createFileArtifactStore } from '../../src/adapters/filesystem/artifact-store.js';
import type { explorer, screenGraph } from '../../src/workflows/index.js';
import { progressQuery, taskQueue, type ProgressView } from '../../src/workflows/messages.js';
import { usePages } from '../support/agents.js';
import type { Exploring } from '../support/explorers.js';
import { startExploredSite, type ExploredSite } from '../support/explored-site.js';
import { until } from '../support/until.js';
import { join } from 'node:path';

jest.setTimeout(300_000);

// Run once, not replayed: this is about the browser.
describe('an explorer in a real browser', () => {
  const world = usePages();
  let site: ExploredSite;
  let summary: ExplorerSummary;
  let asked: readonly string[];
  let graph: StoredGraph;
  beforeAll(async () => {
    site = await startExploredSite();
    const { client, config } = world.harness;
    const workflowId = `explore-web-${process.pid}-${Date.now().toString(36)}`;
    const exploring = await client.workflow.start<typeof explorer>('explorer', {
      taskQueue,
      workflowId,
      args: [{ device: { kind: 'web', url: `${site.origin}/` }, decisionPlane: 'never', seed: 1, budget: { max_steps: 120 } }],
    });
    const answering = new AbortController();
    const answered = leavingDrafts(exploring, answering.signal);
    summary = await exploring.result();
    answering.abort();
    asked = await answered;
    const ref = await client.workflow.execute<typeof screenGraph>('screenGraph', {
      taskQueue,
      workflowId: `${workflowId}-graph`,
      args: [{ appId: site.origin }],
    });
    graph = (await createFileArtifactStore({ folder: join(config.shared, 'artifacts') }).getJson(ref)) as StoredGraph;
  });
  afterAll(() => site.close());

  const screens = (title: string): StoredGraph['screens'] => graph.screens.filter((screen) => screen.title === title);
  /** How often the action of that name was done on that page. */
  const tries = (title: string, label: string): number =>
    screens(title)
      .flatMap(({ actions }) => actions)
      .filter((action) => action.label === label)
      .reduce((sum, action) => sum + action.tries, 0);
  const first = (entry: string): number => site.log.indexOf(entry);
  /** It was requested or reported, and pages were opened afterwards. */
  const wentOnAfter = (entry: string): boolean =>
    first(entry) >= 0 && site.log.slice(first(entry) + 1).some((later) => later.startsWith('GET 127.0.0.1/'));

  test('gets through, sees every page, and does nothing irreversible', () => {
    expect([...new Set(graph.screens.map(({ title }) => title))].sort()).toEqual(
      ['Account', 'Article', 'Clock', 'Draft', 'Files', 'News', 'Posts', 'Sign in', 'Slow', 'Start'].sort(),
    );
    expect(site.log).not.toContain('POST 127.0.0.1/deleted');
    expect(tries('Account', 'Delete account')).toBe(0);
    expect(summary).toMatchObject({ stop_reason: 'success', coverage_pct: 100, restarts: 0 });
  });

  test('a consent wall: it accepts and continues', () => {
    expect(tries('News', 'Accept')).toBeGreaterThan(0);
    expect(first('TELL accepted')).toBeGreaterThanOrEqual(0);
    const refused = first('TELL settings');
    if (refused >= 0) expect(first('TELL accepted')).toBeLessThan(refused);
    expect(wentOnAfter('TELL accepted')).toBe(true);
    expect(first('GET 127.0.0.1/article')).toBeGreaterThan(first('TELL accepted'));
  });

  test('a login form: it fills in the name, leaves the password alone, and sees one screen whatever the answer', () => {
    expect(tries('Sign in', 'User name')).toBeGreaterThan(0);
    expect(tries('Sign in', 'Password')).toBe(0);
    expect(site.log).toContain('TELL signed in as Test');
    expect(site.log.join()).not.toContain('with a password');
    expect(screens('Sign in')).toHaveLength(1);
    expect(wentOnAfter('TELL signed in as Test')).toBe(true);
  });

  test('an infinite list: it grows by its button and by scrolling, and stays one screen', () => {
    expect(site.log).toContain('TELL more by button');
    expect(site.log).toContain('TELL more by scroll');
    expect(screens('Posts')).toHaveLength(1);
    expect(tries('Posts', 'More')).toBeLessThanOrEqual(2);
    expect(wentOnAfter('TELL more by button')).toBe(true);
  });

  test('a page that changes every second: one screen', () => {
    expect(screens('Clock')).toHaveLength(1);
    expect(wentOnAfter('GET 127.0.0.1/clock')).toBe(true);
  });

  test('LK77: a page with a beforeunload dialog and text typed in it: it asks a person, and leaves', () => {
    expect(tries('Draft', 'Text')).toBeGreaterThan(0);
    expect(new Set(asked)).toEqual(new Set(['deletes something: it leaves a page that has unsaved input']));
    expect(wentOnAfter('TELL asked before it was left')).toBe(true);
  });

  test('a link that leaves the allowed origins: it is sent back, and nothing from there is kept', () => {
    expect(tries('Files', 'Partner')).toBeGreaterThan(0);
    expect(wentOnAfter('GET localhost/elsewhere')).toBe(true);
    expect(graph.screens.map(({ title }) => title)).not.toContain('Nothing');
  });

  test('a download: the file is taken, and the page stays', () => {
    expect(tries('Files', 'Report')).toBeGreaterThan(0);
    expect(wentOnAfter('GET 127.0.0.1/report.csv')).toBe(true);
    expect(screens('Files')).toHaveLength(1);
  });

  test('a print dialog: it opens and does not block the run', () => {
    expect(tries('Files', 'Print')).toBeGreaterThan(0);
    expect(first('TELL prints')).toBeGreaterThanOrEqual(0);
    expect(wentOnAfter('TELL has printed')).toBe(true);
  });

  test('a page that hangs for seconds, one that waits for an answer that never comes, and a link to an address that never answers', () => {
    for (const entry of ['TELL hung', 'TELL asked']) expect(wentOnAfter(entry)).toBe(true);
    expect(site.log).not.toContain('TELL answered');
    expect(tries('Slow', 'Never')).toBeGreaterThan(0);
    expect(wentOnAfter('GET 127.0.0.1/never')).toBe(true);
    expect(screens('Slow')).toHaveLength(1);
  });

  test('E5: an address where nothing answers ends the run at once', async () => {
    const summary = await world.harness.client.workflow.execute<typeof explorer>('explorer', {
      taskQueue,
      workflowId: `explore-nowhere-${process.pid}-${Date.now().toString(36)}`,
      args: [{ device: { kind: 'web', url: 'http://127.0.0.1:1/' }, decisionPlane: 'never' }],
    });
    expect(summary).toMatchObject({ stop_reason: 'app_not_installed', steps: 0, screens: 0, coverage_pct: null });
    expect(summary.message).toContain('http://127.0.0.1:1 cannot be reached');
  });
});

/** Approves all that it asks until then; resolves with the reasons. */
async function leavingDrafts(handle: Exploring, ended: AbortSignal): Promise<readonly string[]> {
  const reasons = new Map<string, string>();
  const open = async (): Promise<true | { readonly requestId: string; readonly reason: string } | undefined> => {
    if (ended.aborted) return true;
    const { request }: ProgressView = await handle.query(progressQuery);
    return request?.kind === 'confirmation' && !reasons.has(request.requestId) ? request : undefined;
  };
  for (;;) {
    const request = await until(open, 'a question, or the end');
    if (request === true) return [...reasons.values()];
    reasons.set(request.requestId, request.reason);
    await handle.signal('confirm', { requestId: request.requestId, approved: request.reason.includes('unsaved input') });
  }
}
