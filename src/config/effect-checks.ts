// What workflows know of the configured effect checks: all but how and with which credentials they read.
import { readFile } from 'node:fs/promises';
import { ConfigError } from './config.js';
import { parametersOf, type ConfiguredCheck } from './effect-checks.schema.js';
import type { EffectCheck, EffectChecks } from '../domain/effect/effect-check.js';
import { parseFlow } from '../domain/flow/parse-flow.schema.js';
import { problemText } from '../domain/flow/problem.js';

/** Throws `ConfigError` for the file of a flow that does not only read. */
export async function effectChecksFrom(configured: Readonly<Record<string, ConfiguredCheck>>): Promise<EffectChecks> {
  const entries = Object.entries(configured).map(async ([name, check]): Promise<readonly [string, EffectCheck]> => {
    const { expect, settleMs, timeoutMs, value, flow } = check;
    const known = { expect, settleMs, timeoutMs, parameters: parametersOf(check) };
    if (!flow) return [name, known];
    return [
      name,
      { ...known, flow: { document: await readingFlow(flow.file, `effectChecks.${name}.flow.file`), device: flow.device, value } },
    ];
  });
  return Object.fromEntries(await Promise.all(entries));
}

async function readingFlow(file: string, field: string) {
  const wrong = (why: string): ConfigError => new ConfigError(`${field} is ${JSON.stringify(file)}; ${why}`);
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw wrong(`it cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  });
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (error) {
    throw wrong(`it is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  const { flow, problems } = parseFlow(document);
  if (!flow) throw wrong(problems.map(problemText).join('; '));
  if (!flow.reads) throw wrong('a check only reads: expected a flow with "reads": true, in which no node acts.');
  return flow;
}
