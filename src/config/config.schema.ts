// steadyhand.config.json, field by field. The environment is merged over it before it is parsed (src/config/config.ts), so that one schema checks both.
import { z } from 'zod';
import { browserPermissions, type DeviceKind } from '../domain/device/device-spec.js';
import { builtInTool, builtInTools } from '../domain/flow/tools.js';
import { refusedUse } from '../domain/effect/effect-check.js';
import { defaultGuardRules, type GuardRule } from '../domain/guard/guard.js';
import { effectCheckSchema, parametersOf, type ConfiguredCheck } from './effect-checks.schema.js';
import { modelSchema } from './model.schema.js';
import { consoleSchema, notifySchema } from './notify.schema.js';
import { budgetSchema, guardSchema, settingsSchema, timingsSchema } from './run-defaults.schema.js';
import { textAs, addressWithoutLogin, origin, serverAddress } from './web-address.schema.js';
import { youngestMs } from '../domain/artifacts/gc-workflow.js';
import { byteSize, durationMs } from '../domain/text/measures.js';
import { isIPv4, isIPv6 } from 'node:net';

const text = z.string().min(1);
const texts = z.array(text).readonly();

const nameOf = (most: number) =>
  textAs((name) => /^[\w-]+$/.test(name) && name.length <= most, `expected a name of at most ${most} letters, digits, _ and -`);

const kinds = ['web', 'desktop', 'appium', 'stub', 'memory'] as const satisfies readonly DeviceKind[];

