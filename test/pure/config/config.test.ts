import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { loadConfig, readEnvironment } from '../../../src/config/config.js';
import { defaultAgentSettings } from '../../../src/domain/run/settings.js';
import { defaultGuardRules } from '../../../src/domain/guard/guard.js';

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'steadyhand-config-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function writeConfig(content: unknown): void {
  writeFileSync(join(folder, 'steadyhand.config.json'), typeof content === 'string' ? content : JSON.stringify(content));
}

function messageOf(env: Readonly<Record<string, string>>): string {
  try {
    loadConfig(env, folder);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return 'no error';
}

describe('The defaults', () => {
  test('the home is .steadyhand in the working folder, and shared is the same folder', () => {
    const { home, shared } = loadConfig({}, folder);
    expect(home).toBe(join(folder, '.steadyhand'));
    expect(shared).toBe(home);
  });

  test('settings, guard rules and slots are the built-in ones, and no model is named', () => {
    const config = loadConfig({}, folder);
    expect(config.settings).toEqual(defaultAgentSettings);
    expect(config.guard.rules).toEqual(defaultGuardRules);
    expect(config).toMatchObject({ slots: 2, kinds: ['web'], apps: [], budget: {}, secrets: {} });
    expect(config.model.default).toBeUndefined();
    expect(config.model.apiKey).toBeUndefined();
  });

  test('the object cannot be changed', () => {
    const { settings, model } = loadConfig({}, folder);
    expect(() => Object.assign(settings, { maxStep: 1_000 })).toThrow(TypeError);
    expect(Object.isFrozen(model.roles)).toBe(true);
  });
});

describe('The source of a value', () => {
  test('the environment takes precedence over .env, and .env over the file', () => {
    writeConfig({ slots: 3, home: 'from-file', model: { default: 'from-file' } });
    writeFileSync(join(folder, '.env'), 'STEADYHAND_SLOTS=4\nSTEADYHAND_MODEL=from-dotenv\n');
    const config = loadConfig({ STEADYHAND_SLOTS: '5' }, folder);
    expect(config).toMatchObject({ slots: 5, home: join(folder, 'from-file'), model: { default: 'from-dotenv' } });
  });

  test('an empty variable counts as not set', () => {
    writeFileSync(join(folder, '.env'), 'STEADYHAND_SLOTS=4\n');
    expect(loadConfig({ STEADYHAND_SLOTS: '', OPENAI_API_KEY: '' }, folder).slots).toBe(4);
  });

  test.each([
    ['A=1\nB=2\nexport A = 3\n', ':3:8 has A a second time: keep one of them'],
    ['A=1\nthis is not env\n', ':2:1 has a line that is no setting: expected NAME=value'],
    ['\u200bSTEADYHAND_SLOTS=3\n', ':1:1 has a line that is no setting: expected NAME=value'],
  ])('%j in .env is refused with its place', (text, message) => {
    writeFileSync(join(folder, '.env'), text);
    expect(messageOf({})).toBe(`${join(folder, '.env')}${message}.`);
  });

  test('a .env may have comments, names alone and values of several lines', () => {
    writeFileSync(join(folder, '.env'), '# one\n\nPATH_TO\nexport A=1 # two\r\nKEY="B=1\nB=2\nno setting"\nC: 3\n');
    expect(readEnvironment({}, folder)).toEqual({ A: '1', KEY: 'B=1\nB=2\nno setting', C: '3' });
  });

  test('other variables in .env are passed on, with lower precedence than the environment', () => {
    writeFileSync(join(folder, '.env'), 'TEMPORAL_ADDRESS=a:1\nTEMPORAL_NAMESPACE=shop\n');
    expect(readEnvironment({ TEMPORAL_ADDRESS: 'b:2' }, folder)).toMatchObject({ TEMPORAL_ADDRESS: 'b:2', TEMPORAL_NAMESPACE: 'shop' });
  });

  test.each(['host', 'app', 'verify', 'flow', 'vision', 'explorer'] as const)('each model role %s has its own variable', (role) => {
    const { model } = loadConfig({ STEADYHAND_MODEL: 'general', [`STEADYHAND_MODEL_${role.toUpperCase()}`]: 'special' }, folder);
    expect(model).toMatchObject({ default: 'general', roles: { [role]: 'special' } });
  });

  test.each([
    ['on', true],
    ['TRUE', true],
    ['off', false],
    ['0', false],
  ])('a switch may be written %s', (text, value) => {
    const config = loadConfig({ STEADYHAND_IMAGES: text, STEADYHAND_SANDBOX: text }, folder);
    expect(config.model.images).toBe(value);
    expect(config.browser.sandbox).toBe(value);
  });

  test('FL24: events of pages are told where it is set', () => {
    expect(loadConfig({}, folder).browser.events).toBe(false);
    expect(loadConfig({ STEADYHAND_BROWSER_EVENTS: 'true' }, folder).browser.events).toBe(true);
  });

  test('a setting that is not named keeps its default', () => {
    writeConfig({ settings: { maxStep: 7 } });
    expect(loadConfig({}, folder).settings).toEqual({ ...defaultAgentSettings, maxStep: 7 });
  });

  test('configured guard rules follow the built-in ones', () => {
    const rule = { reason: 'is ours', words: ['launch'] };
    writeConfig({ guard: { rules: [rule] } });
    expect(loadConfig({}, folder).guard.rules).toEqual([...defaultGuardRules, rule]);
  });

  test('origins are normalized as a browser compares them', () => {
    writeConfig({ guard: { origins: ['HTTPS://Shop.Example:443/'] } });
    expect(loadConfig({}, folder).guard.origins).toEqual(['https://shop.example']);
  });

  test('a configured program takes precedence over one on the PATH', () => {
    mkdirSync(join(folder, 'bin'));
    writeFileSync(join(folder, 'bin', 'chromium'), '', { mode: 0o755 });
    const config = loadConfig({ PATH: join(folder, 'bin'), STEADYHAND_CHROMIUM: '/opt/mine', TEMPORAL_CLI_PATH: '/opt/temporal' }, folder);
    expect(config.browser.chromium).toBe('/opt/mine');
    expect(config.temporalCli).toBe('/opt/temporal');
  });
});

describe('Secrets', () => {
  const secrets = { SHOP_PASSWORD: { origins: ['https://shop.example'] } };

  test('a secret takes its value from the environment and its origins from the file', () => {
    writeConfig({ secrets });
    const { secrets: found } = loadConfig({ STEADYHAND_SECRET_SHOP_PASSWORD: 'hunter2' }, folder);
    expect(found['SHOP_PASSWORD']?.value.reveal()).toBe('hunter2');
    expect(found['SHOP_PASSWORD']?.origins).toEqual(['https://shop.example']);
  });

  test('LK22: whether its page is locked; absent, if nothing is said', () => {
    const lockOf = (lockNetwork: unknown): unknown => {
      writeConfig({ secrets: { SHOP: { origins: ['https://shop.example'], ...(lockNetwork === undefined ? {} : { lockNetwork }) } } });
      return loadConfig({ STEADYHAND_SECRET_SHOP: 'hunter2' }, folder).secrets['SHOP']?.lockNetwork;
    };
    expect([undefined, true, false, [], ['HTTPS://CDN.example:443/']].map(lockOf)).toEqual([
      undefined,
      true,
      false,
      [],
      ['https://cdn.example'],
    ]);
    writeConfig({ secrets: { SHOP: { origins: ['https://shop.example'], lockNetwork: 'yes' } } });
    expect(messageOf({})).toContain('secrets.SHOP.lockNetwork is "yes"; expected boolean, or expected array');
  });

  test('one without a value is left out', () => {
    writeConfig({ secrets });
    expect(loadConfig({}, folder).secrets).toEqual({});
  });

  test('no log, JSON or template string shows a secret or the key', () => {
    writeConfig({ secrets });
    const config = loadConfig(
      { STEADYHAND_SECRET_SHOP_PASSWORD: 'hunter2', OPENAI_API_KEY: 'sk-key', ANTHROPIC_API_KEY: 'sk-ant' },
      folder,
    );
    const shown = `${inspect(config, { depth: 9, showHidden: true })}${JSON.stringify(config)}${config.model.apiKey}`;
    expect(shown).not.toMatch(/hunter2|sk-key|sk-ant/);
    expect(config.model.apiKey?.reveal()).toBe('sk-key');
    expect(config.model.anthropic.apiKey?.reveal()).toBe('sk-ant');
  });

  test('one without allowed origins is refused with what to add', () => {
    expect(messageOf({ STEADYHAND_SECRET_SHOP: 'hunter2' })).toBe(
      'STEADYHAND_SECRET_SHOP is set, but steadyhand.config.json does not say where it may be typed: add "secrets": {"SHOP": {"origins": ["https://…"]}}.',
    );
  });

  test.each([
    ['a key', { model: { apiKey: 'sk-key' } }, 'OPENAI_API_KEY'],
    ['a key of Anthropic', { model: { anthropic: { apiKey: 'sk-key' } } }, 'ANTHROPIC_API_KEY'],
    ["a secret's value", { secrets: { SHOP: { origins: ['https://shop.example'], value: 'sk-key' } } }, 'STEADYHAND_SECRET_SHOP'],
  ])('%s in the file is refused without showing it', (_, content, variable) => {
    writeConfig(content);
    expect(messageOf({})).toContain(`set ${variable} in the environment`);
    expect(messageOf({})).not.toContain('sk-key');
  });
});

const listens = 'expected an IP address of this machine or localhost, with a port from 1 to 65535: 127.0.0.1:9464, [::1]:9464';

describe('FL7: where metrics and health are shown', () => {
  test.each([
    ['127.0.0.1:9464', '127.0.0.1:9464'],
    ['0.0.0.0:65535', '0.0.0.0:65535'],
    ['[::1]:1', '[::1]:1'],
    ['[::]:9464', '[::]:9464'],
    ['localhost:9464', '127.0.0.1:9464'],
  ])('%s is %s', (given, address) => {
    const { metrics, health } = loadConfig({ STEADYHAND_METRICS: given, STEADYHAND_HEALTH: given }, folder);
    expect({ metrics, health }).toEqual({ metrics: address, health: address });
  });

  test.each([
    'worker-1:9464',
    '127.0.0.1:65536',
    '127.0.0.1:99999',
    '127.0.0.1:0',
    '127.0.0.1',
    ':9464',
    '9464',
    '::1:9464',
    '[1.2.3.4]:80',
    '256.0.0.1:80',
  ])('%s is refused with an example', (given) => {
    expect(messageOf({ STEADYHAND_METRICS: given })).toBe(`STEADYHAND_METRICS is "${given}"; ${listens}.`);
    expect(messageOf({ STEADYHAND_HEALTH: given })).toBe(`STEADYHAND_HEALTH is "${given}"; ${listens}.`);
  });
});

test.each([
  ['metrics', listens],
  ['health', listens],
  ['gc.olderThan', 'expected an age such as 30d: at least 1h'],
  ['gc.maxSize', 'expected a size such as 500MB or 20GB'],
  ['gc.every', 'expected an interval such as 6h or 1d: at least 1m'],
  ['artifacts', 'expected s3://bucket or s3://bucket/prefix'],
  ['traces', 'expected an address that begins with http:// or https://'],
  ['appium.url', 'expected an address that begins with http:// or https://'],
  ['deployment.buildId', 'expected letters, digits, `.`, `-`, `_`, `+`: 1.4.0, 2026-11-26-a1b2c3'],
  ['console.publicUrl', 'expected an origin such as https://console.example, without a path'],
  ['console.userHeader', 'expected the name of a header, such as X-Forwarded-User'],
])('FL6, FL7: %s of another type is told what is expected, with the example', (field, expected) => {
  const [part = '', of] = field.split('.');
  writeConfig({ [part]: of === undefined ? 9464 : { [of]: 9464 } });
  expect(messageOf({})).toBe(`steadyhand.config.json: ${field} is 9464; ${expected}.`);
});

describe('An invalid configuration', () => {
  test.each<readonly [Readonly<Record<string, string>>, string]>([
    [{ STEADYHAND_SLOTS: 'many' }, 'STEADYHAND_SLOTS is "many"; expected number.'],
    [{ STEADYHAND_SLOTS: '0' }, 'STEADYHAND_SLOTS is 0; expected number to be >=1.'],
    [{ STEADYHAND_MAX_CACHED_WORKFLOWS: '-1' }, 'STEADYHAND_MAX_CACHED_WORKFLOWS is -1; expected number to be >=0.'],
    [{ STEADYHAND_KINDS: 'web,phone' }, 'STEADYHAND_KINDS is "phone"; allowed: "web", "desktop", "appium", "stub", "memory".'],
    [
      { OPENAI_BASE_URL: 'localhost:8080' },
      'OPENAI_BASE_URL is "localhost:8080"; expected an address that begins with http:// or https://.',
    ],
    [{ STEADYHAND_MODEL_API: 'assistants' }, 'STEADYHAND_MODEL_API is "assistants"; allowed: "chat-completions", "responses".'],
    [
      { STEADYHAND_STRUCTURED_OUTPUT: 'yaml' },
      'STEADYHAND_STRUCTURED_OUTPUT is "yaml"; allowed: "json-schema", "tool-call", "json-object", "text".',
    ],
    [{ STEADYHAND_SANDBOX: 'perhaps' }, 'STEADYHAND_SANDBOX is "perhaps"; expected boolean.'],
    [{ STEADYHAND_COMPUTER_TOOL: 'claude' }, 'STEADYHAND_COMPUTER_TOOL is "claude"; allowed: "none", "openai", "anthropic".'],
    [
      { ANTHROPIC_BASE_URL: 'api.example' },
      'ANTHROPIC_BASE_URL is "api.example"; expected an address that begins with http:// or https://.',
    ],
    ...['OPENAI_API_KEY', 'ANTHROPIC_API_KEY'].flatMap((name) => [
      ...['sk-zeisig\n0123', 'sk-\u200bzeisig', 'sk-zeisig\u200b', 'sk-ключ', 'sk-zei\0sig'].map(
        (value) =>
          [
            { [name]: value },
            `${name} is •••; expected a key without a line break or another character that no header can carry: copy it again.`,
          ] as const,
      ),
      [{ [name]: ' \n' }, `${name} is •••; expected a key.`] as const,
    ]),
    [
      { ANTHROPIC_BASE_URL: 'http://host/#x' },
      'ANTHROPIC_BASE_URL is "http://host/#x"; expected an address without a fragment: leave out # and what follows.',
    ],
  ])('%o', (env, message) => {
    expect(messageOf(env)).toBe(message);
  });

  test('what a pasted key ends with is none of it', () => {
    const { model } = loadConfig({ OPENAI_API_KEY: ' sk-1\r\n', ANTHROPIC_API_KEY: '\ufeffsk-2\n' }, folder);
    expect([model.apiKey?.reveal(), model.anthropic.apiKey?.reveal()]).toEqual(['sk-1', 'sk-2']);
  });

  test.each<readonly [object, string]>([
    [{ budget: { maxSteps: 'ten' } }, 'steadyhand.config.json: budget.maxSteps is "ten"; expected number.'],
    // The key is none that may stand there.
    [
      { model: { anthropic: { key: 'sk-ant' } } },
      'steadyhand.config.json: model.anthropic.key is not a field; allowed there: baseUrl, headers, tool.',
    ],
    [{ settings: { onFail: 'cry' } }, 'steadyhand.config.json: settings.onFail is "cry"; allowed: "retry", "finish".'],
    [
      { apps: [{ name: 'Shop' }] },
      'steadyhand.config.json: apps.0.url is missing; expected an address that begins with http:// or https://.',
    ],
    [
      { apps: [{ name: 'Shop', url: 'https://ann@a.example' }] },
      'steadyhand.config.json: apps.0.url is "https://•••@a.example/"; expected an address without a login: log in on the page, with {{secret:NAME}} for the password.',
    ],
    [
      { apps: [{ name: 'Shop', url: 'https://a.example', icon: 1 }] },
      'steadyhand.config.json: apps.0.icon is not a field; allowed there: name, url, sensitive.',
    ],
    [
      { budget: { steps: 3 } },
      'steadyhand.config.json: budget.steps is not a field; allowed there: maxSteps, maxTokens, maxTimeMs, maxCostUsd.',
    ],
    [
      { guard: { origins: ['https://a.example/shop'] } },
      'steadyhand.config.json: guard.origins.0 is "https://a.example/shop"; expected an origin such as https://shop.example, without a path.',
    ],
    [{ model: 'gpt' }, 'steadyhand.config.json: model is "gpt"; expected object.'],
    [{ model: { images: 3 } }, 'steadyhand.config.json: model.images is 3; expected boolean, or expected array.'],
    [
      { secrets: { 'shop password': { origins: ['https://a.example'] } } },
      'steadyhand.config.json: secrets has the name "shop password"; expected a name of capital letters, digits and _.',
    ],
    [
      { toolServers: { 'my files': { command: 'files' } } },
      'steadyhand.config.json: toolServers has the name "my files"; expected a name of at most 32 letters, digits, _ and -.',
    ],
    [
      { effectChecks: { 'my orders': { sql: {} } } },
      'steadyhand.config.json: effectChecks has the name "my orders"; expected a name of at most 64 letters, digits, _ and -.',
    ],
    ...['model', 'model.anthropic'].map(
      (at) =>
        [
          at === 'model' ? { model: { headers: { 'x y': '1' } } } : { model: { anthropic: { headers: { 'x y': '1' } } } },
          `steadyhand.config.json: ${at}.headers has the name "x y"; expected the name of a header that a question can carry, such as x-api-key.`,
        ] as const,
    ),
    ...['http://host/v1#x', 'http://host/v1?a=b#x'].map(
      (baseUrl) =>
        [
          { model: { baseUrl } },
          `steadyhand.config.json: model.baseUrl is ${JSON.stringify(baseUrl.replace(/\?.*/, '?•••'))}; expected an address without a fragment: leave out # and what follows.`,
        ] as const,
    ),
  ])('%j', (content, message) => {
    writeConfig(content);
    expect(messageOf({})).toBe(message);
  });

  test('has a line for every invalid field', () => {
    writeConfig({ slots: -1, budget: { maxSteps: 0 } });
    expect(messageOf({}).split('\n')).toHaveLength(2);
  });

  test('a field set in two places is blamed on the one that won', () => {
    writeConfig({ slots: 3 });
    expect(messageOf({ STEADYHAND_SLOTS: 'x' })).toMatch(/^STEADYHAND_SLOTS/);
  });

  test('an unknown top-level field lists the known ones', () => {
    writeConfig({ slot: 3 });
    expect(messageOf({})).toMatch(/^steadyhand\.config\.json: slot is not a field; allowed there: home, shared, artifacts, gc, slots, /);
  });

  test('broken JSON names the file', () => {
    writeConfig('{ "slots": 2, }');
    expect(messageOf({})).toBe(`${join(folder, 'steadyhand.config.json')}:1:13 has a comma with nothing after it: remove it.`);
  });

  test('anything but an object is refused', () => {
    writeConfig('[1]');
    expect(messageOf({})).toContain('contains [1]; expected an object');
  });
});

describe('A setting that is gone is refused with its value, and what serves instead is named', () => {
  const container = 'run each host in a container of its own, which keeps a browser from the machine (docs/production.md).';

  test.each([
    ['STEADYHAND_ISOLATION', 'bubblewrap', { browser: { isolation: 'bubblewrap' } }, 'browser.isolation', container],
    ['STEADYHAND_ISOLATION', 'none', { browser: { isolation: 'none', user: 'nobody' } }, 'browser.isolation', container],
    [
      'STEADYHAND_RECORDS',
      'database',
      { records: 'database' },
      'records',
      'records of runs are kept where the artifacts are: set STEADYHAND_ARTIFACTS.',
    ],
    [
      'STEADYHAND_BROWSER_WEBMCP',
      'off',
      { browser: { webmcp: 'off' } },
      'browser.webmcp',
      'agents call no tools of pages (WebMCP): remove it.',
    ],
  ])('%s=%s', (variable, value, content, field, instead) => {
    const refused = `${variable} is "${value}", a setting that is gone; ${instead}`;
    expect(messageOf({ [variable]: value })).toBe(refused);
    writeFileSync(join(folder, '.env'), `${variable}=${value}\n`);
    expect(messageOf({})).toBe(refused);
    rmSync(join(folder, '.env'));
    writeConfig(content);
    expect(messageOf({})).toBe(`steadyhand.config.json: ${field} is "${value}", a setting that is gone; ${instead}`);
    expect(messageOf({ [variable]: '' })).toContain('steadyhand.config.json');
  });

  test('an empty variable counts as not set', () => {
    expect(messageOf({ STEADYHAND_ISOLATION: '' })).toBe('no error');
  });
});

describe('Spans', () => {
  test("the collector's address comes from its own variable or the file; its credentials appear in no error", () => {
    writeConfig({ traces: 'http://collector:4318' });
    expect(loadConfig({}, folder).traces).toBe('http://collector:4318');
    expect(loadConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: 'https://other.example/otlp' }, folder).traces).toBe('https://other.example/otlp');
    expect(messageOf({ OTEL_EXPORTER_OTLP_ENDPOINT: 'https://ada:secret@other.example' })).toBe(
      'OTEL_EXPORTER_OTLP_ENDPOINT is "https://•••@other.example/"; expected an address without a login: set OTEL_EXPORTER_OTLP_HEADERS.',
    );
    // LK20: messages and histories name these addresses, and no login would be sent with them.
    expect(messageOf({ OPENAI_BASE_URL: 'https://ada:secret@other.example/v1' })).toBe(
      'OPENAI_BASE_URL is "https://•••@other.example/v1"; expected an address without a login: set OPENAI_API_KEY.',
    );
    expect(messageOf({ STEADYHAND_APPIUM: 'https://ada:secret@other.example' })).toBe(
      'STEADYHAND_APPIUM is "https://•••@other.example/"; expected an address without a login: it would not be sent.',
    );
    expect(messageOf({ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' })).toContain('expected an address that begins with http://');
  });
});

describe('Effect checks', () => {
  const expected = { expect: { rises: 1 } };
  const http = { url: 'https://shop.example/orders/{{customer}}' };

  test('HP22: have their defaults; `$NAME` is one of our variables; the path of a flow is absolute', () => {
    writeConfig({
      effectChecks: {
        orders: { http: { ...http, headers: { authorization: 'Bearer $TOKEN' } }, ...expected },
        stock: { sql: { database: '$DB', query: 'select count(*) from orders where a = $1', values: ['{{who}}'] }, ...expected },
        page: { flow: { file: 'count.json', device: {} }, ...expected },
      },
      guard: { rules: [{ reason: 'orders', words: ['order'], effectCheck: { check: 'orders', with: { customer: 'ada' } } }] },
    });
    const { effectChecks, guard } = loadConfig({ TOKEN: 'abc', DB: 'postgres://shop' }, folder);
    expect(effectChecks).toMatchObject({
      orders: { http: { headers: { authorization: 'Bearer abc' } }, settleMs: 5_000, timeoutMs: 10_000, value: '' },
      stock: { sql: { database: 'postgres://shop', query: 'select count(*) from orders where a = $1' } },
      page: { flow: { file: join(folder, 'count.json'), device: { kind: 'web' } }, timeoutMs: 120_000 },
    });
    expect(guard.rules.at(-1)).toMatchObject({ effectCheck: { check: 'orders', with: { customer: 'ada' } } });
  });

  test.each<[string, object, string]>([
    ['a request that would write', { http: { ...http, method: 'POST' }, ...expected }, 'http.method is "POST"; allowed: "GET"'],
    ['a login in an address', { http: { url: 'https://ada:x@shop.example/' }, ...expected }, 'without a login'],
    ['a host that is filled in', { http: { url: 'https://{{host}}/' }, ...expected }, 'in its path or query only'],
    ['a credential in the file', { http: { ...http, headers: { Authorization: 'Bearer abc' } }, ...expected }, 'as $NAME'],
    ['a password in the file', { sql: { database: 'postgres://a:b@c/d', query: 'select 1' }, ...expected }, 'without a password'],
    ['a statement that writes', { sql: { database: '$DB', query: 'delete from orders' }, ...expected }, 'only reads'],
    [
      'one that writes inside',
      { sql: { database: '$DB', query: 'with x as (delete from a returning 1) select 1' }, ...expected },
      'only reads',
    ],
    ['two statements', { sql: { database: '$DB', query: 'select 1; select 2' }, ...expected }, 'only reads'],
    ['a table that is made', { sql: { database: '$DB', query: 'select 1 into b' }, ...expected }, 'only reads'],
    ['a statement with what is filled in', { sql: { database: '$DB', query: "select '{{who}}'" }, ...expected }, '"values"'],
    ['a server that is not configured', { tool: { server: 'files', name: 'read' }, ...expected }, 'expected one of the toolServers: none'],
    ['two ways', { http, tool: { server: 'a', name: 'b' }, ...expected }, 'expected one of http, sql, tool, flow'],
    ['no way', expected, 'expected one of http, sql, tool, flow'],
    ['no expectation', { http }, 'effectChecks.it.expect is missing; expected {"rises": 1} or {"becomes": "paid"}.'],
  ])('HP22: %s is refused', (_, check, message) => {
    writeConfig({ effectChecks: { it: check } });
    expect(messageOf({ DB: 'postgres://x' })).toContain(message);
  });

  test('HP22: what only looks like writing is not refused', () => {
    const query = `select count(*) /* ; update */ from "update" where note = 'delete; it' -- insert`;
    writeConfig({ effectChecks: { it: { sql: { database: '$DB', query }, ...expected } } });
    expect(loadConfig({ DB: 'postgres://x' }, folder).effectChecks).toMatchObject({ it: { sql: { query } } });
  });

  test.each([
    [{ check: 'ordres' }, 'effectCheck is {"check":"ordres"}; expected the configured effect checks: orders.'],
    ['orders', 'effectCheck.with.customer is missing; expected a text, which the effect check'],
  ])('HP22: a rule of the guard that names %j is refused', (effectCheck, message) => {
    writeConfig({ effectChecks: { orders: { http, ...expected } }, guard: { rules: [{ reason: 'x', effectCheck }] } });
    expect(messageOf({})).toContain(`steadyhand.config.json: guard.rules.0.${message}`);
  });
});

describe('Tool servers', () => {
  test('`$NAME` in their environment and headers is one of our variables, `$$` a dollar', () => {
    writeConfig({
      toolServers: {
        files: { command: 'node', env: { TOKEN: '$FILES_TOKEN', PRICE: '$$5' } },
        web: { url: 'https://tools.example/mcp', headers: { authorization: 'Bearer $FILES_TOKEN' } },
      },
    });
    const { toolServers } = loadConfig({ FILES_TOKEN: 'abc' }, folder);
    expect(toolServers).toMatchObject({ files: { env: { TOKEN: 'abc', PRICE: '$5' } }, web: { headers: { authorization: 'Bearer abc' } } });
  });

  test('a missing variable is named with its place', () => {
    writeConfig({ toolServers: { files: { command: 'node', env: { TOKEN: '$FILES_TOKEN' } } } });
    expect(messageOf({})).toBe('toolServers.files.env.TOKEN names $FILES_TOKEN, which is not set in the environment or in .env.');
  });

  test.each([
    ['a login in an address', { web: { url: 'https://ada:secret@tools.example/' } }],
    ['neither a command nor an address', { web: { tools: ['echo'] } }],
    ['a name with blanks', { 'my tools': { command: 'node' } }],
  ])('%s is refused', (_, toolServers) => {
    writeConfig({ toolServers });
    expect(messageOf({})).toContain('toolServers');
  });

  test('a server names the built-in tools that it overrides', () => {
    writeConfig({
      toolServers: { a: { command: 'node', overrides: ['find_text'] }, b: { url: 'https://tools.example', overrides: ['click'] } },
    });
    expect(loadConfig({}, folder).toolServers).toMatchObject({ a: { overrides: ['find_text'] }, b: { overrides: ['click'] } });
  });

  test.each([
    [
      'no built-in tool',
      { a: { command: 'node', overrides: ['click', 'find_txt'] } },
      'toolServers.a.overrides.1 is "find_txt"; expected the name of a built-in tool: take_screenshot, find_text, find_image, click, type_text, press_key, scroll, list_windows, list_apps, focus_window, launch_app, navigate.',
    ],
    [
      'none that is had over an address either',
      { a: { url: 'https://tools.example', overrides: ['echo'] } },
      'toolServers.a.overrides.0 is "echo"; expected the name of a built-in tool: take_screenshot, find_text, find_image, click, type_text, press_key, scroll, list_windows, list_apps, focus_window, launch_app, navigate.',
    ],
    [
      'one that two servers take',
      { a: { command: 'node', overrides: ['click'] }, b: { command: 'node', overrides: ['click'] } },
      'toolServers.b.overrides.0 is "click"; expected a tool whose place nobody takes yet, but toolServers.a does.',
    ],
  ])('an override must be unambiguous: %s', (_, toolServers, message) => {
    writeConfig({ toolServers });
    expect(messageOf({})).toBe(`steadyhand.config.json: ${message}`);
  });
});

describe('headers that cannot be sent are refused, where they are named, without their value', () => {
  const places: readonly (readonly [string, (headers: object) => object])[] = [
    ['model.headers', (headers) => ({ model: { headers } })],
    ['model.anthropic.headers', (headers) => ({ model: { anthropic: { headers } } })],
    ['toolServers.web.headers', (headers) => ({ toolServers: { web: { url: 'https://tools.example/mcp', headers } } })],
    ['notify[0].headers', (headers) => ({ notify: [{ webhook: 'https://hooks.example', headers }] })],
    [
      'effectChecks.orders.http.headers',
      (headers) => ({ effectChecks: { orders: { http: { url: 'https://shop.example', headers }, expect: { rises: 1 } } } }),
    ],
  ];

  test.each(places)('%s', (place, holding) => {
    for (const value of ['two\nlines', 'fünf€', 'zero\0']) {
      writeConfig(holding({ 'x-key': '$KEY' }));
      const message = messageOf({ KEY: value });
      expect(message).toContain(`${place}.x-key holds a line break, or another character that no header can carry`);
      expect(message).not.toContain(value);
    }
    for (const name of ['content-length', 'Transfer-Encoding', 'connection', 'two words', 'ключ']) {
      writeConfig(holding({ [name]: 'x' }));
      expect(messageOf({})).toMatch(/header/);
    }
    writeConfig(holding({ 'X-A': '1', 'x-a': '2' }));
    expect(messageOf({})).toBe(`${place}.x-a is given a second time, in other letters. Keep one of them.`);
    writeConfig(holding({ 'x_key.1': '$KEY' }));
    expect(messageOf({ KEY: 'k' })).toBe('no error');
  });
});

test.each([
  ['model.timeoutMs', 86_400_000, (ms: number) => ({ model: { timeoutMs: ms } })],
  ['budget.maxTimeMs', 3_153_600_000_000, (ms: number) => ({ budget: { maxTimeMs: ms } })],
  ['timings.hostSilenceMs', 3_153_600_000_000, (ms: number) => ({ timings: { hostSilenceMs: ms } })],
])('%s is at most %i ms, as long as a timer can be', (field, most, holding) => {
  writeConfig(holding(most));
  expect(messageOf({})).toBe('no error');
  writeConfig(holding(most + 1));
  expect(messageOf({})).toContain(`${field} is ${most + 1}; expected`);
});

test.each(['steadyhand.config.json', '.env'])(
  '%s that is a link without an end, a pipe or a folder is refused: it was meant to be read',
  (name) => {
    const path = join(folder, name);
    for (const [make, why] of [
      [() => symlinkSync('/nowhere/x', path), 'ENOENT'],
      [() => symlinkSync(path, path), 'ELOOP'],
      [() => execFileSync('mkfifo', [path]), 'it is no regular file'],
      [() => mkdirSync(path), 'it is a folder'],
      [() => symlinkSync('/dev/zero', path), 'it is no regular file'],
    ] as const) {
      make();
      expect(messageOf({})).toContain(`${path} cannot be read: ${why}`);
      rmSync(path, { recursive: true });
    }
  },
);

test('very many mistakes are told by the first of them, an unseen character by its code, an address without its query', () => {
  writeConfig({ apps: Array.from({ length: 20_000 }, () => 7), ['x'.repeat(100_000)]: 1 });
  expect(messageOf({}).length).toBeLessThan(5_000);
  expect(messageOf({})).toMatch(/… and \d+ more\.$/);
  writeConfig({ 'slo\u200bts': 1 });
  expect(messageOf({})).toContain('slo\\u200bts is not a field');
  expect(messageOf({ OPENAI_BASE_URL: 'ftp://x/v1?key=QSECRET' })).not.toContain('QSECRET');
  writeConfig('{"slots": 1e999}');
  expect(messageOf({})).toContain('slots is "∞"');
});
