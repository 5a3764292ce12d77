import { noUsage } from '../../../src/domain/budget/usage.js';
import { ApplicationFailure } from '@temporalio/activity';
import { createFlowModelActivities } from '../../../src/activities/flow/model-activities.js';
import { createModelActivities } from '../../../src/activities/agent/model-activities.js';
import { createMemoryArtifactStore } from '../../../src/adapters/memory/artifact-store.js';
import { isStepEntry } from '../../../src/domain/run/entry.js';
import { createMemoryRunRecords } from '../../support/memory-stores.js';
import { createOpenAiModel } from '../../../src/adapters/openai/openai-model.js';
import { createSharpImages } from '../../../src/adapters/sharp/sharp-images.js';
import type { ControlList } from '../../../src/domain/ui/control-list.js';
import type { ArtifactRef, Observation } from '../../../src/domain/ui/observation.js';
import { activityContext, type ActivityRun } from '../../support/activity-context.js';
import { appInput, control, hostInput, labelled, mail, observation } from '../../support/decide-inputs.js';
import { lexicon } from '../../support/lexicon.js';
import { fails, says, startModelServer, type ModelAnswer, type ModelServer } from '../../support/model-server.js';
import { picture } from '../../support/picture.js';
import { typedTexts } from '../../support/typed-texts.js';

/** The latest one started; all of them end with their test. */
let server: ModelServer | undefined;
const started: ModelServer[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map((each) => each.close()));
});

const screen = labelled(
  control('button', 'Export'),
  control('textbox', 'File name', { value: 'a' }),
  control('password', 'PIN', { value: '1234', masked: true }),
);
/** `Actions` in place of the one that it has. */
function callOf({ ControlLabel, ControlText, Function, Args, Status }: Omit<typeof reply, 'Args'> & { readonly Args: object }) {
  return { ControlLabel, ControlText, Function, Args, Status };
}

function listed<R extends Pick<typeof reply, 'ControlLabel' | 'ControlText' | 'Function'> & { readonly Args: object }>(
  { ControlLabel: _, ControlText: _text, Function: _name, Args: _args, ...rest }: R,
  Actions: readonly object[],
) {
  return { ...rest, Actions };
}

const reply = {
  Observation: 'An export page.',
  Thought: 'Export it.',
  ControlLabel: '1',
  ControlText: '',
  Function: 'click_input',
  Args: { button: 'left', double: false },
  Status: 'SCREENSHOT',
  Comment: 'opens a dialog',
  Plan: ['Choose PDF'],
  Questions: [],
  SaveScreenshot: { save: false, reason: '' },
  Result: '',
};

/** Activities over a real server, real in-memory stores, and a stored observation. */
async function scene(answers: readonly ModelAnswer[], { takesImages = false, list = screen as ControlList | undefined } = {}) {
  server = await startModelServer(...answers);
  started.push(server);
  const artifacts = createMemoryArtifactStore();
  const records = createMemoryRunRecords();
  const images = createSharpImages();
  const model = createOpenAiModel({
    apiKey: 'k',
    baseUrl: server.url,
    modelFor: (role, override) => override ?? `${role}-model`,
    takesImages: () => takesImages,
    artifacts,
    images,
    prices: { 'app-model': { input: 1, output: 1 }, 'host-model': { input: 1, output: 1 } },
  });
  let clock = Date.parse('2026-01-01T00:00:00Z');
  const activities = createModelActivities({
    model,
    artifacts,
    records,
    images,
    typed: typedTexts,
    lexicon,
    now: () => new Date((clock += 5)),
  });
  const screenshot = await artifacts.put(await picture(320, 200), 'image/png');
  const seen: Observation = observation({ screenshot, controls: list ? await artifacts.putJson(list) : observation().controls });
  return { activities, artifacts, records, seen, model, images };
}

function failureOf(error: unknown): ApplicationFailure {
  expect(error).toBeInstanceOf(ApplicationFailure);
  return error as ApplicationFailure;
}

