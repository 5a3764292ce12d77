// What is said where a bucket cannot be asked because of what the AWS SDK was told.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createBucket } from '../../../src/adapters/s3/bucket.js';
import { loadConfig } from '../../../src/config/config.js';

const before = { ...process.env };
let server: Server;

beforeEach(async () => {
  for (const name of Object.keys(process.env)) if (name.startsWith('AWS_')) delete process.env[name];
  Object.assign(process.env, {
    AWS_ACCESS_KEY_ID: 'key',
    AWS_SECRET_ACCESS_KEY: 'secret',
    AWS_CONFIG_FILE: '/nowhere/config',
    AWS_SHARED_CREDENTIALS_FILE: '/nowhere/credentials',
  });
  server = createServer((_request, response) => response.end());
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
});

afterEach(async () => {
  // In place: the process reads its environment where it is.
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
  Object.assign(process.env, before);
  await new Promise((closed) => server.close(closed));
});

/** What it says instead of trying again for ten minutes. */
async function failureOf(env: Readonly<Record<string, string>>): Promise<string> {
  Object.assign(process.env, env);
  const bucket = createBucket({ address: 's3://some-bucket/prefix', patienceMs: 600_000 });
  try {
    await bucket.get('one');
    throw new Error('it was taken');
  } catch (error) {
    return (error as Error).message;
  } finally {
    bucket.close();
  }
}

test.each([
  ['no region', () => ({}), /check AWS_REGION and AWS_ENDPOINT_URL_S3 \(Region is missing\)/],
  [
    'no region in a profile',
    () => ({ AWS_PROFILE: 'office' }),
    /check AWS_REGION, AWS_ENDPOINT_URL_S3 and the profile 'office' \(AWS_PROFILE\)/,
  ],
  ['a region that is none', () => ({ AWS_REGION: 'not a region' }), /check AWS_REGION and AWS_ENDPOINT_URL_S3 \(.*[Rr]egion/],
  [
    'an address that is none',
    () => ({ AWS_REGION: 'eu-west-1', AWS_ENDPOINT_URL_S3: 'no address' }),
    /check AWS_REGION and AWS_ENDPOINT_URL_S3/,
  ],
  [
    'TLS where the server has none',
    () => ({ AWS_REGION: 'eu-west-1', AWS_ENDPOINT_URL_S3: `https://127.0.0.1:${(server.address() as AddressInfo).port}` }),
    /check AWS_REGION and AWS_ENDPOINT_URL_S3 \(.*EPROTO/,
  ],
])('FL2: %s is told as a matter of settings, at once', async (_what, envOf, sentence) => {
  const message = await failureOf(envOf());
  expect(message).toMatch(/^The store s3:\/\/some-bucket\/prefix cannot be used: your settings are not right; /);
  expect(message).toMatch(sentence);
});

test.each(['s3://a..b', 's3://bucket/..', 's3://bucket/a/../b', 's3://bucket/./a', 's3://bucket/a/.'])(
  'FL2: the address %s is refused, because it would lead elsewhere',
  (address) => {
    expect(() => loadConfig({ STEADYHAND_ARTIFACTS: address }, '/nowhere')).toThrow(
      /STEADYHAND_ARTIFACTS.*expected a bucket without `\.\.`, and a prefix without the parts/,
    );
  },
);

test.each(['s3://a.b-c', 's3://bucket/a..b/.c/v1.0/'])('FL2: the address %s is taken', (address) => {
  expect(loadConfig({ STEADYHAND_ARTIFACTS: address }, '/nowhere').artifacts).toBe(address);
});
