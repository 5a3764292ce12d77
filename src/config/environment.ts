// Which environment variable sets which field of the configuration.
import { join } from 'node:path';
import { parse as parseDotenv } from 'dotenv';
import { modelRoles } from '../ports/model.js';
import { WrittenFileError, writtenText } from '../domain/text/written-file.js';
import { readIfThere } from './issues.js';
import type { Environment } from './tools.js';

/** `STEADYHAND_SECRET_<NAME>`. */
export const secretPrefix = 'STEADYHAND_SECRET_';

interface Variable {
  readonly path: readonly string[];
  /** A text that is not of the field's type is left as it is: the schema refuses it with the text that the user wrote. */
  readonly read: (text: string) => unknown;
}

const asText = (text: string): unknown => text;
const asNumber = (text: string): unknown => (/^-?\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : text);
const switches: Readonly<Record<string, boolean>> = {
  on: true,
  true: true,
  yes: true,
  1: true,
  off: false,
  false: false,
  no: false,
  0: false,
};
const asSwitch = (text: string): unknown => switches[text.trim().toLowerCase()] ?? text;
/** OpenTelemetry's own words for whether texts are captured, and where. We send no events of our own, so there they are not. */
const captures: Readonly<Record<string, boolean>> = { span_only: true, span_and_event: true, event_only: false, no_content: false };
const asContentCapture = (text: string): unknown => captures[text.trim().toLowerCase()] ?? asSwitch(text);
const asList = (text: string): readonly string[] => text.split(',').map((entry) => entry.trim());

export const variables = new Map<string, Variable>([
  ['STEADYHAND_HOME', { path: ['home'], read: asText }],
  ['STEADYHAND_SHARED', { path: ['shared'], read: asText }],
  ['STEADYHAND_ARTIFACTS', { path: ['artifacts'], read: asText }],
  ['STEADYHAND_GC_OLDER_THAN', { path: ['gc', 'olderThan'], read: asText }],
  ['STEADYHAND_GC_MAX_SIZE', { path: ['gc', 'maxSize'], read: asText }],
  ['STEADYHAND_GC_EVERY', { path: ['gc', 'every'], read: asText }],
  ['STEADYHAND_SLOTS', { path: ['slots'], read: asNumber }],
  ['STEADYHAND_MAX_CACHED_WORKFLOWS', { path: ['maxCachedWorkflows'], read: asNumber }],
  ['STEADYHAND_METRICS', { path: ['metrics'], read: asText }],
  ['STEADYHAND_HEALTH', { path: ['health'], read: asText }],
  ['STEADYHAND_LOG_FORMAT', { path: ['logs', 'format'], read: asText }],
  ['STEADYHAND_LOG_LEVEL', { path: ['logs', 'level'], read: asText }],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', { path: ['traces'], read: asText }],
  ['OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT', { path: ['traceTexts'], read: asContentCapture }],
  ['DATABASE_URL', { path: ['databaseUrl'], read: asText }],
  ['STEADYHAND_PROCEDURES', { path: ['procedures'], read: asText }],
  ['STEADYHAND_KINDS', { path: ['kinds'], read: (text) => (text.trim() === 'none' ? [] : asList(text)) }],
  ['STEADYHAND_DEPLOYMENT', { path: ['deployment', 'name'], read: asText }],
  ['STEADYHAND_BUILD_ID', { path: ['deployment', 'buildId'], read: asText }],
  ['OPENAI_API_KEY', { path: ['model', 'apiKey'], read: asText }],
  ['OPENAI_BASE_URL', { path: ['model', 'baseUrl'], read: asText }],
  ['ANTHROPIC_API_KEY', { path: ['model', 'anthropic', 'apiKey'], read: asText }],
  ['ANTHROPIC_BASE_URL', { path: ['model', 'anthropic', 'baseUrl'], read: asText }],
  ['STEADYHAND_MODEL_API', { path: ['model', 'api'], read: asText }],
  ['STEADYHAND_COMPUTER_TOOL', { path: ['model', 'computer'], read: asText }],
  ['STEADYHAND_STRUCTURED_OUTPUT', { path: ['model', 'structuredOutput'], read: asText }],
  ['STEADYHAND_MODEL', { path: ['model', 'default'], read: asText }],
  ...modelRoles.map((role): [string, Variable] => [
    `STEADYHAND_MODEL_${role.toUpperCase()}`,
    { path: ['model', 'roles', role], read: asText },
  ]),
  ['STEADYHAND_IMAGES', { path: ['model', 'images'], read: asSwitch }],
  ['STEADYHAND_CHROMIUM', { path: ['browser', 'chromium'], read: asText }],
  ['STEADYHAND_CHROMEDRIVER', { path: ['browser', 'chromedriver'], read: asText }],
  ['STEADYHAND_SANDBOX', { path: ['browser', 'sandbox'], read: asSwitch }],
  ['STEADYHAND_BROWSER_EVENTS', { path: ['browser', 'events'], read: asSwitch }],
  ['STEADYHAND_UPLOADS', { path: ['browser', 'uploads'], read: asText }],
  ['STEADYHAND_VIRTUAL_DISPLAY', { path: ['desktop', 'virtual'], read: asSwitch }],
  ['STEADYHAND_APPIUM', { path: ['appium', 'url'], read: asText }],
  ['STEADYHAND_ENCRYPTION', { path: ['encryption'], read: asText }],
  ['STEADYHAND_ENCRYPTION_KEYS', { path: ['encryptionKeys', 'value'], read: asText }],
  ['STEADYHAND_ENCRYPTION_KEY_FILE', { path: ['encryptionKeys', 'file'], read: asText }],
  ['TEMPORAL_CLI_PATH', { path: ['temporalCli'], read: asText }],
]);