async function decide(answers: readonly ModelAnswer[], more: Parameters<typeof appInput>[0] = {}, run: ActivityRun = activityContext()) {
  const { activities, seen, ...rest } = await scene(answers);
  const outcome = await run.run(() => activities.decideApp(appInput({ observation: seen, ...more }))).catch((error: unknown) => error);
  return { ...rest, seen, outcome };
}

function promptOf(index = 0): string {
  return server!.requests[index]!.body.messages.map(({ content }) =>
    typeof content === 'string' ? content : JSON.stringify(content),
  ).join('\n');
}

describe('decideApp', () => {
  test('A55: resolves the label in a reply to the control that had it in the observation', async () => {
    const { outcome } = await decide([says(reply)]);
    const target = { label: '1', role: 'button', name: 'Export', path: screen.controls[0]!.path };
    expect(outcome).toMatchObject({
      status: 'SCREENSHOT',
      thought: 'Export it.',
      plan: ['Choose PDF'],
      comment: 'opens a dialog',
      actions: [
        {
          function: 'click_input',
          target,
          status: 'SCREENSHOT',
          run: { kind: 'device', action: { type: 'click', target: { control: target } } },
        },
      ],
      usage: { inputTokens: 1_000, outputTokens: 100, modelCalls: 1 },
      model: 'test-model',
    });
    expect(outcome).toMatchObject({ result: undefined });
    expect(outcome).toMatchObject({ saveScreenshot: undefined });
  });

  test('A55: shows the labels of the stored control list, and no masked value', async () => {
    await decide([says(reply)]);
    expect(promptOf()).toContain('1 btn Export\n2 box File name = a\n3 pw PIN = •••');
    expect(promptOf()).not.toContain('1234');
  });

  test('A70: the same reply gives the same decision', async () => {
    const [one, other] = [await decide([says(reply)]), await decide([says(reply)])];
    expect(one.outcome).toEqual(other.outcome);
  });

  describe('HE44: what a model types into a password field', () => {
    const password = 'hunter-2"ä';
    const typing = (more: object) => ({
      ...reply,
      Function: 'set_edit_text',
      Args: { text: password, clear_current_text: true },
      ControlLabel: '3',
      Thought: `The password is ${password}.`,
      Plan: [`type ${password}`],
      ...more,
    });
    const everything = async ({ outcome, artifacts, records }: Awaited<ReturnType<typeof decide>>): Promise<string> => {
      const { refs } = outcome as { readonly refs: { readonly reply: ArtifactRef } };
      return JSON.stringify([outcome, await artifacts.getJson(refs.reply), await records.read('run-1')]);
    };

    test.each([
      ['as its text', typing({}), 'text'],
      ['as keys for it', typing({ Function: 'keyboard_input', Args: { keys: password } }), 'keys'],
      ['in a list of actions', listed(typing({}), [callOf(typing({}))]), 'text'],
    ])('%s is sealed, and stands in no decision, record or stored reply', async (_what, said, where) => {
      const isList = 'Actions' in said;
      const decided = await decide([says(said)], isList ? { actionSequence: true } : {});
      const { actions } = decided.outcome as { readonly actions: readonly { readonly run: { readonly action: Record<string, string> } }[] };
      expect(typedTexts.open(actions[0]?.run.action[where] ?? '')).toBe(password);
      const text = await everything(decided);
      expect(text).toContain('The password is •••.');
      expect(text).not.toContain('hunter');
    });

    test('a short one is sealed, and nothing else is masked for it', async () => {
      const decided = await decide([says(typing({ Args: { text: 'pw', clear_current_text: true }, Thought: 'The pw is short.' }))]);
      const text = await everything(decided);
      expect(text).toContain('The pw is short.');
      expect(text).not.toContain('"text":"pw"');
    });

    test('HE33: what is refused for its words would have typed it all the same, and hides it', async () => {
      const decided = await decide([says(typing({ ControlText: 'Export' }))]);
      const text = await everything(decided);
      expect(text).toContain('another-control');
      expect(text).not.toContain('hunter');
    });

    const press = (label: string) => ({
      ...typing({}),
      Function: 'click_input',
      Args: { button: 'left', double: false },
      ControlLabel: label,
    });
    const keys = (text: string) => ({ ...typing({}), Function: 'keyboard_input', Args: { keys: text }, ControlLabel: '' });

    test.each([
      ['after a press on the field', [press('3'), keys(password)], 1],
      ['after a press on what may open one', [press('1'), keys(password)], 1],
      ['on from another field', [keys(`ada{TAB}${password}`)], 0],
      ['after keys that go on', [{ ...keys('{TAB}'), ControlLabel: '2' }, keys(password)], 1],
    ])('in a list, %s, it is sealed too', async (_what, Actions, at) => {
      const decided = await decide([says(listed(typing({}), Actions.map(callOf)))], { actionSequence: true });
      const { actions } = decided.outcome as {
        readonly actions: readonly { readonly run: { readonly action: { readonly keys: string } } }[];
      };
      expect(typedTexts.open(actions[at]?.run.action.keys ?? '')).toContain(password);
      expect(await everything(decided)).not.toContain('hunter');
    });

    test.each([
      ['into a field that was pressed', [press('2'), keys('Ada')]],
      ['keys that have names', [press('1'), keys('{ENTER}')]],
    ])('in a list, %s: as it is', async (_what, Actions) => {
      const { outcome } = await decide([says(listed(typing({}), Actions.map(callOf)))], { actionSequence: true });
      expect(outcome).toMatchObject({ actions: [{}, { run: { action: { keys: Actions[1]?.Args['keys' as never] } } }] });
    });

    test('HE12: in a list, what is judged anew tells nothing of it, and it goes on sealed', async () => {
      const { activities, artifacts } = await scene([
        says(listed(typing({}), [press('2'), { ...keys(password), ControlLabel: '3' }].map(callOf))),
      ]);
      const seen = observation({
        screenshot: await artifacts.put(await picture(64, 48, { r: 1, g: 2, b: 3 }), 'image/png'),
        controls: await artifacts.putJson(screen),
      });
      const run = activityContext();
      const { actions } = await run.run(() => activities.decideApp(appInput({ observation: seen, actionSequence: true })));
      const came = await run.run(() => activities.reviewNext({ action: actions[1]!, before: seen, now: seen }));
      expect(JSON.stringify(came)).not.toContain('hunter');
      expect(came).toMatchObject({ action: { activation: { version: 1, remembering: expect.anything() } } });
      const { action } = came as { readonly action: { readonly run: { readonly action: { readonly keys: string } } } };
      expect(typedTexts.open(action.run.action.keys)).toBe(password);
    });

    test('a short one does not spoil the stored reply', async () => {
      const Actions = [press('3'), keys('e')];
      const { outcome, artifacts } = await decide([says(listed(typing({ Thought: 'Here we are.' }), Actions.map(callOf)))], {
        actionSequence: true,
      });
      const { refs } = outcome as { readonly refs: { readonly reply: ArtifactRef } };
      const stored = JSON.stringify(await artifacts.getJson(refs.reply));
      expect(stored).toContain('Here we are.');
      expect(stored).not.toContain('\\"e\\"');
    });

    test.each([
      ['into another field', typing({ ControlLabel: '2' }), password],
      ['the name of a secret', typing({ Args: { text: '{{secret:PIN}}', clear_current_text: true } }), '{{secret:PIN}}'],
    ])('%s stays as it is', async (_what, said, text) => {
      const { outcome } = await decide([says(said)]);
      expect(outcome).toMatchObject({ actions: [{ args: { text }, run: { action: { text } } }] });
    });
  });

  test('A60: requests that a screenshot be kept, with the reason', async () => {
    const { outcome } = await decide([says({ ...reply, SaveScreenshot: { save: true, reason: 'the price list' } })]);
    expect(outcome).toMatchObject({ saveScreenshot: { reason: 'the price list' } });
  });

  test('A46: passes on the questions of PENDING', async () => {
    const { outcome } = await decide([says({ ...reply, Function: '', Status: ' pending ', Questions: ['Which file?'] })]);
    expect(outcome).toMatchObject({ status: 'PENDING', questions: ['Which file?'], actions: [] });
  });

  test('turns an unknown function into an action that the model will be told about', async () => {
    const { outcome } = await decide([says({ ...reply, Function: 'explode' })]);
    expect(outcome).toMatchObject({ actions: [{ run: { kind: 'invalid', code: 'unknown-function' } }] });
  });

  test('accepts a reply without its optional parts', async () => {
    const { outcome } = await decide([
      says({ Thought: 'Done.', Status: 'FINISH', Result: 'saved', Plan: 'rest; go home', ControlLabel: 1 }),
    ]);
    expect(outcome).toMatchObject({ status: 'FINISH', result: 'saved', plan: ['rest; go home'], actions: [] });
    expect(server!.requests).toHaveLength(1);
  });

  test('clamps the texts of a reply', async () => {
    const { outcome } = await decide([says({ ...reply, Thought: 'x'.repeat(5_000), Plan: Array.from({ length: 99 }, () => 'step') })]);
    const { thought, plan } = outcome as { thought: string; plan: string[] };
    expect([thought.length, plan.length]).toEqual([2_000, 40]);
  });

  test('asks the model that the input names for the role', async () => {
    await decide([says(reply)], { models: { app: 'special' } });
    expect(server!.requests[0]!.body.model).toBe('special');
  });

  test('A57: a list has a status per action, and the decision has that of the last one', async () => {
    const Actions = [
      {
        ControlLabel: '2',
        ControlText: 'File name',
        Function: 'set_edit_text',
        Args: { clear_current_text: true, text: 'b' },
        Status: 'CONTINUE',
      },
      { ControlLabel: '1', ControlText: 'Export', Function: 'click_input', Args: { button: 'left', double: false }, Status: 'CONFIRM' },
    ];
    const { outcome } = await decide([says(listed(reply, Actions))], { actionSequence: true });
    expect(outcome).toMatchObject({
      status: 'CONFIRM',
      actions: [
        { function: 'set_edit_text', status: 'CONTINUE' },
        { function: 'click_input', status: 'CONFIRM' },
      ],
    });
  });

  test('A57: an empty list has the status of the reply', async () => {
    const { outcome } = await decide([says(listed({ ...reply, Status: 'FINISH' }, []))], { actionSequence: true });
    expect(outcome).toMatchObject({ status: 'FINISH', actions: [] });
  });
});

