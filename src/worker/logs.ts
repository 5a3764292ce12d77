// What a worker says of itself on its standard error: a line for people, or JSON by pino for programs. What Temporal's SDK says goes the same way.
//
// logs-1. No value of a secret leaves, nor anything else that proves who asks (confidential-values.ts), in whatever form it stands in a text: texts are masked before they become a line.
// logs-2. A terminal obeys nothing in a line.
import { defined } from '../domain/collections.js';
import { DefaultLogger, type LogEntry, type Logger } from '@temporalio/worker';
import { pino } from 'pino';
import type { Mask } from '../adapters/masking-kit/mask-errors.js';
import { readEnvironment, type Config } from '../config/config.js';
import type { Environment } from '../config/tools.js';
import { visibleLine, visibleText } from '../domain/text/visible-text.js';
import { confidentialMask } from './confidential-values.js';

export type LogLevel = Config['logs']['level'];
export type Fields = Readonly<Record<string, unknown>>;

export interface Logs {
  log(level: LogLevel, message: string, fields?: Fields): void;
  /** For Temporal's runtime. */
  readonly sdk: Logger;
}

type Given = Pick<Config, 'logs'> & Parameters<typeof confidentialMask>[0];

export function createLogs(
  { logs: { format, level }, ...given }: Given,
  write: (line: string) => void = toStderr,
  env: Environment = readEnvironment(),
): Logs {
  const mask = confidentialMask(given, env);
  const log = format === 'json' ? inJson(level, mask, write) : inWords(level, (line) => write(mask(line)));
  return {
    log,
    // The SDK's own infos tell of its states; our lines tell what an operator needs of them.
    sdk: new DefaultLogger(level === 'debug' ? 'DEBUG' : 'WARN', (entry) => ofSdk(log, entry)),
  };
}

function inJson(level: LogLevel, mask: Mask, write: (line: string) => void): Logs['log'] {
  const logger = pino(
    {
      level,
      base: { service: 'steadyhand', pid: process.pid },
      messageKey: 'message',
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    { write },
  );
  return (at, message, fields) => logger[at](plain(fields ?? {}, mask), mask(message));
}

const order = ['debug', 'info', 'warn', 'error'] as const satisfies readonly LogLevel[];

function inWords(level: LogLevel, write: (line: string) => void): Logs['log'] {
  return (at, message, fields) => {
    if (order.indexOf(at) >= order.indexOf(level)) write(`${visibleText(lineOf(message, fields))}\n`);
  };
}

/** As a line for people. */
export function lineOf(message: string, fields?: Fields): string {
  return `${message}${fields && Object.keys(fields).length > 0 ? ` ${JSON.stringify(fields, errorIn)}` : ''}`;
}

const levels = { TRACE: 'debug', DEBUG: 'debug', INFO: 'info', WARN: 'warn', ERROR: 'error' } as const;

/** A host's queues carry activities only, the Worker for callers over Nexus nothing else, on purpose: the SDK's warnings about that are left out. */
function ofSdk(log: Logs['log'], { level, message, meta }: LogEntry): void {
  if (/^No (workflows|activities) registered/.test(message)) return;
  log(levels[level], visibleLine(`${level} ${message}`), meta && namedAsOurs(meta));
}

/** An activity's lines name the run's id as a workflow's do, and no token that answers for it. */
function namedAsOurs({ taskToken: _, workflowRunId, ...fields }: Fields): Fields {
  return { ...fields, ...defined({ runId: workflowRunId }) };
}

function plain(fields: Fields, mask: Mask): Fields {
  const masked = (key: string, value: unknown): unknown => {
    const text = errorIn(key, value);
    return typeof text === 'string' ? mask(text) : text;
  };
  return JSON.parse(JSON.stringify(fields, masked)) as Fields;
}

function errorIn(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString();
  return value instanceof Error ? value.message : value;
}

function toStderr(line: string): void {
  process.stderr.write(line);
}