/** The environment with .env below it (config-2 of config.ts); pass it to whatever reads its own variables, such as `findTemporal`. */
export function readEnvironment(processEnv: Environment = process.env, cwd: string = process.cwd()): Environment {
  const fromFile = readIfThere(join(cwd, '.env'), writtenSettings) ?? {};
  const isSet = ([, value]: [string, string | undefined]) => value !== undefined && value !== '';
  return { ...Object.fromEntries(Object.entries(fromFile).filter(isSet)), ...Object.fromEntries(Object.entries(processEnv).filter(isSet)) };
}

const assignment = /^([^\S\n]*(?:export[^\S\n]+)?)([\w.-]+)(?=[^\S\n]*[=:])/gm;
/** A name alone stands for what is set already. */
const settingLine = /^\s*(?:#.*|(?:export\s+)?[\w.-]+\s*(?:[=:].*)?)?$/;

/** Of a .env. The package passes over a line that it cannot read, and over the first of two with one name. Throws `WrittenFileError`. */
function writtenSettings(bytes: Uint8Array): Readonly<Record<string, string>> {
  const text = writtenText(bytes);
  const settings = parseDotenv(text);
  // With its place in each name, no two are the same; a line of a longer value has none.
  const placed = text.replace(assignment, (_, before: string, name: string, at: number) => `${before}${name}.${at + before.length}`);
  const names = new Set<string>();
  for (const key of Object.keys(parseDotenv(placed))) {
    const end = key.lastIndexOf('.');
    const [name, at] = [key.slice(0, end), Number(key.slice(end + 1))];
    if (names.has(name)) throw new WrittenFileError(`has ${name} a second time: keep one of them`, text, at);
    names.add(name);
  }
  if (Object.values(settings).some((value) => value.includes('\n'))) return settings;
  for (const { 0: line, index } of text.matchAll(/^.*$/gm))
    if (!settingLine.test(line)) throw new WrittenFileError('has a line that is no setting: expected NAME=value', text, index);
  return settings;
}
