// steadyhand.config.json, field by field. The environment is merged over it before it is parsed (src/config/config.ts), so that one schema checks both.
import { z } from 'zod';
import { reuseModes } from '../domain/library/reuse.js';
import { defaultAgentSettings } from '../domain/run/settings.js';
import { defaultTimings } from '../domain/run/resolve-settings.js';
import type { DeviceKind } from '../domain/device/device-spec.js';
import { builtInTool, builtInTools } from '../domain/flow/tools.js';
import { refusedUse, useOf } from '../domain/effect/effect-check.js';
import { riskReasons, type RiskKind } from '../domain/guard/risk.js';
import { defaultGuardRules } from '../domain/guard/default-rules.js';
import type { GuardRule } from '../domain/guard/guard.js';
import { effectCheckSchema, parametersOf, type ConfiguredCheck } from './effect-checks.schema.js';
import { deploymentSchema } from './deployment.schema.js';
import { gcSchema } from './gc.schema.js';
import { listenAddress } from './listen-address.schema.js';
import { modelSchema } from './model.schema.js';
import { consoleSchema, notifySchema } from './notify.schema.js';
import { textAs } from './text-as.schema.js';
import { addressWithoutLogin, origin } from './web-address.schema.js';

const text = z.string().min(1);
const texts = z.array(text).readonly();
const count = z.int().min(1);
const milliseconds = z.int().min(1);
const dollars = z.number().min(0);

const kinds = ['web', 'desktop', 'appium', 'stub', 'memory'] as const satisfies readonly DeviceKind[];

const guardRuleSchema = z
  .strictObject({
    reason: text,
    functions: texts.optional(),
    roles: texts.optional(),
    words: texts.optional(),
    except: texts.optional(),
    effect: z.enum(['read', 'input', 'launch']).optional(),
    /** Read before and after what it holds: the name of an effect check, or what is filled into it besides. */
    effectCheck: z
      .union([text, z.strictObject({ check: text, with: z.record(text, text).readonly().optional() }).readonly()])
      .transform(useOf)
      .optional(),
    /** False: an approval of what it holds cannot be remembered. */
    remember: z.boolean().optional(),
  })
  .readonly();

const guardSchema = z
  .strictObject({
    /** No run leaves these; empty: each run's start address and the configured applications. */
    origins: z.array(origin).readonly().default([]),
    apps: texts.default([]),
    /** Come after the built-in ones. */
    rules: z
      .array(guardRuleSchema)
      .transform((rules): readonly GuardRule[] => [...defaultGuardRules, ...rules])
      .default([...defaultGuardRules]),
    /** Turns every rule off; the limit to origins stays. */
    off: z.boolean().default(false),
    /** LK76: what goes unasked, one control at one place for one kind of risk each. */
    allow: z
      .array(
        z
          .strictObject({
            origin: origin.or(z.literal('')),
            path: text,
            control: z.strictObject({ role: text, name: text }).readonly(),
            kind: z.enum(Object.keys(riskReasons) as [RiskKind, ...RiskKind[]]),
          })
          .readonly(),
      )
      .readonly()
      .optional(),
    /** What a person who has the wheel may see, too: the pages of a single sign-on. */
    person: z
      .strictObject({ origins: z.array(origin).readonly().default([]) })
      .readonly()
      .optional(),
  })
  .readonly();

const budgetSchema = z
  .strictObject({
    maxSteps: count.optional(),
    maxTokens: count.optional(),
    maxTimeMs: milliseconds.optional(),
    maxCostUsd: dollars.optional(),
  })
  .readonly();

const given = defaultAgentSettings;
const settingsSchema = z
  .strictObject({
    maxStep: count.default(given.maxStep),
    maxRound: count.optional(),
    safeGuard: z.boolean().default(given.safeGuard),
    askQuestion: z.boolean().default(given.askQuestion),
    host: z.enum(['always', 'when-needed']).default(given.host),
    actionSequence: z.boolean().default(given.actionSequence),
    pictures: z.enum(['never', 'when-needed', 'always']).default(given.pictures),
    includeLastScreenshot: z.boolean().default(given.includeLastScreenshot),
    onFail: z.enum(['retry', 'finish']).default(given.onFail),
    maxSubtaskRetries: z.int().min(0).default(given.maxSubtaskRetries),
    onError: z.enum(['end-session', 'next-request']).default(given.onError),
    continueOnFail: z.boolean().default(given.continueOnFail),
    pendingTimeout: milliseconds.optional(),
    confirmTimeout: milliseconds.optional(),
    heldTimeout: milliseconds.default(given.heldTimeout),
    controlRoles: texts.default(given.controlRoles),
    releaseDeviceAfter: milliseconds.default(given.releaseDeviceAfter),
    evaluate: z.boolean().default(given.evaluate),
    reuse: z.enum(reuseModes).optional(),
  })
  .readonly();

