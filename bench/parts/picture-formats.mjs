// What a stored screenshot costs as PNG and as WebP, in bytes and in milliseconds: six pages of an admin template as the browser renders them, 1280 × 800.
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { median } from '../../scripts/lib/median.mjs';
import { openBrowser } from '../lib/browser.mjs';
import { plain } from '../lib/figures.mjs';
import { withScope } from '../lib/scope.mjs';
import { serveFolder } from '../lib/site.mjs';

const pages = ['index', 'form', 'inbox', 'orders', 'tables_dynamic', 'login'];
const turns = 5;

const encodings = {
  'PNG, recompressed as small as it gets': (image) => image.png({ compressionLevel: 9, adaptiveFiltering: true }),
  'WebP, lossless, least effort': (image) => image.webp({ lossless: true, effort: 0 }),
  'WebP, lossless, effort 2': (image) => image.webp({ lossless: true, effort: 2 }),
  'WebP, quality 70, effort 1': (image) => image.webp({ quality: 70, effort: 1 }),
};

/** @returns {Promise<import('../lib/figures.mjs').Figure[]>} */
export function measurePictureFormats(say) {
  return withScope(async (scope) => {
    const taken = await takeBoth(scope, say);
    const pngs = taken.map(({ png }) => png);
    const all = median(pngs.map(({ length }) => length));
    const figures = [plain('PNG as it is stored', 'KB', all / 1_000)];
    for (const [name, encode] of Object.entries(encodings)) {
      const bytes = [];
      const times = [];
      for (const png of pngs)
        for (let turn = 0; turn < turns; turn += 1) {
          const from = process.cpuUsage();
          const encoded = await encode(sharp(png)).toBuffer();
          const { user, system } = process.cpuUsage(from);
          times.push((user + system) / 1_000);
          if (turn === 0) bytes.push(encoded.length);
        }
      figures.push(plain(name, 'KB', median(bytes) / 1_000), plain('… made of the PNG', 'ms of the processor', median(times)));
    }
    figures.push(
      plain('WebP by the browser, quality 100', 'KB', median(taken.map(({ webp }) => webp.length)) / 1_000),
      plain('… pages whose pixels are then those of the PNG', 'of 6', await exact(taken)),
      plain('a screenshot as PNG, by the browser', 'ms', median(taken.map(({ pngMs }) => pngMs))),
      plain('… as WebP, by the browser', 'ms', median(taken.map(({ webpMs }) => webpMs))),
    );
    return figures;
  });
}

async function takeBoth(scope, say) {
  const site = await serveFolder(scope, fileURLToPath(new URL('../../node_modules/gentelella/dist/', import.meta.url)));
  const { device, plain: session, go } = await openBrowser(scope, site);
  const taken = [];
  for (const page of pages) {
    await go(`${site}/production/${page}.html`);
    const png = await shot(session, { format: 'png', optimizeForSpeed: true });
    const webp = await shot(session, { format: 'webp', quality: 100 });
    const stored = await device.screenshot();
    taken.push({ png: stored, webp: webp.bytes, pngMs: png.ms, webpMs: webp.ms });
    say(
      `${page}: PNG ${stored.length} bytes in ${Math.round(png.ms)} ms, WebP of the browser ${webp.bytes.length} in ${Math.round(webp.ms)} ms`,
    );
  }
  return taken;
}

/** The fastest of some. */
async function shot(session, options) {
  const taken = [];
  for (let turn = 0; turn < turns; turn += 1) {
    const from = performance.now();
    const { data } = await session.sendCommandAndGetResult('Page.captureScreenshot', options);
    taken.push({ bytes: Buffer.from(data, 'base64'), ms: performance.now() - from });
  }
  return taken.sort((one, other) => one.ms - other.ms)[0];
}

async function exact(taken) {
  let same = 0;
  for (const { png, webp } of taken) {
    const [one, other] = await Promise.all([png, webp].map((bytes) => sharp(bytes).removeAlpha().raw().toBuffer()));
    if (one.equals(other)) same += 1;
  }
  return same;
}
