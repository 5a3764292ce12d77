// node examples/desktop/offer.mjs <folder>: makes `Price list` an application that a desktop can launch, for a worker whose XDG_DATA_DIRS names that folder.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isProgram } from '../support/serve.mjs';

/** @param {string} folder @param {string} [browser] Chromium's file */
export function offerPriceList(folder, browser = 'chromium') {
  const page = fileURLToPath(new URL('prices.html', import.meta.url));
  const options = [
    '--force-renderer-accessibility',
    '--no-first-run',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-sync',
    // Chromium's own sandbox does not work for root.
    ...(process.getuid?.() === 0 ? ['--no-sandbox', '--test-type'] : []),
  ];
  mkdirSync(join(folder, 'applications'), { recursive: true });
  writeFileSync(
    join(folder, 'applications', 'price-list.desktop'),
    `[Desktop Entry]\nType=Application\nName=Price list\nExec=${browser} ${options.join(' ')} "file://${page}"\n`,
  );
}

if (isProgram(import.meta.url)) {
  const folder = process.argv[2];
  if (!folder) {
    console.error('Say where: node examples/desktop/offer.mjs .steadyhand/example');
    process.exit(2);
  }
  offerPriceList(resolve(folder), process.env.STEADYHAND_CHROMIUM);
  console.log(`XDG_DATA_DIRS=${resolve(folder)}:/usr/local/share:/usr/share npx steadyhand up --virtual-display`);
}