const timingsSchema = z
  .strictObject({
    holdHeartbeatMs: milliseconds.default(defaultTimings.holdHeartbeatMs),
    performHeartbeatMs: milliseconds.default(defaultTimings.performHeartbeatMs),
    decideHeartbeatMs: milliseconds.default(defaultTimings.decideHeartbeatMs),
    hostSilenceMs: milliseconds.default(defaultTimings.hostSilenceMs),
    reopenAfterMs: milliseconds.default(defaultTimings.reopenAfterMs),
  })
  .readonly();

const browserSchema = z
  .strictObject({
    chromium: text.optional(),
    chromedriver: text.optional(),
    /** The only folder that files are uploaded from. */
    uploads: text.optional(),
    /** Chromium's own sandbox, which does not work for root. */
    sandbox: z.boolean().optional(),
    /** FL24: errors of scripts, failed requests and downloads of pages are told to models and in reports. */
    events: z.boolean().default(false),
  })
  .readonly();

const desktopSchema = z
  .strictObject({
    /** A virtual display for each device; by default when the worker has no display. */
    virtual: z.boolean().optional(),
    /** px of a virtual display. */
    width: z.int().min(640).max(7_680).default(1_280),
    height: z.int().min(480).max(4_320).default(800),
    /** Ask applications for their controls; otherwise text is read from the screenshot. On Linux only. */
    accessibility: z.boolean().default(true),
  })
  .readonly();

/** Where each secret may be typed: on pages of these origins, in these desktop applications. Names are those of STEADYHAND_SECRET_<NAME>. */
const secretsSchema = z
  .record(
    z.string().regex(/^[A-Z][A-Z0-9_]*$/),
    z
      .strictObject({
        origins: z.array(origin).readonly().default([]),
        apps: texts.default([]),
        /** Whether a page that has it is kept from sending anything elsewhere; a list: with these origins besides. Absent: where the field's frame is of another origin than the page around it. */
        lockNetwork: z.union([z.boolean(), z.array(origin).readonly()]).optional(),
        value: text.optional(),
      })
      .refine(({ origins, apps }) => origins.length + apps.length > 0, { error: 'expected origins or apps where it may be typed' })
      .readonly(),
  )
  .readonly();

/** Where the keys come from, if not from `keys/payloads.json` in the shared folder. `value`: from the environment only. */
const encryptionKeysSchema = z
  .strictObject({
    file: text.optional(),
    /** A program that prints them, and its arguments; run without a shell. */
    command: z.array(text).min(1).readonly().optional(),
    value: text.optional(),
  })
  .refine(({ file, command }) => file === undefined || command === undefined, { error: 'expected a file or a command, not both' })
  .readonly();

const values = z.record(text, z.string()).readonly().optional();

/** Built-in tools that the server's tools of the same name replace. */
const overrides = z
  .array(
    text.refine((name) => builtInTool(name) !== undefined, {
      error: `expected the name of a built-in tool: ${builtInTools.map(({ name }) => name).join(', ')}`,
    }),
  )
  .readonly()
  .optional();

/** Servers of the Model Context Protocol: a program (stdio) or an address (streamable HTTP). */
const toolServerSchema = z.union([
  z
    .strictObject({
      command: text,
      args: z.array(z.string()).readonly().optional(),
      env: values,
      cwd: text.optional(),
      tools: texts.optional(),
      overrides,
    })
    .readonly(),
  z
    .strictObject({
      url: addressWithoutLogin('put it into headers'),
      headers: values,
      tools: texts.optional(),
      overrides,
    })
    .readonly(),
]);

