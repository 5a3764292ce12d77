import { describe, expect, test } from '@jest/globals';
import { loadConfig } from '../../../src/config/config.js';
import { createLogs } from '../../../src/worker/logs.js';

const secret = 'gelbe Amsel 77';
function logs(variables: Readonly<Record<string, string>>) {
  const lines: string[] = [];
  const file = { OPENAI_API_KEY: 'sk-zeisig', DATABASE_URL: 'postgres://me:pass@host/db', ...variables };
  const config = loadConfig(file, '/nowhere');
  const withSecret = { ...config, secrets: { BANK: { value: { reveal: () => secret } } } } as unknown as typeof config;
  return { lines, ...createLogs(withSecret, (line) => void lines.push(line)) };
}

describe.each(['pretty', 'json'])('FL7: logs (%s)', (format) => {
  test('have no value of a secret, an API key or the login of a database, whatever form it stands in', () => {
    const { log, sdk, lines } = logs({ STEADYHAND_LOG_FORMAT: format });
    log('warn', `typed '${secret}'`, { error: new Error(`gelbe%20Amsel%2077 and sk-zeisig`), url: 'postgres://me:pass@host/db' });
    sdk.error(`failed with ${Buffer.from(secret).toString('base64')}`, { text: secret });
    const text = lines.join('');
    for (const word of ['Amsel', 'zeisig', 'pass@', Buffer.from(secret).toString('base64')]) expect(text).not.toContain(word);
    expect(lines).toHaveLength(2);
  });

  test('leave out what is below the level, and tell the SDK’s infos when debugging only', () => {
    const told = (level: string): readonly string[] => {
      const { log, sdk, lines } = logs({ STEADYHAND_LOG_FORMAT: format, STEADYHAND_LOG_LEVEL: level });
      for (const at of ['debug', 'info', 'warn', 'error'] as const) log(at, `ours at ${at}`);
      sdk.info('theirs at info');
      sdk.warn('theirs at warn');
      return lines.map((line) => /(ours|theirs) at \w+/.exec(line)?.[0] ?? line);
    };
    expect(told('debug')).toEqual(['ours at debug', 'ours at info', 'ours at warn', 'ours at error', 'theirs at info', 'theirs at warn']);
    expect(told('info')).toEqual(['ours at info', 'ours at warn', 'ours at error', 'theirs at warn']);
    expect(told('error')).toEqual(['ours at error']);
  });
});

test('FL7: a line of JSON has level, time, message and the ids of its run', () => {
  const { sdk, log, lines } = logs({ STEADYHAND_LOG_FORMAT: 'json' });
  sdk.warn('Failing workflow task', { workflowId: 'order-7', runId: 'r', attempt: 2n, error: new TypeError('no such state') });
  log('info', 'worker ready\u001b[31m');
  const [failing, ready] = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(failing).toMatchObject({
    level: 'warn',
    service: 'steadyhand',
    message: 'WARN Failing workflow task',
    workflowId: 'order-7',
    runId: 'r',
    attempt: '2',
    error: 'no such state',
  });
  expect(new Date(String(failing?.['time'])).toISOString()).toBe(failing?.['time']);
  expect(ready).toMatchObject({ level: 'info', message: 'worker ready\u001b[31m' });
  expect(lines.join('')).not.toContain('\u001b');
});

test('a line for people has its fields as JSON, and nothing that a terminal obeys', () => {
  const { log, lines } = logs({});
  log('warn', 'Closing\u001b[31m failed', { deviceId: 'd', error: new Error('gone') });
  log('info', 'worker ready');
  expect(lines).toEqual(['Closing␛[31m failed {"deviceId":"d","error":"gone"}\n', 'worker ready\n']);
});

test('FL7: lines of activities name the run as those of workflows do, and have no token that answers for them', () => {
  const { sdk, lines } = logs({ STEADYHAND_LOG_FORMAT: 'json' });
  sdk.warn('Activity failed', { workflowId: 'order-7', workflowRunId: 'r', taskToken: 'CiQx' });
  const { taskToken, workflowRunId, ...line } = JSON.parse(lines.join('')) as Record<string, unknown>;
  expect([taskToken, workflowRunId, line]).toEqual([undefined, undefined, expect.objectContaining({ workflowId: 'order-7', runId: 'r' })]);
});

test('FL7: what our own division of Workers makes the SDK warn of is left out', () => {
  const { sdk, lines } = logs({});
  sdk.warn('No workflows registered, not polling for workflow tasks');
  sdk.warn('No activities registered, not polling for activity tasks');
  sdk.warn('Something else');
  expect(lines).toEqual([expect.stringContaining('Something else')]);
});
