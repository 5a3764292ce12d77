// Where setup keeps what it found (tools.json, read by src/config/tools.ts) and what it fetched (the cache, shared by all clones and packages of a user).
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** A clone keeps its own; an installed package cannot, because npm would remove it. The lock file tells the two apart: npm does not pack it. */
export const toolsFile = existsSync(join(root, 'package-lock.json'))
  ? join(root, 'node_modules', '.cache', 'steadyhand', 'tools.json')
  : join(cacheFolder(), 'tools.json');

/** `{ temporal?, chromium?, chromedriver? }`: absolute paths; empty before the first setup. */
export function readTools() {
  try {
    return JSON.parse(readFileSync(toolsFile, 'utf8'));
  } catch {
    return {};
  }
}

export function writeTools(tools) {
  const text = `${JSON.stringify(tools, null, 2)}\n`;
  if (existsSync(toolsFile) && readFileSync(toolsFile, 'utf8') === text) return;
  mkdirSync(join(toolsFile, '..'), { recursive: true });
  writeFileSync(toolsFile, text);
}

export function cacheFolder() {
  if (process.env.STEADYHAND_CACHE) return resolve(process.env.STEADYHAND_CACHE);
  return join(process.env.HOME || userInfo().homedir, '.cache', 'steadyhand');
}