describe('A20: an unknown status', () => {
  test('is asked for once more, naming the seven, and the usage of both answers counts', async () => {
    const { outcome } = await decide([says({ ...reply, Status: 'DONE' }), says({ ...reply, Status: 'finish' })]);
    expect(outcome).toMatchObject({ status: 'FINISH', usage: { inputTokens: 2_000, modelCalls: 2 } });
    expect(promptOf(1)).toMatch(/Status "DONE" does not exist.*CONTINUE, SCREENSHOT, FINISH, FAIL, PENDING, CONFIRM, ERROR/);
  });

  test('given twice is the failure invalid-status, not retried, with the usage', async () => {
    const { outcome } = await decide([says({ ...reply, Status: 'DONE' }), says({ ...reply, Status: '' })]);
    expect(failureOf(outcome)).toMatchObject({
      type: 'invalid-status',
      nonRetryable: true,
      details: [{ usage: { inputTokens: 2_000, modelCalls: 2 } }],
    });
    expect(server!.requests).toHaveLength(2);
  });

  test('is checked in a list too', async () => {
    const Actions = [{ ControlLabel: '1', ControlText: '', Function: 'click_input', Args: {}, Status: 'NEXT' }];
    const { outcome } = await decide([says(listed(reply, Actions)), says(listed(reply, []))], { actionSequence: true });
    expect(outcome).toMatchObject({ status: 'SCREENSHOT' });
    expect(promptOf(1)).toContain('Status "NEXT" does not exist');
  });

  test('A68: followed by an unavailable server: the failure includes the usage', async () => {
    const { outcome } = await decide([says({ ...reply, Status: 'DONE' }), fails(500)]);
    expect(failureOf(outcome)).toMatchObject({
      type: 'model-unavailable',
      nonRetryable: false,
      details: [{ usage: { inputTokens: 1_000 } }],
    });
  });
});

