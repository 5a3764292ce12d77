#!/usr/bin/env node
import { existsSync } from 'node:fs';

const client = new URL('../dist/cli/main.js', import.meta.url);

if (existsSync(client)) {
  const { main } = await import(client.href);
  process.exitCode = await main();
} else {
  console.error('steadyhand is not built yet: run `npm run setup`.');
  process.exitCode = 1;
}
