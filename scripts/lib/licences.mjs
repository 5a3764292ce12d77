// LK63: under which licences what we depend on may be used. By package-lock.json, which has the packages of every platform, installed or not.

/** Those that ask for no more than their text and the names in it, and dual ones of which one is such. */
const accepted = new Set([
  'MIT',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'Unlicense',
  'CC0-1.0',
  'Zlib',
]);

/** Packages whose licence is another one, or is missing in their package.json. Each with the reason why it may be used. */
export const explained = {
  '@img/sharp-libvips-*':
    'LGPL-3.0-or-later: the library libvips, linked dynamically and passed on unchanged in a package of its own, which can be replaced',
  '@img/sharp-wasm32': 'the same, built as WebAssembly',
  '@img/sharp-win32-*': 'the same, whose library lies in the package',
  '@promptbook/utils': 'CC-BY-4.0: comes with WebdriverIO, which finds installed browsers with it; used unchanged',
  'caniuse-lite': 'CC-BY-4.0: data; used unchanged',
  'css-value': 'MIT by its Readme; its package.json has no field for it',
  'exif-parser': 'MIT by its LICENSE.md; its package.json has no field for it',
  'dom-walk': 'MIT by the older field `licenses` of its package.json',
  unionfs: 'Unlicense by its LICENSE; its package.json has no field for it',
};

/**
 * `name@version: licence` of what is neither accepted nor explained. Development tools are not passed on to anybody.
 * @param {{packages: Record<string, {version?: string, license?: string, dev?: boolean, link?: boolean}>}} lock
 * @returns {string[]}
 */
export function unlistedLicences({ packages }) {
  return Object.entries(packages)
    .filter(([path, { dev }]) => path !== '' && !dev)
    .map(([path, { version, license }]) => ({ name: path.slice(path.lastIndexOf('node_modules/') + 13), version, license }))
    .filter(({ name, license }) => !isExplained(name) && !isAccepted(license ?? ''))
    .map(({ name, version, license }) => `${name}@${version}: ${license ?? 'no licence'}`);
}

/** Names in `explained` that no package has any more. */
export function needlessExplanations({ packages }) {
  const names = Object.keys(packages).map((path) => path.slice(path.lastIndexOf('node_modules/') + 13));
  return Object.keys(explained).filter((pattern) => !names.some((name) => matches(pattern, name)));
}

function isExplained(name) {
  return Object.keys(explained).some((pattern) => matches(pattern, name));
}

function matches(pattern, name) {
  return pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern;
}

/** SPDX: of `OR` one has to be accepted, of `AND` all. */
export function isAccepted(expression) {
  const text = expression.replace(/^\((.*)\)$/, '$1');
  if (/[()]/.test(text)) return false;
  if (text.includes(' OR ')) return text.split(' OR ').some(isAccepted);
  if (text.includes(' AND ')) return text.split(' AND ').every(isAccepted);
  return accepted.has(text);
}
