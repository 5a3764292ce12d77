// What `npm run build` makes of sources that cannot run as they are: programs of threads and processes, and scripts for pages.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Path of a program beside its caller. Threads and processes run the built one, even under a test runner that loads the sources. */
export function builtProgram(program: URL): string {
  const path = fileURLToPath(program).replace(/\/src\/(?=adapters\/|hand\.js$)/, '/dist/');
  if (!existsSync(path)) throw new TypeError(`${path} is missing: run \`npm run build\`.`);
  return path;
}

/** A script bundled for pages, from `dist`. `what`: for the error when it is not built. */
export function readBundle(file: string, what: string): string {
  // From dist/adapters/process-kit and from src/adapters/process-kit.
  const places = [`../../${file}`, `../../../dist/${file}`].map((place) => fileURLToPath(new URL(place, import.meta.url)));
  const place = places.find((candidate) => existsSync(candidate));
  if (place === undefined) throw new Error(`${what} is not built: neither ${places.join(' nor ')} is there. Run npm run build.`);
  return readFileSync(place, 'utf8');
}
