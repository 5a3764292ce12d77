// LK63: what a release is made of, as CycloneDX 1.5: every package that an installation may bring, on any platform, with version, licence and hash. From package-lock.json, so that it
// needs no network; `npm sbom` leaves out hundreds of them.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unlistedLicences } from './licences.mjs';
import { SetupError } from './steps.mjs';
import { root } from './tools.mjs';

/** @param {string} path @returns {string} what was written */
export function writeSbom(path) {
  const bom = sbomOf(readJson('package-lock.json'), readJson('package.json'));
  writeFileSync(path, `${JSON.stringify(bom, null, 2)}\n`);
  return `${bom.bomFormat} ${bom.specVersion}, ${bom.components.length} parts: ${path}`;
}

/** Pure: the same lock gives the same list. */
export function sbomOf({ packages }, { name, version, license }) {
  const parts = Object.entries(packages).filter(([path, { dev }]) => path !== '' && !dev);
  const components = parts.map(([path, entry]) => component(path.slice(path.lastIndexOf('node_modules/') + 13), entry));
  const unique = new Map(components.map((each) => [each['bom-ref'], each]));
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component: component(name, { version, license }) },
    components: [...unique.values()].sort((one, other) => (one['bom-ref'] < other['bom-ref'] ? -1 : 1)),
  };
}

function component(path, { version, license, integrity, optional }) {
  const [group, name] = path.startsWith('@') ? path.split('/') : [undefined, path];
  const purl = `pkg:npm/${group === undefined ? '' : `${encodeURIComponent(group)}/`}${name}@${version}`;
  const [algorithm, digest] = (integrity ?? '').split(/-(.*)/s);
  return {
    type: 'library',
    'bom-ref': purl,
    ...(group === undefined ? {} : { group }),
    ...{ name, version, purl, scope: optional ? 'optional' : 'required' },
    ...(license === undefined ? {} : { licenses: [/[ ()]/.test(license) ? { expression: license } : { license: { id: license } }] }),
    ...(algorithm === 'sha512' ? { hashes: [{ alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }] } : {}),
  };
}

/** Throws `SetupError` for a package whose licence is neither accepted nor explained. */
export function checkLicences() {
  const unlisted = unlistedLicences(readJson('package-lock.json'));
  if (unlisted.length > 0)
    throw new SetupError(
      `Not among the licences in scripts/lib/licences.mjs: ${unlisted.join('; ')}. Replace the package, or explain it there.`,
    );
  return 'all listed';
}

function readJson(name) {
  return JSON.parse(readFileSync(join(root, name), 'utf8'));
}
