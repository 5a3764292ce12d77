// A browser that somebody has taken over, in bubblewrap or as another user (LK34).
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import type { AddressInfo, Server } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { isolationProblem } from '../../../src/adapters/webdriver/isolation/checked.js';
import type { Isolation } from '../../../src/adapters/webdriver/isolation/isolation.js';
import { accountOf } from '../../../src/adapters/webdriver/isolation/other-user.js';
import { answeredOf, attack, listening, type Heard } from '../../support/attacked-ports.js';
import { ended, openHand, type OpenHand } from '../../support/hands.js';
import { intrudeAs, intrudeInside, type Wanted } from '../../support/intruder.js';
import { until } from '../../support/until.js';
import { browserPrograms, openTestBrowser, type TestBrowser } from '../../support/webdriver.js';

const where = async (isolation: Isolation) => {
  const problem = await isolationProblem(isolation);
  if (problem !== undefined) console.log(`skipped: no isolation '${isolation.kind}' here: ${problem}`);
  return problem === undefined ? describe : describe.skip;
};
const stranger = 'nobody';
const inBubblewrap = await where({ kind: 'bubblewrap', reach: [] });
const asAnotherUser = await where({ kind: 'user', user: stranger });

interface Attached {
  readonly port: number;
  readonly path: string;
  readonly sessionId: string;
  readonly temp: string;
  readonly processes: readonly { readonly pid: number }[];
}

let home: string;
let secret: string;
/** A folder of the worker that any user may read. */
let open: string;
let site: Heard;
let worker: Heard;
const servers: Server[] = [];

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'steadyhand-isolated-'));
  secret = join(home, 'secret.txt');
  await writeFile(secret, 'of the worker');
  open = await mkdtemp(join(tmpdir(), 'steadyhand-open-'));
  await chmod(open, 0o755);
  [site, worker] = await Promise.all([listening(attack), listening()]);
  servers.push(site.server, worker.server);
});
afterAll(async () => {
  servers.forEach((server) => server.close());
  for (const folder of [home, open]) await rm(folder, { recursive: true, force: true });
});

const addresses = (): readonly string[] =>
  Object.values(networkInterfaces()).flatMap((each) =>
    (each ?? []).filter(({ scopeid = 0 }) => scopeid === 0).map(({ address }) => address),
  );

/** What whoever has the browser wants of its worker. */
const wantedOf = ({ temp, port }: Attached, folder: string): Wanted => ({
  files: [
    secret,
    open,
    join(folder, 'chromedriver.log'),
    '/etc/ssl/private',
    '/root',
    join(temp, 'control.sock'),
    '/etc/shadow',
    '/etc/passwd',
    '/proc/1/root/etc/passwd',
  ],
  written: ['/usr/bin/chromium', '/usr/share/written', '/etc/hosts', '/proc/sys/kernel/core_pattern', '/proc/sysrq-trigger'],
  places: ['localhost', ...addresses()].flatMap((host) => [worker.port, port].map((each) => [host, each] as const)),
});

