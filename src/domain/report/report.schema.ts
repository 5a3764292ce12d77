// The report of a run (docs/report.md): what `steadyhand report --json` prints, what its page shows, and what the console shows of a run.
// docs/report.schema.json is made of it.
import { z } from 'zod';

const listOf = <T extends z.ZodType>(item: T) => z.array(item).readonly();

/** ISO 8601, UTC. */
const time = z.string();
/** `sha256:…`, of the artifact store. */
const artifact = z.string();

const eventRefSchema = z
  .strictObject({
    /** What happened, as Temporal calls it: `ActivityTaskFailed`. */
    type: z.string(),
    workflow: z.string(),
    /** Run id of that execution. */
    execution: z.string(),
    id: z.int(),
    at: time,
    /** In the Web UI, where its address is known. */
    href: z.string().optional(),
  })
  .readonly();
export type EventRef = z.infer<typeof eventRefSchema>;

const boxSchema = z.strictObject({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }).readonly();
export type Box = z.infer<typeof boxSchema>;

const tokensSchema = z
  .strictObject({ input: z.number(), output: z.number(), costUsd: z.number(), model: z.string().optional() })
  .readonly();

const askSchema = z
  .strictObject({
    /** Public part of the request's id: `app-1.c2`. */
    id: z.string(),
    kind: z.enum(['approval', 'question', 'checkpoint']),
    /** Why it is asked, or what. */
    text: z.string(),
    /** Somebody has to do it on the screen: handing the run back answers it. */
    needsHands: z.literal(true).optional(),
    /** Exactly what an approval runs, in words. */
    actions: listOf(z.string()),
    /** What was read on the screen about it, when it was asked. */
    values: listOf(z.string()),
    /** With the target in a frame. */
    picture: artifact.optional(),
    requestedAt: time.optional(),
    answeredAt: time.optional(),
    waitedMs: z.number().optional(),
    state: z.enum(['waiting', 'approved', 'rejected', 'answered', 'withdrawn', 'remembered']),
    answer: z.string().optional(),
    note: z.string().optional(),
    /** As they called themselves. */
    by: z.string().optional(),
    /** The client that sent it, as Temporal knows it: `4645@desk`. */
    sentBy: z.string().optional(),
    through: z.enum(['signal', 'update']).optional(),
    events: listOf(eventRefSchema),
    /** Where it stands among the cards. */
    card: z.string().optional(),
  })
  .readonly();
export type Ask = z.infer<typeof askSchema>;

const actionSchema = z
  .strictObject({
    text: z.string(),
    /** done, failed, skipped, unknown, invalid; absent until it has run. */
    outcome: z.string().optional(),
    /** What visibly came of it, or why it failed. */
    effect: z.string().optional(),
  })
  .readonly();
export type CardAction = z.infer<typeof actionSchema>;

export const cardFlags = ['failed', 'asked', 'recovered', 'unknown', 'by-hand'] as const;
export type CardFlag = (typeof cardFlags)[number];

const cardSchema = z
  .strictObject({
    /** Anchor in the page: `step-app-1-3`. */
    id: z.string(),
    /** `act`: of a person who had taken over. */
    kind: z.enum(['step', 'node', 'entry', 'act']),
    /** `app-1`, or the name of a node, an activity or a person. */
    agent: z.string(),
    number: z.int(),
    at: time,
    title: z.string(),
    status: z.string(),
    subtask: z.string(),
    thought: z.string(),
    comment: z.string(),
    result: z.string(),
    actions: listOf(actionSchema),
    questions: listOf(z.string()),
    notes: listOf(z.string()),
    failures: listOf(z.string()),
    recovery: listOf(z.string()),
    guard: z
      .strictObject({ verdict: z.enum(['allowed', 'asked', 'refused']), reason: z.string() })
      .readonly()
      .optional(),
    pictures: z.strictObject({ before: artifact.optional(), after: artifact.optional() }).readonly(),
    /** Targets, in px of the picture before. */
    frames: listOf(boxSchema),
    tokens: tokensSchema.optional(),
    phases: listOf(z.strictObject({ name: z.string(), ms: z.number() }).readonly()),
    prompt: artifact.optional(),
    reply: artifact.optional(),
    /** Whatever else is known of it, one line each. */
    details: listOf(z.strictObject({ name: z.string(), value: z.string() }).readonly()),
    flags: listOf(z.enum(cardFlags)),
    events: listOf(eventRefSchema),
  })
  .readonly();
export type ReportCard = z.infer<typeof cardSchema>;

const holdActSchema = z
  .strictObject({
    at: time,
    /** Without what was typed: that stands nowhere. */
    text: z.string(),
    /** done, failed, unknown; absent: nobody can say any more. */
    outcome: z.string().optional(),
    /** Why it failed. */
    message: z.string().optional(),
    /** Why the guard would have asked: whoever acted has approved it thereby. */
    approved: z.string().optional(),
    card: z.string(),
  })
  .readonly();

/** A person had taken over the run. */
const holdSchema = z
  .strictObject({
    /** As they called themselves. */
    by: z.string(),
    reason: z.string(),
    from: time,
    /** Absent: they still have it. */
    to: time.optional(),
    heldMs: z.number().optional(),
    /** `ran-out`: nobody gave it back in time; `ended`: the run ended meanwhile. */
    state: z.enum(['held', 'handed-back', 'ran-out', 'ended']),
    /** To whoever goes on. */
    note: z.string().optional(),
    /** Who gave it back, where it was somebody else. */
    returnedBy: z.string().optional(),
    /** The client that took it, as Temporal knows it. */
    sentBy: z.string().optional(),
    acts: listOf(holdActSchema),
    events: listOf(eventRefSchema),
  })
  .readonly();
