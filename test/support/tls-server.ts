// Temporal behind TLS with certificates on both sides, as a proxy before it has it; certificates by the `openssl` of this machine.
import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { createServer } from 'node:tls';

export const hasOpenssl = spawnSync('openssl', ['version'], { stdio: 'ignore' }).status === 0;
if (!hasOpenssl) console.warn('skipped: what needs certificates, since there is no openssl on the PATH');

/** Paths of PEM files. */
export interface Certificate {
  readonly certificate: string;
  readonly key: string;
}

export interface Authority {
  readonly certificate: string;
  /** For localhost; `days`: how long it is valid from now on, -1: until yesterday. */
  issue(name: string, days: number): Certificate;
}

const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];

/** Its files are in `folder`. */
export function createAuthority(folder: string): Authority {
  const openssl = (...args: readonly string[]): void => void execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  openssl('req', '-x509', ...newKey, '-days', '30', '-subj', '/CN=authority', '-keyout', 'authority.key', '-out', 'authority.pem');
  writeFileSync(join(folder, 'names'), 'subjectAltName=DNS:localhost\n');
  return {
    certificate: join(folder, 'authority.pem'),
    issue(name, days) {
      const [request, certificate, key] = [`${name}.csr`, `${name}.pem`, `${name}.key`];
      openssl('req', '-new', ...newKey, '-subj', `/CN=${name}`, '-keyout', key, '-out', request);
      const signed = ['-CA', 'authority.pem', '-CAkey', 'authority.key', '-CAcreateserial', '-extfile', 'names', '-days', String(days)];
      openssl('x509', '-req', '-in', request, ...signed, '-out', certificate);
      return { certificate: join(folder, certificate), key: join(folder, key) };
    },
  };
}

export interface TlsServer {
  readonly address: string;
  close(): Promise<void>;
}

/** Passes on to `address` whoever has a certificate of the authority. */
export async function startTlsServer(address: string, authority: Authority, { certificate, key }: Certificate): Promise<TlsServer> {
  const open = new Set<Socket>();
  const server = createServer(
    {
      cert: readFileSync(certificate),
      key: readFileSync(key),
      ca: readFileSync(authority.certificate),
      requestCert: true,
      rejectUnauthorized: true,
      ALPNProtocols: ['h2'],
    },
    (outside) => {
      const inside = connect(Number(address.split(':').at(-1)), '127.0.0.1');
      outside.pipe(inside).pipe(outside);
      for (const socket of [outside, inside]) {
        open.add(socket);
        socket.on('error', () => undefined).on('close', () => [outside, inside].forEach((each) => open.delete(each.destroy())));
      }
    },
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `localhost:${(server.address() as AddressInfo).port}`,
    async close() {
      server.close();
      for (const socket of open) socket.destroy();
      await once(server, 'close');
    },
  };
}