inBubblewrap('in bubblewrap', () => {
  let browser: TestBrowser;
  let attached: Attached;
  beforeAll(async () => {
    browser = await openTestBrowser({ isolation: { kind: 'bubblewrap', reach: [site.port] } });
    attached = browser.attachment as unknown as Attached;
  });
  afterAll(() => browser?.close());

  test("LK34: finds neither the worker's files nor its processes nor its ports", async () => {
    const wanted = wantedOf(attached, browser.folder);
    const found = await intrudeInside({ folder: browser.folder, temp: attached.temp }, wanted);
    expect(found).toMatchObject({ files: [], written: [], places: [] });
    expect(found.processes.length).toBeLessThan(40);
    expect(found.processes).not.toContain(process.pid);
    expect([...found.environment].sort()).toEqual(expect.arrayContaining(['HOME', 'PATH', 'TMPDIR']));
    expect(found.environment.filter((name) => !/^(?:HOME|PATH|TMPDIR|PWD|TZ|LANG|LANGUAGE|LC_\w+)$/.test(name))).toEqual([]);
    // Anybody else here finds them.
    const outside = await intrudeAs({}, home, wanted);
    expect(outside.files).toContain(secret);
    expect(outside.places).toContain(`127.0.0.1:${worker.port}`);
    expect(outside.processes).toContain(process.pid);
  });

  test("LK34: a page of a file shows what the sandbox has, not the worker's", async () => {
    const { port, path, sessionId } = attached;
    const ask = async (method: string, what: string, body?: object): Promise<unknown> => {
      const answer = await fetch(`http://127.0.0.1:${port}${path}/session/${sessionId}/${what}`, {
        method,
        ...(body && { body: JSON.stringify(body) }),
      });
      return ((await answer.json()) as { readonly value: unknown }).value;
    };
    const shown = async (url: string) => {
      await ask('POST', 'goog/cdp/execute', { cmd: 'Page.navigate', params: { url } });
      return until(async () => {
        const text = await ask('POST', 'execute/sync', { script: 'return location.href + document.body.innerText', args: [] });
        return typeof text === 'string' && !text.startsWith('about:blank') && text;
      }, 'the page of the file');
    };
    await browser.go('about:blank');
    expect(await shown('file:///session/')).toContain('downloads');
    await browser.go('about:blank');
    expect(await shown(`file://${secret}`)).toMatch(/chrome-error|ERR_FILE_NOT_FOUND/);
  });

  test('LK30, LK34: its pages reach ports of this machine that are in reach, and no others, by whatever name or way', async () => {
    expect(await answeredOf(browser, site, worker.port, '/')).toBe('');
    expect(worker.hits).toEqual([]);
    expect(await answeredOf(browser, site, attached.port, `${attached.path}/session`)).toBe('');
    expect(await answeredOf(browser, site, site.port, '/again')).toContain('127.0.0.1,localhost');
  });

  test('LK34: what is refused says which setting lets it through', async () => {
    await expect(browser.act({ type: 'navigate', url: `http://localhost:${worker.port}/` })).rejects.toMatchObject({
      code: 'action-failed',
      message: expect.stringContaining('browser.reach'),
    });
  });

  test('LK34: files are uploaded and downloaded as ever', async () => {
    await mkdir(join(home, 'uploads'), { mode: 0o700 });
    await writeFile(join(home, 'uploads', 'sent.txt'), 'to be sent', { mode: 0o600 });
    const page = `<title>Files</title><input type="file" aria-label="File" onchange="this.files[0].text().then((text) => document.title = text)"><a download="got.txt" href="data:text/plain,got">Get</a>`;
    const files = await listening(page);
    servers.push(files.server);
    const other = await openTestBrowser({ isolation: { kind: 'bubblewrap', reach: [files.port] }, uploads: join(home, 'uploads') });
    try {
      await other.go(`http://localhost:${files.port}/`);
      await other.type('file', 'File', 'sent.txt').catch(() => other.type('textbox', 'File', 'sent.txt'));
      await until(async () => (await other.device.look()).title === 'to be sent', 'the file in the page');
      await other.click('link', 'Get');
      const [path = ''] = await until(async () => {
        const taken = await other.device.takeDownloads();
        return taken.length > 0 && taken;
      }, 'the download');
      expect(await readFile(path, 'utf8')).toBe('got');
    } finally {
      await other.close();
    }
  });
  test('LK34: a browser with a window is refused, since it would see the display', async () => {
    const opening = openTestBrowser({ isolation: { kind: 'bubblewrap', reach: [] }, spec: { headed: true } });
    await expect(opening).rejects.toMatchObject({ code: 'browser-start-failed', message: expect.stringContaining('headed') });
  });

  test('LK34: a named profile keeps its cookies', async () => {
    const counting = await listening(
      '<title>Visits</title><script>document.title = document.cookie; document.cookie = "seen=yes; max-age=1000"</script>',
    );
    servers.push(counting.server);
    const visit = async (): Promise<string> => {
      const url = `http://localhost:${counting.port}/`;
      const options = { isolation: { kind: 'bubblewrap', reach: [counting.port] }, profiles: join(home, 'profiles') } as const;
      const visitor = await openTestBrowser({ ...options, spec: { profile: 'kept', url } });
      try {
        return (await visitor.device.look()).title;
      } finally {
        await visitor.close();
      }
    };
    expect(await visit()).not.toBe('seen=yes');
    expect(await visit()).toBe('seen=yes');
  });
});