export const configSchema = z
  .strictObject({
    /** This host's own data. */
    home: text.default('./.steadyhand'),
    /** Artifacts and run records; a shared mount if there are several hosts. */
    shared: text.optional(),
    /** `s3://bucket/prefix`: artifacts, records and the library of flows are there, in place of `shared`. */
    artifacts: textAs(
      (address) => /^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/[\w!.*'()-]+)*\/?$/.test(address),
      'expected s3://bucket or s3://bucket/prefix',
    )
      // Addresses are normalized on their way: such parts would lead elsewhere, out of the prefix or the bucket.
      .refine((address) => !/^s3:\/\/[^/]*\.\.|\/\.{1,2}(\/|$)/.test(address), {
        error: 'expected a bucket without `..`, and a prefix without the parts `.` and `..`',
      })
      .optional(),
    /** Artifacts that workers remove by themselves; none unless an age or a size is set. */
    gc: gcSchema.prefault({}),
    /** Devices of one kind at a time. */
    slots: z.int().min(1).max(64).default(2),
    /** Workflows that a worker keeps in memory between their tasks; 0: each task replays the history from the start. Depends on the size of the heap by default. */
    maxCachedWorkflows: z.int().min(0).optional(),
    /** `address:port` at which a worker serves its metrics to Prometheus. */
    metrics: listenAddress.optional(),
    /** `address:port` at which a worker says whether it is alive and ready. */
    health: listenAddress.optional(),
    /** What a worker says of itself, on its standard error. */
    logs: z
      .strictObject({
        format: z.enum(['pretty', 'json']).default('pretty'),
        level: z.enum(['debug', 'info', 'warn', 'error']).default('info'),
      })
      .readonly()
      .prefault({}),
    /** Address of an OpenTelemetry collector (OTLP over HTTP) that receives the spans of runs. */
    traces: addressWithoutLogin('set OTEL_EXPORTER_OTLP_HEADERS').optional(),
    /** Whether spans have the texts of prompts, answers and arguments. */
    traceTexts: z.boolean().default(false),
    /** `postgres://…` of the server that stores the map of screens; absent: a database in this host's own folder. */
    databaseUrl: textAs(
      (value) => /^postgres(ql)?:\/\//.test(value),
      'expected an address such as postgres://user@host/database',
    ).optional(),
    /** Folder of procedures, each in its own folder. */
    procedures: text.default('./procedures'),
    /** Kinds of devices that a worker offers; none: it decides, and other hosts act. */
    kinds: z.array(z.enum(kinds)).readonly().default(['web']),
    /** Its workers as a version of a deployment, which runs that wait keep; off without a build id. */
    deployment: deploymentSchema.prefault({}),
    /** Applications that runs may choose among, by name. */
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
      .default([]),
    model: modelSchema.prefault({}),
    /** Servers whose tools flows may call, by name. */
    toolServers: z
      .record(z.string().regex(/^[A-Za-z0-9_-]{1,32}$/), toolServerSchema)
      .superRefine(refuseSharedOverrides)
      .readonly()
      .default({}),
    /** What tells whether an action was done whose outcome nobody saw, by name. */
    effectChecks: z
      .record(z.string().regex(/^[A-Za-z0-9_-]{1,64}$/), effectCheckSchema)
      .readonly()
      .default({}),
    /** Who is told when a person is asked. */
    notify: z.array(notifySchema).max(8).readonly().default([]),
    console: consoleSchema.prefault({}),
    /** LK60: whether what Temporal stores is encrypted; absent: where there are keys. */
    encryption: z.enum(['on', 'off']).optional(),
    encryptionKeys: encryptionKeysSchema.prefault({}),
    secrets: secretsSchema.default({}),
    guard: guardSchema.prefault({}),
    budget: budgetSchema.default({}),
    settings: settingsSchema.prefault({}),
    timings: timingsSchema.prefault({}),
    browser: browserSchema.prefault({}),
    desktop: desktopSchema.prefault({}),
    /** The Appium server for devices of that kind. */
    appium: z
      .strictObject({ url: addressWithoutLogin('it would not be sent').default('http://127.0.0.1:4723') })
      .readonly()
      .prefault({}),
    /** Path of the Temporal CLI. TEMPORAL_ADDRESS and the other TEMPORAL_* variables set the server. */
    temporalCli: text.optional(),
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