const browserSchema = z
  .strictObject({
    chromium: text.optional().describe('Chromium or Chrome; by default what set-up found, else what is on the PATH.'),
    chromedriver: text.optional().describe('Its driver, of the same major version; found likewise.'),
    uploads: text.optional().describe('The only folder that files are uploaded from; by default `uploads` in `home`.'),
    sandbox: z.boolean().optional().describe("Chromium's own sandbox; by default on, except for root, where it does not work."),
    events: z
      .boolean()
      .default(false)
      .describe('Models, `show`, maps and reports get errors of scripts, failed requests and downloads. It costs each browser a process.'),
    permissions: z
      .array(z.enum(browserPermissions))
      .readonly()
      .default([])
      .describe(
        `What pages may have without being asked, by default nothing: ${browserPermissions.map((each) => `\`${each}\``).join(', ')}.`,
      ),
  })
  .readonly();

const desktopSchema = z
  .strictObject({
    virtual: z
      .boolean()
      .optional()
      .describe("A virtual display for each [desktop](devices.md), by default where there is no `DISPLAY`; otherwise the worker's own."),
    width: z.int().min(640).max(7_680).default(1_280).describe('px of a virtual display.'),
    height: z.int().min(480).max(4_320).default(800).describe('px.'),
    accessibility: z
      .boolean()
      .default(true)
      .describe('False, and always on macOS and Windows: texts are read from the picture, not from the accessibility tree.'),
  })
  .readonly();

/** Where each secret may be typed. Names are those of STEADYHAND_SECRET_<NAME>. */
const secretsSchema = z
  .record(
    textAs((name) => /^[A-Z][A-Z0-9_]*$/.test(name), 'expected a name of capital letters, digits and _'),
    z
      .strictObject({
        origins: z.array(origin).readonly().default([]).describe('Pages on which it may be typed.'),
        apps: texts.default([]).describe('Applications of a desktop, or ids of a phone, in which it may be typed.'),
        lockNetwork: z
          .union([z.boolean(), z.array(origin).readonly()])
          .optional()
          .describe('`true`, `false` or a list of origins: [a lock on what a page sends](#a-lock-on-what-a-page-sends).'),
        value: text.optional().describe('Not in the file: the variable `STEADYHAND_SECRET_<NAME>`.'),
      })
      .refine(({ origins, apps }) => origins.length + apps.length > 0, { error: 'expected origins or apps where it may be typed' })
      .readonly(),
  )
  .readonly();

const encryptionKeysSchema = z
  .strictObject({
    file: text.optional().describe('The file with the [keys](encryption.md); by default `keys/payloads.json` in `shared`.'),
    command: z
      .array(text)
      .min(1)
      .readonly()
      .optional()
      .describe('A program that prints the keys, and its arguments, run without a shell; in place of a file.'),
    value: text.optional().describe('The keys themselves, before a file or a command. Not in the file.'),
  })
  .refine(({ file, command }) => file === undefined || command === undefined, { error: 'expected a file or a command, not both' })
  .readonly();

const values = z.record(text, z.string()).readonly().optional();

const only = texts.optional().describe('Only these tools are offered.');

const overrides = z
  .array(
    text.refine((name) => builtInTool(name) !== undefined, {
      error: `expected the name of a built-in tool: ${builtInTools.map(({ name }) => name).join(', ')}`,
    }),
  )
  .readonly()
  .optional()
  .describe(
    "Built-in tools, such as `find_text`, that the server's own replace in `AiStep` and `McpToolCall`. Such a call counts as acting.",
  );

/** Servers of the Model Context Protocol: a program (stdio) or an address (streamable HTTP). */
const toolServerSchema = z.union([
  z
    .strictObject({
      command: text.describe('A program that serves MCP on standard input and output.'),
      args: z.array(z.string()).readonly().optional().describe('Its arguments.'),
      env: values.describe(
        '`$NAME` stands for a variable of the worker. A program gets nothing else but HOME, LOGNAME, PATH, SHELL, TERM, USER.',
      ),
      cwd: text.optional().describe('The folder that it starts in.'),
      tools: only,
      overrides,
    })
    .readonly(),
  z
    .strictObject({
      url: serverAddress('put it into headers').describe('In place of `command`: the address of a server (streamable HTTP).'),
      headers: values.describe('With `$NAME` likewise.'),
      tools: only,
      overrides,
    })
    .readonly(),
]);

// The name of a deployment or of a build: Temporal puts a colon, once a dot, between the two.

const deploymentWordForm = 'letters, digits, `.`, `-`, `_`, `+`: 1.4.0, 2026-11-26-a1b2c3';

function isDeploymentWord(word: string): boolean {
  return /^[\w][\w.+-]{0,99}$/.test(word);
}

// Names of deployments and of their versions.

const deploymentWord = textAs(isDeploymentWord, `expected ${deploymentWordForm}`);

const deploymentSchema = z
  .strictObject({
    name: deploymentWord.default('steadyhand').describe('The deployment that workers are a version of ([upgrade](production.md#upgrade)).'),
    buildId: deploymentWord.optional().describe('Their version, such as `0.2.0`. Without it they have none.'),
  })
  .readonly();

// When workers collect artifacts by themselves, and what.

/** What the text says, or what is expected, also of another type. */
const readAs = <T>(read: (text: string) => T | undefined, expected: string) =>
  z.string({ error: expected }).transform((given, context) => {
    const value = read(given);
    if (value !== undefined) return value;
    context.addIssue({ code: 'custom', input: given, message: expected });
    return z.NEVER;
  });

const duration = (shortest: number, example: string, atLeast: string) =>
  readAs((text) => {
    const ms = durationMs(text);
    return ms !== undefined && ms >= shortest ? ms : undefined;
  }, `expected ${example}: at least ${atLeast}`);

const gcSchema = z
  .strictObject({
    olderThan: duration(youngestMs, 'an age such as 30d', '1h')
      .optional()
      .describe('`30d`, at least `1h`: workers remove older [artifacts](production.md#disk) that nothing needs.'),
    maxSize: readAs(byteSize, 'expected a size such as 500MB or 20GB')
      .optional()
      .describe('`20GB`: the same, the oldest first, until no more is left.'),
    every: duration(60_000, 'an interval such as 6h or 1d', '1m').prefault('1d').describe('How often, counted from midnight UTC.'),
  })
  .readonly();

// Where a worker listens.

/**
 * An address of this machine with its port. What serves the metrics looks no name up, so that a name would fail late and in its words: of names only
 * `localhost` is taken, which becomes 127.0.0.1.
 */
const listenAddress = textAs(
  isListenAddress,
  'expected an IP address of this machine or localhost, with a port from 1 to 65535: 127.0.0.1:9464, [::1]:9464',
).transform((address) => address.replace(/^localhost:/i, '127.0.0.1:'));

function isListenAddress(address: string): boolean {
  const [, host = '', port] = /^(.*):(\d{1,5})$/.exec(address) ?? [];
  const [, inner] = /^\[([\da-f:.]+)\]$/i.exec(host) ?? [];
  const known = inner === undefined ? isIPv4(host) || host.toLowerCase() === 'localhost' : isIPv6(inner);
  return known && Number(port) >= 1 && Number(port) <= 65_535;
}

export const configSchema = z
  .strictObject({
    home: text.default('./.steadyhand').describe("This host's data. One worker at a time."),
    shared: text.optional().describe('Artifacts, records and keys, by default in `home`; a shared mount with several hosts.'),
    artifacts: textAs(
      (address) => /^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/[\w!.*'()-]+)*\/?$/.test(address),
      'expected s3://bucket or s3://bucket/prefix',
    )
      // Addresses are normalized on their way: such parts would lead elsewhere, out of the prefix or the bucket.
      .refine((address) => !/^s3:\/\/[^/]*\.\.|\/\.{1,2}(\/|$)/.test(address), {
        error: 'expected a bucket without `..`, and a prefix without the parts `.` and `..`',
      })
      .optional()
      .describe('`s3://bucket/prefix`: artifacts, records and flows [there](production.md#without-a-shared-folder), in place of `shared`.'),
    gc: gcSchema.prefault({}),
    slots: z.int().min(1).max(64).default(2).describe('Devices of a kind at a time, 1 to 64.'),
    maxCachedWorkflows: z
      .int()
      .min(0)
      .optional()
      .describe('Workflows that a worker keeps in memory, about 1 MB each; by default as the heap allows. 0: replayed at every task.'),
    metrics: listenAddress.optional().describe('`127.0.0.1:9464`: where the worker serves [metrics](production.md#what-to-watch).'),
    health: listenAddress.optional().describe('`127.0.0.1:9465`: where it says whether it is [alive and ready](production.md#health).'),
    logs: z
      .strictObject({
        format: z.enum(['pretty', 'json']).default('pretty').describe("A worker's standard error: lines, or `json`."),
        level: z.enum(['debug', 'info', 'warn', 'error']).default('info').describe('`debug`, `info`, `warn`, `error`.'),
      })
      .readonly()
      .prefault({}),
    traces: serverAddress('set OTEL_EXPORTER_OTLP_HEADERS')
      .optional()
      .describe('OpenTelemetry collector for the [spans of runs](production.md#spans-of-runs), such as `http://127.0.0.1:4318`.'),
    traceTexts: z
      .boolean()
      .default(false)
      .describe('Whether spans have [texts](production.md#texts-in-spans); also `SPAN_ONLY`, `NO_CONTENT`.'),
    databaseUrl: textAs((value) => /^postgres(ql)?:\/\//.test(value), 'expected an address such as postgres://user@host/database')
      .optional()
      .describe('`postgres://…` for the [maps](explorer.md#the-map), by default a database in `home`. Not in the file.'),
    procedures: text.default('./procedures').describe('Folder of [procedures](procedure.md), each in a folder of its own.'),
    kinds: z
      .array(z.enum(kinds))
      .readonly()
      .default(['web'])
      .describe(
        'Kinds of [devices](devices.md) that the worker offers, in the variable separated by commas. `none` (`[]` in the file): it only decides.',
      ),
    deployment: deploymentSchema.prefault({}),
    apps: z
      .array(
        z
          .strictObject({
            name: text,
            url: addressWithoutLogin('log in on the page, with {{secret:NAME}} for the password'),
            sensitive: z.boolean().optional(),
          })
          .readonly(),
      )
      .readonly()
      .default([])
      .describe(
        'Applications that runs may choose among: `{name, url, sensitive?}`, `sensitive` [for explorers](explorer.md#what-is-recorded).',
      ),
    model: modelSchema.prefault({}),
    toolServers: z
      .record(nameOf(32), toolServerSchema)
      .superRefine(refuseSharedOverrides)
      .readonly()
      .default({})
      .describe('Servers of the Model Context Protocol, whose tools flows may call.'),
    effectChecks: z
      .record(nameOf(64), effectCheckSchema)
      .readonly()
      .default({})
      .describe('What knows whether an action was done: [effect checks](effect-checks.md).'),
    notify: z
      .array(notifySchema)
      .max(8)
      .readonly()
      .default([])
      .describe(
        'Who is told when a person is asked, at most eight: `{webhook, headers?}`, `{slack}` or `{command}` ([being told](console.md#being-told)).',
      ),
    console: consoleSchema.prefault({}),
    encryption: z
      .enum(['on', 'off'])
      .optional()
      .describe('`on` or `off`: whether what Temporal stores is [encrypted](encryption.md); by default where there are keys.'),
    encryptionKeys: encryptionKeysSchema.prefault({}),
    secrets: secretsSchema
      .default({})
      .describe('[Secrets](security.md#secrets), each with the origins or applications where it may be typed.'),
    guard: guardSchema.prefault({}),
    budget: budgetSchema.default({}),
    settings: settingsSchema.prefault({}),
    timings: timingsSchema.prefault({}),
    browser: browserSchema.prefault({}),
    desktop: desktopSchema.prefault({}),
    appium: z
      .strictObject({
        url: serverAddress('it would not be sent').default('http://127.0.0.1:4723').describe('The [Appium](appium.md) server.'),
      })
      .readonly()
      .prefault({}),
    temporalCli: text.optional().describe('The Temporal CLI; by default what set-up found, else what is on the PATH.'),
  })
  .superRefine(refuseUnknownChecks)
  .readonly();

