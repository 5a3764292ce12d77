// What workflows know of the configured effect checks: all but how and with which credentials they read.
import { ConfigError, readWritten } from './issues.js';
import { parametersOf, type ConfiguredCheck } from './effect-checks.schema.js';
import type { EffectCheck, EffectChecks } from '../domain/effect/effect-check.js';
import type { FlowDocument } from '../domain/flow/document.js';
import { parseFlow } from '../domain/flow/parse-flow.schema.js';
import { problemText } from '../domain/flow/problem.js';
import { writtenJson } from '../domain/text/written-file.js';

/** Throws `ConfigError` for the file of a flow that does not only read. */
export function effectChecksFrom(configured: Readonly<Record<string, ConfiguredCheck>>): EffectChecks {
  const entries = Object.entries(configured).map(([name, check]): readonly [string, EffectCheck] => {
    const { expect, settleMs, timeoutMs, value, flow } = check;
    const known = { expect, settleMs, timeoutMs, parameters: parametersOf(check) };
    if (!flow) return [name, known];
    return [name, { ...known, flow: { document: readingFlow(flow.file, `effectChecks.${name}.flow.file`), device: flow.device, value } }];
  });
  return Object.fromEntries(entries);
}

/** `field`: of the configuration, which names it. */
function readingFlow(file: string, field: string): FlowDocument {
  const name = `${field} ${file}`;
  const { flow, problems } = parseFlow(readWritten(file, writtenJson, name));
  if (!flow) throw new ConfigError(`${name} cannot run: ${problems.map(problemText).join('; ')}`);
  if (!flow.reads)
    throw new ConfigError(`${name} may act, and a check only reads: expected a flow with "reads": true, in which no node acts.`);
  return flow;
}
