import { parseHostAgentInput } from '../../../src/domain/agent/input.js';
import { defaultTimings, resolveRun, startOf } from '../../../src/domain/run/resolve-settings.js';
import { defaultAgentSettings } from '../../../src/domain/run/settings.js';

const apps = [
  { name: 'Shop', url: 'https://shop.example/start' },
  { name: 'Mail', url: 'https://mail.example/' },
];

test('a browser starts at the application that its input names', () => {
  expect(startOf({ kind: 'web', app: 'Mail' }, apps)).toMatchObject({ url: 'https://mail.example/' });
});

test('an address takes precedence over an application, and other devices resolve names themselves', () => {
  expect(startOf({ kind: 'web', app: 'Mail', url: 'https://shop.example/' }, apps).url).toBe('https://shop.example/');
  expect(startOf({ kind: 'memory', app: 'Mail' }, apps)).toEqual({ kind: 'memory', app: 'Mail' });
});

test('an unconfigured name is refused with the configured ones', () => {
  const defaults = {
    settings: defaultAgentSettings,
    budget: {},
    guard: { origins: [], apps: [], rules: [], off: false },
    apps,
    timings: defaultTimings,
    model: { timeoutMs: 120_000 },
  };
  const input = parseHostAgentInput({ request: 'read', device: { app: 'Bank' } });
  expect(() => resolveRun(defaults, input)).toThrow('input.device.app is "Bank"; allowed: the configured applications: Shop, Mail.');
});
