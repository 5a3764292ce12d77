// Temporal behind TLS: a run over certificates of both sides, and what is said where they do not fit (FL7).
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '../../../src/client.js';
import { assignThenFinish, memoryDevice, say } from '../../support/agent-harness.js';
import { sharedServerAddress } from '../../support/temporal-server.js';
import { createAuthority, hasOpenssl, startTlsServer, type Authority, type Certificate, type TlsServer } from '../../support/tls-server.js';
import { openWorkerScene } from '../../support/worker-scene.js';
import { startWorkerProcess } from '../../support/worker-process.js';

type Settings = Readonly<Record<string, string>>;

(hasOpenssl ? describe : describe.skip)('FL7: Temporal behind TLS', () => {
  let folder: string;
  let authority: Authority;
  let client: Certificate;
  let server: TlsServer;
  let outdated: TlsServer;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'steadyhand-tls-'));
    authority = createAuthority(folder);
    client = authority.issue('client', 30);
    server = await startTlsServer(sharedServerAddress(), authority, authority.issue('server', 30));
    outdated = await startTlsServer(sharedServerAddress(), authority, authority.issue('outdated', -1));
  });
  afterAll(async () => {
    await server?.close();
    await outdated?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const as = ({ certificate, key }: Certificate): Settings => ({
    TEMPORAL_TLS_SERVER_CA_CERT_PATH: authority.certificate,
    TEMPORAL_TLS_CLIENT_CERT_PATH: certificate,
    TEMPORAL_TLS_CLIENT_KEY_PATH: key,
  });
  const refusal = (env: Settings, address = server.address) =>
    connect({ env: { TEMPORAL_ADDRESS: address, ...env }, folder }).then(
      () => 'connected',
      (error: unknown) => error,
    );

  test('a worker and a program with their certificates run an agent to its end', async () => {
    const scene = await openWorkerScene({ address: server.address, env: as(client) });
    try {
      const worker = await scene.work();
      scene.think({ host: assignThenFinish, app: [say('FINISH', { Result: 'found' })] });
      await using steadyhand = await connect({ env: scene.env, folder: scene.home });
      const device = memoryDevice({ start: 'a', screens: { a: { title: 'A', controls: [] } } });
      const run = await steadyhand.startAgent({ request: 'Look', device }, {});
      expect(await run.result()).toMatchObject({ result: { outcome: 'completed' } });
      expect(worker.said()).toContain(`server ${server.address}`);
    } finally {
      await scene.close();
    }
  });

  test('each that does not fit is one sentence with the way out', async () => {
    const notPem = join(folder, 'not.pem');
    writeFileSync(notPem, 'no certificate\n');
    const good = as(client);
    const other = authority.issue('other', 30);
    // All at once: each takes some seconds.
    const cases: readonly (readonly [what: Promise<unknown>, code: string, said: RegExp])[] = [
      [
        refusal(good, outdated.address),
        'server-unreachable',
        /certificate of the Temporal server at localhost:\d+ has expired.*renewed there/,
      ],
      [
        refusal(as(authority.issue('former', -1))),
        'server-unreachable',
        /a client whose certificate is missing, expired or not known to it/,
      ],
      [
        refusal({ TEMPORAL_TLS: 'true' }),
        'server-unreachable',
        /authority that this client does not trust.*TEMPORAL_TLS_SERVER_CA_CERT_PATH/,
      ],
      [refusal({ ...good, TEMPORAL_TLS_SERVER_NAME: 'other.example' }), 'server-unreachable', /for another name.*TEMPORAL_TLS_SERVER_NAME/],
      [
        refusal({ TEMPORAL_TLS_SERVER_CA_CERT_PATH: authority.certificate }),
        'server-unreachable',
        /a client whose certificate is missing.*TEMPORAL_TLS_CLIENT_CERT_PATH and TEMPORAL_TLS_CLIENT_KEY_PATH/,
      ],
      [refusal({}), 'server-unreachable', /speaks TLS.*TEMPORAL_TLS=true/],
      [refusal(good, sharedServerAddress().replace('127.0.0.1', 'localhost')), 'server-unreachable', /speaks no TLS: leave out/],
      [refusal({ ...good, TEMPORAL_TLS_CLIENT_CERT_PATH: notPem }), 'server-unreachable', /are no certificate and key of one pair/],
      [refusal({ ...good, TEMPORAL_TLS_CLIENT_KEY_PATH: notPem }), 'server-unreachable', /are no certificate and key of one pair/],
      [
        refusal({ ...good, TEMPORAL_TLS_SERVER_CA_CERT_PATH: notPem }),
        'server-unreachable',
        /TEMPORAL_TLS_SERVER_CA_CERT_PATH to the certificate of that authority/,
      ],
      [refusal({ ...good, TEMPORAL_TLS_CLIENT_KEY_PATH: other.key }), 'server-unreachable', /are no certificate and key of one pair/],
      [
        refusal({ ...good, TEMPORAL_TLS_CLIENT_KEY_PATH: '/nowhere/key' }),
        'config-invalid',
        /TEMPORAL_TLS_CLIENT_KEY_PATH names \/nowhere\/key, which cannot be read.*ENOENT/,
      ],
      [refusal(good, 'localhost:1'), 'server-unreachable', /No Temporal server answers at localhost:1/],
    ];
    for (const [what, code, said] of cases) expect(await what).toMatchObject({ code, message: expect.stringMatching(said) });
  });

  test('a worker says so, too, and ends', async () => {
    const env = { OPENAI_API_KEY: 'k', STEADYHAND_MODEL: 'm', STEADYHAND_KINDS: 'memory', ...as(client) };
    const worker = startWorkerProcess({ home: folder, env: { ...env, TEMPORAL_ADDRESS: outdated.address } });
    await expect(worker).rejects.toThrow(/the worker ended: .*certificate of the Temporal server at localhost:\d+ has expired/s);
  });
});