describe('failures', () => {
  test('429 becomes a failure that is retried after Retry-After', async () => {
    const { outcome } = await decide([fails(429, { headers: { 'retry-after': '3' } })]);
    expect(failureOf(outcome)).toMatchObject({ type: 'model-rate-limited', nonRetryable: false, nextRetryDelay: 3_000 });
  });

  test('a longer wait ends the activity, with its time, however often it had failed before', async () => {
    const heartbeatDetails = { usage: noUsage, failures: 4 };
    const { outcome } = await decide(
      [fails(429, { headers: { 'retry-after': '999999999' } })],
      {},
      activityContext({ attempt: 5, heartbeatDetails }),
    );
    const { type, nonRetryable, nextRetryDelay, details } = failureOf(outcome);
    expect({ type, nonRetryable, nextRetryDelay }).toEqual({ type: 'model-rate-limited', nonRetryable: true, nextRetryDelay: undefined });
    const [{ again }] = details as [{ again: string }];
    expect(Math.abs(Date.parse(again) - Date.now() - 999_999_999_000)).toBeLessThan(60_000);
  });

  test('a server that was away five times is left alone for a minute; one that answers nonsense is not', async () => {
    const fifth = () => activityContext({ attempt: 5, heartbeatDetails: { usage: noUsage, failures: 4 } });
    for (const answer of [fails(503), fails(429), { stall: 'drop' } as const]) {
      const failure = failureOf((await decide([answer], {}, fifth())).outcome);
      const [{ again }] = failure.details as [{ again: string }];
      expect([failure.nonRetryable, Math.round((Date.parse(again) - Date.now()) / 10_000)]).toEqual([true, 6]);
    }
    for (const answer of [{ body: '<html>' }, fails(401), { stall: 'cut' } as const])
      expect(failureOf((await decide([answer], {}, fifth())).outcome)).toMatchObject({ nonRetryable: true, details: [{ usage: noUsage }] });
  });

  test('401 becomes one that is not retried', async () => {
    const { outcome } = await decide([fails(401)]);
    expect(failureOf(outcome)).toMatchObject({ type: 'model-request-rejected', nonRetryable: true });
  });

  test('A54: an answer that stays unusable is not retried, and its usage is in the details', async () => {
    const { outcome } = await decide([says('no'), says('no')]);
    expect(failureOf(outcome)).toMatchObject({ type: 'model-invalid-reply', nonRetryable: true, details: [{ usage: { modelCalls: 2 } }] });
  });

  test('a missing control list is not retried', async () => {
    const { activities } = await scene([says(reply)]);
    const error = await activityContext()
      .run(() => activities.decideApp(appInput()))
      .catch((thrown: unknown) => thrown);
    expect(failureOf(error)).toMatchObject({ type: 'artifact-missing', nonRetryable: true });
    expect(server!.requests).toHaveLength(0);
  });

  test('A68: the usage of a failed attempt is counted by the next one, once', async () => {
    const first = activityContext();
    const { outcome } = await decide([says('no'), fails(500)], {}, first);
    expect(failureOf(outcome)).toMatchObject({ details: [{ usage: { inputTokens: 1_000 } }] });
    const second = activityContext({ attempt: 2, heartbeatDetails: first.heartbeats.at(-1) });
    expect((await decide([says(reply)], {}, second)).outcome).toMatchObject({
      usage: { inputTokens: 2_000, outputTokens: 200, modelCalls: 2 },
    });
  });

  test('a failing call is retried until it has failed five times; lost attempts are not counted', async () => {
    const ends: unknown[] = [];
    let heartbeatDetails: unknown;
    // Every third attempt is lost with its worker: the next one receives the heartbeat of the one before.
    for (let attempt = 1; ends.at(-1) !== true; attempt += 1) {
      if (attempt % 3 === 0) continue;
      const run = activityContext({ attempt, heartbeatDetails });
      const { outcome } = await decide([fails(500)], {}, run);
      ends.push(failureOf(outcome).nonRetryable);
      heartbeatDetails = run.heartbeats.at(-1);
    }
    expect(ends).toEqual([false, false, false, false, true]);
  });

  test('a cancelled activity ends as cancelled', async () => {
    const run = activityContext();
    const pending = decide([{ stall: 'headers' }], {}, run);
    run.cancel();
    expect(((await pending).outcome as Error).name).toBe('CancelledFailure');
  });
});