export type ReportHold = z.infer<typeof holdSchema>;

export const laneRowKinds = ['run', 'person', 'model', 'device', 'worker', 'server'] as const;

const laneRowSchema = z.strictObject({ id: z.string(), label: z.string(), kind: z.enum(laneRowKinds) }).readonly();

const laneSpanSchema = z
  .strictObject({
    row: z.string(),
    from: time,
    /** Absent: it goes on. */
    to: time.optional(),
    /** `held`: a device by its worker; `hold`: the run by a person. */
    kind: z.enum(['work', 'lost', 'failed', 'waiting', 'held', 'hold', 'down']),
    text: z.string(),
    card: z.string().optional(),
    event: eventRefSchema.optional(),
  })
  .readonly();
export type LaneSpan = z.infer<typeof laneSpanSchema>;

const laneMarkSchema = z
  .strictObject({
    row: z.string(),
    at: time,
    kind: z.enum([
      'start',
      'end',
      'kill',
      'silence',
      'epoch',
      'journal',
      'decision',
      'retry',
      'asked',
      'answered',
      'took',
      'act',
      'gave',
      'trouble',
    ]),
    text: z.string(),
    card: z.string().optional(),
    event: eventRefSchema.optional(),
  })
  .readonly();
export type LaneMark = z.infer<typeof laneMarkSchema>;

const laneSchema = z
  .strictObject({
    from: time,
    to: time,
    rows: listOf(laneRowSchema),
    spans: listOf(laneSpanSchema),
    marks: listOf(laneMarkSchema),
  })
  .readonly();
export type ReportLane = z.infer<typeof laneSchema>;

/** One call that did not simply return, and how it was settled. */
const recoverySchema = z
  .strictObject({
    at: time,
    card: z.string().optional(),
    /** `perform-9 (click_input "Place order" [8])`, or the device. */
    work: z.string(),
    attempt: z.int().optional(),
    /** What became of it, where the journal told. */
    outcome: z.string().optional(),
    host: z.string(),
    epoch: z.int(),
    /** What Temporal, the journal, the witnesses and the effect checks said, and what was decided, in that order. */
    said: listOf(
      z
        .strictObject({ who: z.enum(['Temporal', 'journal', 'effect check', 'witness', 'decision', 'device']), text: z.string() })
        .readonly(),
    ),
    events: listOf(eventRefSchema),
  })
  .readonly();
export type ReportRecovery = z.infer<typeof recoverySchema>;

const killSchema = z
  .strictObject({
    /** It still lived then. */
    after: time,
    /** Known by then. */
    before: time,
    host: z.string(),
    /** `kill`: the next worker told that it was killed; `silence`: its heartbeats stopped. */
    kind: z.enum(['kill', 'silence']),
    /** What it was at. */
    lost: listOf(z.string()),
    events: listOf(eventRefSchema),
  })
  .readonly();
export type Kill = z.infer<typeof killSchema>;

const headSchema = z
  .strictObject({
    request: z.string(),
    /** RUNNING, PENDING, CONFIRM, or how it ended according to the server; UNKNOWN where no server knows it. */
    state: z.string(),
    outcome: z.string().optional(),
    message: z.string().optional(),
    result: z.string(),
    started: time.optional(),
    ended: time.optional(),
    /** ms. `active` is what neither people nor devices were waited for. */
    duration: z.strictObject({ total: z.number(), active: z.number(), people: z.number(), devices: z.number() }).readonly().optional(),
    steps: z.int(),
    modelCalls: z.int(),
    inputTokens: z.number(),
    outputTokens: z.number(),
    /** Of its models, by the price table. */
    costUsd: z.number(),
    models: listOf(z.string()),
    unknownOutcomes: z.int(),
    ui: z.string().optional(),
    facts: listOf(z.strictObject({ name: z.string(), value: z.string() }).readonly()),
    links: listOf(z.strictObject({ text: z.string(), href: z.string() }).readonly()),
  })
  .readonly();
export type ReportHead = z.infer<typeof headSchema>;

const checkSchema = z
  .strictObject({
    node: z.string(),
    name: z.string(),
    verdict: z.enum(['pass', 'warn', 'fail']),
    reason: z.string(),
    card: z.string().optional(),
  })
  .readonly();
export type ReportCheck = z.infer<typeof checkSchema>;

export const reportSchema = z
  .strictObject({
    version: z.literal(1),
    run: z.string(),
    engine: z.enum(['agent', 'flow', 'explorer', 'procedure']),
    /** When it was made. */
    made: time,
    head: headSchema,
    asks: listOf(askSchema),
    holds: listOf(holdSchema),
    cards: listOf(cardSchema),
    lane: laneSchema.optional(),
    recoveries: listOf(recoverySchema),
    kills: listOf(killSchema),
    /** Of a flow. */
    checks: listOf(checkSchema),
    /** What could not be found out, and why; a sentence each. */
    missing: listOf(z.string()),
  })
  .readonly();
export type Report = z.infer<typeof reportSchema>;
export type Engine = Report['engine'];