inBubblewrap('in bubblewrap, with a process of its own', () => {
  let hand: OpenHand;
  let url: string;
  beforeEach(async () => {
    const shop = await listening(
      '<title>Shop</title><p id="count">0</p><button onclick="document.getElementById(\'count\').textContent++">Order</button>',
    );
    servers.push(shop.server);
    url = `http://127.0.0.1:${(shop.server.address() as AddressInfo).port}/`;
    const isolation = { kind: 'bubblewrap', reach: [shop.port] } as const;
    hand = await openHand({ kind: 'web', ...browserPrograms(), profiles: '', secrets: {}, isolation }, { kind: 'web', url });
  });
  afterEach(() => hand?.close());

  const press = async (key: string): Promise<unknown> => {
    const control = (await hand.device.look()).controls.find(({ name }) => name === 'Order');
    if (!control) throw new Error('No order.');
    const action = { type: 'click', target: { control }, button: 'left', clickCount: 1 } as const;
    return hand.hand.carryOut(hand.order({ key, actions: [action] }));
  };
  const counted = async (count: string): Promise<void> =>
    void (await until(async () => (await hand.device.look()).controls.some(({ name }) => name === count), `a count of ${count}`));
  const processes = (): Attached['processes'] => (hand.attachment as unknown as Attached).processes;
  const kill = async (pid = 0): Promise<void> => {
    process.kill(pid, 'SIGKILL');
    await ended(pid);
  };
  /** Everything that runs in the sandbox, and around it. */
  const inside = async (): Promise<readonly number[]> => {
    const { temp } = hand.attachment as unknown as Attached;
    const pids = (await readdir('/proc')).map(Number).filter(Number.isInteger);
    const lines = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '')));
    const arguments_ = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')));
    return pids.filter((_, index) => arguments_[index]?.includes(temp) || lines[index]?.includes('TMPDIR=/session/tmp'));
  };

  test('HP4, LK34: the next worker has the same page', async () => {
    expect(await press('run:1:0')).toEqual({ status: 'done' });
    await hand.device.detach();
    const next = await hand.attach();
    expect((await next.look()).controls.map(({ name }) => name)).toContain('1');
  });

  test('HP6, LK34: a driver that is killed leaves the page; another one takes it over', async () => {
    expect(await press('run:1:0')).toEqual({ status: 'done' });
    await kill(processes()[0]?.pid);
    await counted('1');
    expect(await press('run:2:0')).toEqual({ status: 'done' });
    await counted('2');
  });

  test('HP5, HP6, HP7, LK34: hand and driver are killed together: the page stays; at the end nothing is left', async () => {
    expect(await press('run:1:0')).toEqual({ status: 'done' });
    process.kill((await hand.place()).pid, 'SIGKILL');
    await kill(processes()[0]?.pid);
    await counted('1');
    expect((await inside()).length).toBeGreaterThan(5);
    const { temp } = hand.attachment as unknown as Attached;
    await hand.close();
    await until(async () => (await inside()).length === 0, 'the end of all processes');
    await expect(stat(temp)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  test('HP6, LK34: without the process around it the sandbox ends, and the device is gone', async () => {
    await kill(processes()[2]?.pid);
    await until(async () => (await inside()).length === 0, 'the end of all processes');
    await expect(hand.device.look()).rejects.toMatchObject({ code: 'device-gone' });
  });
});

asAnotherUser('as another user', () => {
  test("LK34: finds none of the worker's files; its folders are that user's, and none is left", async () => {
    const browser = await openTestBrowser({ isolation: { kind: 'user', user: stranger } });
    const { temp, processes } = browser.attachment as unknown as Attached;
    const { uid = 0, gid = 0 } = (await accountOf(stranger)) ?? {};
    try {
      await browser.go(`http://127.0.0.1:${site.port}/#${worker.port},/`);
      expect((await browser.device.look()).title).toBe('Attack');
      for (const { pid } of processes) expect((await stat(`/proc/${pid}`)).uid).toBe(uid);
      for (const name of ['tmp', 'browser', 'downloads']) expect(await stat(join(temp, name))).toMatchObject({ uid, gid });
      expect(await stat(temp)).toMatchObject({ uid: process.getuid?.() });

      const found = await intrudeAs({ uid, gid }, join(temp, 'tmp'), wantedOf(browser.attachment as unknown as Attached, browser.folder));
      expect(found).toMatchObject({ files: [open, '/etc/passwd'], written: [] });
    } finally {
      await browser.close();
    }
    await Promise.all(processes.map(({ pid }) => ended(pid)));
    await expect(stat(temp)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  test('LK34: a profile that the user has nowhere to keep says so', async () => {
    const opening = openTestBrowser({ isolation: { kind: 'user', user: stranger }, spec: { profile: 'kept' } });
    await expect(opening).rejects.toMatchObject({
      code: 'browser-start-failed',
      message: expect.stringContaining('cannot be kept'),
    });
  });
});