describe('the run record', () => {
  test('A69: a decision leaves one line, whichever attempt wrote it', async () => {
    const { activities, records, seen } = await scene([says(reply), says({ ...reply, Thought: 'second attempt' })]);
    const input = appInput({ observation: seen, notes: [{ type: 'refused', text: 'asked' }] });
    await activityContext().run(() => activities.decideApp(input));
    await activityContext({ attempt: 2 }).run(() => activities.decideApp(input));
    const lines = await records.read('run-1');
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({
      seq: 'run-1/app-1#000004.1-decide.-1',
      type: 'decided',
      data: {
        step: 4,
        subtask: 'Put two blue notebooks into the cart',
        thought: 'Export it.',
        plan: ['Choose PDF'],
        action: 'click_input "Export" [1]',
        status: 'SCREENSHOT',
        comment: 'opens a dialog',
        usage: { inputTokens: 1_000 },
        refs: { prompt: expect.stringMatching(/^sha256:/), reply: expect.stringMatching(/^sha256:/) },
        notes: [{ type: 'refused' }],
        warnings: [],
      },
    });
    expect((lines[0]!.data as { ms: number }).ms).toBeGreaterThan(0);
  });

  test('A69: a failed decision leaves one too, for each attempt', async () => {
    const { records } = await decide([fails(500)], {}, activityContext({ attempt: 2 }));
    expect(await records.read('run-1')).toMatchObject([
      { seq: 'run-1/app-1#000004.1-decide-failed-002.-1', type: 'decide-failed', data: { code: 'model-unavailable', attempt: 2 } },
    ]);
  });
});

