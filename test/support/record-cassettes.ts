// Runs small stories once and exports them, for test/cassettes/ (RP32): what an agent is told and what it decides, in as many situations as there are.
import type { Cassette } from '../../src/domain/rerun/cassette.schema.js';
import type { DeviceScript } from '../../src/adapters/memory/device-script.js';
import { asClient } from './as-client.js';
import {
  assignThenFinish,
  click,
  memoryDevice,
  say,
  startHarness,
  type,
  type Answer,
  type Harness,
  type Situation,
} from './agent-harness.js';
import { startPageServer } from './page-server.js';
import { sharedServerAddress } from './temporal-server.js';
import { until } from './until.js';

export interface RecordedStory {
  readonly name: string;
  readonly cassette: Cassette;
}

interface Story {
  readonly name: string;
  readonly app: readonly Answer[];
  /** Default: one subtask. */
  readonly host?: readonly Answer[];
  readonly device: Readonly<Record<string, unknown>>;
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Answers whatever is asked, in turn: texts, or whether it is approved. */
  readonly people?: readonly (string | boolean)[];
}

const order: DeviceScript = {
  start: 'cart',
  screens: {
    cart: {
      title: 'Cart',
      controls: [
        { role: 'textbox', name: 'Name' },
        { role: 'password', name: 'Code', masked: true },
        { role: 'combobox', name: 'Size', options: ['Small', 'Large'] },
        { role: 'checkbox', name: 'Gift' },
        { role: 'button', name: 'Delete', on: { goto: 'empty' } },
        { role: 'button', name: 'Place order', on: { goto: 'thanks' } },
        { role: 'button', name: 'Broken', on: { fail: { code: 'action-failed', message: 'it did not answer' } } },
        { role: 'button', name: 'Crash', on: { die: true } },
      ],
    },
    thanks: { title: 'Thanks', controls: [{ role: 'heading', name: 'Order 12 confirmed' }] },
    empty: { title: 'Cart', controls: [{ role: 'heading', name: 'Your cart is empty' }] },
  },
};
const device = memoryDevice(order);
const done = say('FINISH', { Result: 'ordered' });

/** Several calls in one reply. */
const list =
  (...answers: readonly Answer[]): Answer =>
  async (situation: Situation) => {
    const calls = await Promise.all(answers.map(async (answer) => (typeof answer === 'function' ? answer(situation) : answer)));
    return {
      Actions: calls.map(({ Function, Args = {}, ControlLabel = '', ControlText = '', Status }) => ({
        Function,
        Args,
        ControlLabel,
        ControlText,
        Status,
      })),
      Status: 'CONTINUE',
    };
  };

const choose =
  (name: string, value: string): Answer =>
  (situation) => ({
    Function: 'select_option',
    Args: { values: [value] },
    ControlLabel: situation.find('combo', new RegExp(`^${name}$`))?.label ?? '',
    ControlText: name,
    Status: 'CONTINUE',
  });

const stories: readonly Story[] = [
  {
    name: 'fields',
    app: [type('Name', 'Ada'), choose('Size', 'Large'), click('Gift'), click('Place order', 'CONFIRM'), done],
    people: [true],
    device,
  },
  { name: 'list', app: [list(type('Name', 'Ada'), choose('Size', 'Small'), click('Gift')), done], device },
  {
    name: 'asked',
    app: [say('PENDING', { Questions: ['Which day?', 'Which size?'] }), choose('Size', 'Large'), done],
    people: ['Friday'],
    device,
  },
  { name: 'rejected', app: [click('Delete'), done], people: [false], device },
  { name: 'approved-by-the-guard', app: [click('Delete'), done], people: [true], device },
  { name: 'sealed', app: [type('Code', 'correct horse'), done], device },
  { name: 'failed-action', app: [click('Broken'), click('Place order', 'CONFIRM'), done], people: [true], device },
  { name: 'lost-device', app: [click('Crash'), done], device },
  { name: 'told-fail', app: [say('FAIL')], device, settings: { maxSubtaskRetries: 0 } },
  {
    name: 'host-decides',
    host: [...assignThenFinish.slice(0, 1), ...assignThenFinish],
    app: [type('Name', 'Ada'), say('FINISH', { Result: 'named' }), done],
    device,
    settings: { host: 'always' },
  },
];

/** On pages in Chromium, with pictures. */
const onPages = (origin: string): readonly Story[] => [
  {
    name: 'page',
    app: [type('Name', 'Ada'), click('Newsletter'), choose('Size', 'Large'), click('Send', 'SCREENSHOT'), done],
    people: [true, true],
    device: { kind: 'web', url: `${origin}/form` },
  },
  {
    name: 'page-by-place',
    app: [
      { Function: 'click_on_coordinates', Args: { x: 0.05, y: 0.1 }, ControlLabel: '', Status: 'CONTINUE' },
      { Function: 'wheel_mouse_input', Args: { wheel_dist: -3 }, ControlLabel: '', Status: 'CONTINUE' },
      { Function: 'texts', Args: {}, ControlLabel: '', Status: 'CONTINUE' },
      done,
    ],
    people: [true],
    device: { kind: 'web', url: `${origin}/many?count=60` },
    settings: { pictures: 'always' },
  },
];

export async function recordCassettes(): Promise<readonly RecordedStory[]> {
  const address = sharedServerAddress();
  const pages = await startPageServer();
  try {
    return [
      ...(await told(await startHarness({ address }), stories)),
      ...(await told(
        await startHarness({ address, config: { kinds: ['web'], slots: 1, model: { images: true } } }),
        onPages(pages.origin),
      )),
    ];
  } finally {
    await pages.close();
  }
}

async function told(harness: Harness, all: readonly Story[]): Promise<readonly RecordedStory[]> {
  const recorded: RecordedStory[] = [];
  try {
    for (const story of all) recorded.push({ name: story.name, cassette: await tell(harness, story) });
  } finally {
    await harness.close();
  }
  return recorded;
}

async function tell(
  harness: Harness,
  { name, app, host = assignThenFinish, device: on, settings = {}, people = [] }: Story,
): Promise<Cassette> {
  const run = await harness.run({ host, app }, { request: name, device: on, settings });
  const answered = new Set<string>();
  const left = [...people];
  await until(async () => {
    if ((await run.handle.describe()).status.name !== 'RUNNING') return true;
    const { request, asker } = await run.progress();
    if (request && asker && !answered.has(request.requestId)) {
      answered.add(request.requestId);
      const answer = left.shift() ?? true;
      const { requestId } = request;
      const agent = harness.client.workflow.getHandle(asker);
      if (typeof answer === 'string') await agent.signal('answer', { requestId, answers: [answer] });
      else await agent.signal('confirm', { requestId, approved: answer });
    }
    return false;
  }, `the end of '${name}'`);
  return asClient(harness, run.id, (told) => told.export({ pictures: false }));
}