export type ConfigFile = z.output<typeof configSchema>;

/** One name, one tool: two servers with the same override would be ambiguous. */
function refuseSharedOverrides(servers: Readonly<Record<string, z.output<typeof toolServerSchema>>>, context: z.RefinementCtx): void {
  const takers = new Map<string, string>();
  for (const [server, { overrides: names = [] }] of Object.entries(servers))
    names.forEach((name, index) => {
      const taker = takers.get(name);
      if (taker !== undefined)
        context.addIssue({
          code: 'custom',
          path: [server, 'overrides', index],
          message: `expected a tool whose place nobody takes yet, but toolServers.${taker} does`,
        });
      takers.set(name, server);
    });
}

interface Naming {
  readonly guard: { readonly rules: readonly GuardRule[] };
  readonly effectChecks: Readonly<Record<string, ConfiguredCheck>>;
  readonly toolServers: Readonly<Record<string, unknown>>;
}

/** A rule names a check that there is, and fills in what it asks for; a check names a tool server that there is. */
function refuseUnknownChecks({ guard, effectChecks, toolServers }: Naming, context: z.RefinementCtx): void {
  const wrong = (path: readonly PropertyKey[], expected: string): void =>
    context.addIssue({ code: 'custom', path: [...path], message: `expected ${expected}` });
  const known = Object.fromEntries(Object.entries(effectChecks).map(([name, check]) => [name, { parameters: parametersOf(check) }]));
  guard.rules.slice(defaultGuardRules.length).forEach(({ effectCheck }, index) => {
    const refused = refusedUse(effectCheck, known);
    if (refused) wrong(['guard', 'rules', index, 'effectCheck', ...refused.at], refused.allowed);
  });
  for (const [name, { tool }] of Object.entries(effectChecks))
    if (tool && !Object.hasOwn(toolServers, tool.server))
      wrong(
        ['effectChecks', name, 'tool', 'server'],
        `one of the toolServers: ${Object.keys(toolServers).join(', ') || 'none is configured'}`,
      );
}