describe('images for a model that accepts them', () => {
  async function captionsOf(more: Parameters<typeof appInput>[0], input: { readonly unreadable?: boolean } = {}) {
    const { activities, artifacts, seen, records } = await scene([says(reply)], { takesImages: true });
    const before = await artifacts.put(await picture(320, 200, { r: 1, g: 2, b: 3 }), 'image/png');
    const { lastScreenshot } = more ?? {};
    const decision = await activityContext().run(() =>
      activities.decideApp(
        appInput({
          ...more,
          observation: input.unreadable ? { ...seen, screenshot: observation().screenshot } : seen,
          ...(lastScreenshot ? { lastScreenshot: before } : {}),
        }),
      ),
    );
    const content = server!.requests[0]!.body.messages.at(-1)!.content;
    const captions =
      typeof content === 'string' ? [] : content.flatMap(({ type, text }) => (type === 'text' ? [text as string] : [])).slice(1);
    const [line] = (await records.read('run-1')).filter(isStepEntry);
    return { captions, decision, artifacts, seen, warnings: line!.data['warnings'] as readonly string[] };
  }

  const ref: ArtifactRef = observation().screenshot;

  test('HE30: are one picture with labels, which is stored', async () => {
    const { captions, decision, artifacts, seen } = await captionsOf({});
    expect(captions).toEqual([expect.stringContaining('with labels')]);
    // 320 × 200 px are one square.
    expect(decision.usage.pictures).toEqual({ count: 1, tokens: 255, costUsd: 0.000255 });
    const annotated = await artifacts.get(decision.refs.annotated!);
    expect(Buffer.from(annotated).equals(Buffer.from(await artifacts.get(seen.screenshot)))).toBe(false);
  });

  test('HE30: the screen before comes first where the run wants it', async () => {
    const { captions } = await captionsOf({ lastScreenshot: ref });
    expect(captions).toEqual(['The screen before your last action:', expect.stringContaining('with labels')]);
  });

  test.each([
    ['never', { pictures: 'never' }, 0],
    ['when-needed, and the list tells all', { pictures: 'when-needed' }, 0],
    ['when-needed, and the model asked', { pictures: 'when-needed', seesAfresh: true }, 1],
    ['when-needed, and nothing visible came of the last action', { pictures: 'when-needed', isUnclear: true }, 1],
    ['always', { pictures: 'always' }, 1],
  ] as const)('HE30: %s', async (_case, more, count) => {
    expect((await captionsOf(more)).captions).toHaveLength(count);
  });

  test('that cannot be read do not stop the step: it continues with text, and says so', async () => {
    const { captions, decision, warnings } = await captionsOf({}, { unreadable: true });
    expect(captions).toEqual([]);
    expect(decision.status).toBe('SCREENSHOT');
    expect(warnings).toEqual([expect.stringContaining('labels could not be drawn'), expect.stringContaining('cannot be read')]);
  });
});

