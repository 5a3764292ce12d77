import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findTemporal } from '../../../src/client/temporal-connection.js';

let home = '';
let env: Record<string, string> = {};

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'steadyhand-temporal-'));
  // No profile of the user who runs the tests.
  env = { TEMPORAL_CONFIG_FILE: join(home, 'temporal.toml') };
  writeFileSync(join(home, 'temporal.toml'), '');
});

afterEach(() => {
  rmSync(home, { recursive: true, force: true });
});

describe('The Temporal server to use', () => {
  test("Temporal's default if nothing is set", () => {
    expect(findTemporal(home, env)).toMatchObject({ address: '127.0.0.1:7233', namespace: 'default' });
  });

  test('the one that `up` started', () => {
    writeFileSync(join(home, 'server.json'), JSON.stringify({ address: '127.0.0.1:4711', ui: 'http://127.0.0.1:4712', pid: 1 }));
    expect(findTemporal(home, env).address).toBe('127.0.0.1:4711');
  });

  test('TEMPORAL_ADDRESS takes precedence over the one that `up` started', () => {
    writeFileSync(join(home, 'server.json'), JSON.stringify({ address: '127.0.0.1:4711' }));
    const target = findTemporal(home, { ...env, TEMPORAL_ADDRESS: 'temporal.example:7233', TEMPORAL_NAMESPACE: 'shop' });
    expect(target).toMatchObject({ address: 'temporal.example:7233', namespace: 'shop', connection: { address: 'temporal.example:7233' } });
  });

  test.each([
    [
      'holds something else',
      'address = "a.example:7233"',
      /temporal\.toml cannot be used: Validation error: key\(s\) unrecognized: address\. Fix /,
    ],
    ['is not TOML', 'not [toml', /temporal\.toml cannot be used: Invalid TOML document: .*\. Fix /],
    [
      'lacks the profile',
      '[profile.other]\naddress = "a.example:7233"\n',
      /cannot be used: Profile 'cloud' not found in config data\. Fix /,
    ],
  ])('a file that %s is reported in one sentence', (_, text, message) => {
    writeFileSync(join(home, 'temporal.toml'), text);
    const find = (): unknown => findTemporal(home, text.includes('other') ? { ...env, TEMPORAL_PROFILE: 'cloud' } : env);
    expect(find).toThrow(expect.objectContaining({ code: 'config-invalid', message: expect.stringMatching(message) }));
    expect(find).not.toThrow(/\n/);
  });

  test('a file that is named and is not there is refused: it may have named another server, namespace or key', () => {
    rmSync(join(home, 'temporal.toml'));
    const find = (): unknown => findTemporal(home, { ...env, TEMPORAL_ADDRESS: '127.0.0.1:7233' });
    expect(find).toThrow(expect.objectContaining({ code: 'config-invalid' }));
    expect(find).toThrow(/^TEMPORAL_CONFIG_FILE names .*temporal\.toml, which cannot be read: ENOENT: .*temporal\.toml'\.$/);
  });

  test('what is no file is refused at once', () => {
    execFileSync('mkfifo', [join(home, 'pipe')]);
    for (const [path, why] of [
      [join(home, 'pipe'), 'it is no regular file'],
      ['/dev/zero', 'it is no regular file'],
      [home, 'it is a folder'],
    ] as const)
      expect(() => findTemporal(home, { TEMPORAL_CONFIG_FILE: path })).toThrow(
        `TEMPORAL_CONFIG_FILE names ${path}, which cannot be read: ${why}.`,
      );
    expect(findTemporal(home, { TEMPORAL_CONFIG_FILE: '/dev/null' }).isConfigured).toBe(false);
  });

  test('a mistake in it is told without its lines, which may hold a key', () => {
    writeFileSync(join(home, 'temporal.toml'), '[profile.default]\napi_key = "SECRETKEY123"\nnamespace = oops\n');
    const find = (): unknown => findTemporal(home, env);
    expect(find).toThrow(/temporal\.toml cannot be used: Invalid TOML document: invalid value \(line 3, column 13\)\. Fix/);
    expect(find).not.toThrow(/SECRET/);
  });

  test('a key that nobody knows may be a misspelt one: it is refused', () => {
    writeFileSync(join(home, 'temporal.toml'), '[profile.default]\nadress = "prod.example:7233"\n');
    expect(() => findTemporal(home, env)).toThrow(/adress/);
  });

  test('one that holds blanks alone counts as empty, and TEMPORAL_ADDRESS as what is meant', () => {
    writeFileSync(join(home, 'temporal.toml'), '\n  \n');
    expect(findTemporal(home, { ...env, TEMPORAL_ADDRESS: '127.0.0.1:4711' }).address).toBe('127.0.0.1:4711');
  });

  test('it may be UTF-16, as Windows writes it', () => {
    writeFileSync(join(home, 'temporal.toml'), Buffer.from('\ufeff[profile.default]\naddress = "prod.example:7233"\n', 'utf16le'));
    expect(findTemporal(home, env).address).toBe('prod.example:7233');
  });

  test('one that is no text is told with the place', () => {
    const path = join(home, 'temporal.toml');
    writeFileSync(path, Buffer.from('[profile.default]\n', 'utf16le'));
    expect(() => findTemporal(home, env)).toThrow(
      `TEMPORAL_CONFIG_FILE names ${path}:1:2, which has a zero byte, which no text has: save it as UTF-8.`,
    );
  });

  test.each(['TEMPORAL_TLS_SERVER_CA_CERT_PATH', 'TEMPORAL_TLS_CLIENT_KEY_PATH'])('%s that is no file is named', (variable) => {
    expect(() => findTemporal(home, { [variable]: home })).toThrow(`${variable} names ${home}, which cannot be read: it is a folder.`);
  });

  test('a profile of the Temporal CLI is used, and its key switches TLS on', () => {
    writeFileSync(join(home, 'temporal.toml'), '[profile.cloud]\naddress = "cloud.example:7233"\nnamespace = "shop.a1"\napi_key = "key"\n');
    const target = findTemporal(home, { ...env, TEMPORAL_PROFILE: 'cloud' });
    expect(target).toMatchObject({ address: 'cloud.example:7233', namespace: 'shop.a1', connection: { apiKey: 'key', tls: true } });
  });

  test.each([
    'nonsense',
    '127.0.0.1',
    '127.0.0.1:0',
    '127.0.0.1:65536',
    '127.0.0.1:72x33',
    ':7233',
    'http://127.0.0.1:7233',
    '::1:7233',
    'a b:7233',
  ])('FL7: TEMPORAL_ADDRESS=%s is refused where it is read, with its value', (address) => {
    expect(() => findTemporal(home, { ...env, TEMPORAL_ADDRESS: address })).toThrow(
      expect.objectContaining({
        code: 'config-invalid',
        message: `TEMPORAL_ADDRESS is ${JSON.stringify(address)}; expected host:port, such as 127.0.0.1:7233.`,
      }),
    );
  });

  test.each(['sk-a\nsk-b', 'sk-\u0430'])('M6: a key that no header can carry is refused, and not shown: %j', (key) => {
    const find = () => findTemporal(home, { ...env, TEMPORAL_API_KEY: key });
    expect(find).toThrow(/^TEMPORAL_API_KEY has a line break .*: copy it again\.$/);
    expect(find).not.toThrow(/sk-/);
  });

  test('M6: a key that was pasted with a line break at its end is that key', () => {
    expect(findTemporal(home, { ...env, TEMPORAL_API_KEY: 'sk-a\n' }).connection.apiKey).toBe('sk-a');
  });

  test('FL7: the address of a profile is told as such', () => {
    writeFileSync(join(home, 'temporal.toml'), '[profile.default]\naddress = "cloud.example"\n');
    expect(() => findTemporal(home, env)).toThrow('The address of the Temporal profile is "cloud.example"; expected host:port');
  });

  test.each(['localhost:7233', '[::1]:7233', 'shop.a1.tmprl.cloud:7233', 'my_server:65535'])('FL7: %s is an address', (address) => {
    expect(findTemporal(home, { ...env, TEMPORAL_ADDRESS: address })).toMatchObject({ address, isConfigured: true });
  });

  test('an unreadable server.json counts as missing', () => {
    writeFileSync(join(home, 'server.json'), '{');
    expect(findTemporal(home, env).address).toBe('127.0.0.1:7233');
  });
});