describe('decideHost', () => {
  const hostReply = {
    Observation: 'o',
    Thought: 't',
    CurrentSubtask: 'Order it',
    Message: ['hint'],
    ControlLabel: '1',
    ControlText: 'Shop',
    Function: '',
    Args: {},
    Status: 'ASSIGN',
    Comment: '',
    Plan: [],
    Questions: [],
    Result: '',
  };

  async function host(answer: object, more: Parameters<typeof hostInput>[0] = {}) {
    const { activities, seen, records } = await scene([says(answer)]);
    const decision = await activityContext().run(() => activities.decideHost(hostInput({ observation: seen, ...more })));
    return { decision, records };
  }

  test('A21: chooses an application from the list and phrases the subtask', async () => {
    const { decision, records } = await host(hostReply);
    expect(decision).toMatchObject({ status: 'ASSIGN', subtask: 'Order it', message: ['hint'], application: { id: 'tab-1' }, actions: [] });
    expect(await records.read('run-1')).toMatchObject([
      { seq: 'run-1#000001.1-decide.-1', type: 'decided', data: { application: 'Shop' } },
    ]);
  });

  test('ignores an application that is not on the list', async () => {
    expect((await host({ ...hostReply, ControlLabel: '', ControlText: 'Calendar' })).decision).toMatchObject({ application: undefined });
  });

  test('A25: makes a launch an action with its effect, for the guard to see', async () => {
    const { decision } = await host({ ...hostReply, Function: 'launch_application', Args: { name: 'Mail' }, Status: 'CONFIRM' });
    expect(decision).toMatchObject({
      status: 'CONFIRM',
      actions: [{ effect: 'launch', status: 'CONFIRM', run: { kind: 'device', action: { type: 'launch-application', name: mail.name } } }],
    });
  });
});

describe('evaluate', () => {
  test('A63: judges a round', async () => {
    const { activities, records } = await scene([
      says({ reason: 'both are there', subScores: [{ name: 'order', score: 'Yes' }], complete: 'yes' }),
    ]);
    const { record, request, blackboard, previousSubtasks } = hostInput();
    const evaluation = await activityContext().run(() => activities.evaluate({ record, request, blackboard, previousSubtasks }));
    expect(evaluation).toMatchObject({ complete: 'yes', subScores: [{ name: 'order', score: 'yes' }], reason: 'both are there' });
    expect(server!.requests[0]!.body.model).toBe('verify-model');
    expect(await records.read('run-1')).toMatchObject([{ type: 'evaluated' }]);
  });
});

test.each([
  ['in a text, as it is asked to', '{"selector":"Pay"}'],
  ['as what the text would say', { selector: 'Pay' }],
])('M2: a step of a flow whose call has its arguments %s is read', async (_, given) => {
  const said = JSON.stringify({ text: '', tool_calls: [{ name: 'click', arguments: given }] });
  const { model, artifacts, images } = await scene([says(`Here it is: ${said}`, { calls: false })]);
  const { thinkStep } = createFlowModelActivities({ model, artifacts, images, typed: typedTexts });
  const step = { run: 'r', prompt: 'Pay', transcript: [], images: [], models: { flow: 'app-model' } };
  const { reply: read } = await activityContext().run(() => thinkStep(step));
  expect(read.tool_calls).toEqual([expect.objectContaining({ name: 'click', arguments: '{"selector":"Pay"}' })]);
});
