// A card as lines of text: in the terminal, and for MCP clients.
import { renderCard } from '../../../src/cli/render.js';
import { cardText } from '../../../src/domain/report/card-lines.js';
import type { ReportCard } from '../../../src/domain/report/report.schema.js';
import { createTerminalDouble } from '../cli/terminal-double.js';
import { sampleCard } from '../../support/sample-report.js';

const order = 'Click “Order”';
const kettle = { thought: '', phases: [] };

test.each<[string, Partial<ReportCard>, readonly string[]]>([
  ['what was done', kettle, ['app-1 1  10:00:05  Click “Order”  CONTINUE']],
  [
    'what became of its only action, without saying it twice',
    { ...kettle, actions: [{ text: order, outcome: 'done', effect: 'the page is now "Thanks"' }] },
    ['app-1 1  10:00:05  Click “Order”  CONTINUE', '    → done: the page is now "Thanks"'],
  ],
  [
    'each of several actions, with its outcome',
    {
      ...kettle,
      title: `Type “a” into “Name”, then ${order}`,
      actions: [
        { text: 'Type “a” into “Name”', outcome: 'done' },
        { text: order, outcome: 'unknown' },
      ],
    },
    [
      'app-1 1  10:00:05  Type “a” into “Name”, then Click “Order”  CONTINUE',
      '    Type “a” into “Name” → done',
      '    Click “Order” → unknown',
    ],
  ],
  [
    'everything else in the order of the page',
    {
      ...{
        notes: ['Approved by ann'],
        failures: ['model-unavailable: 503'],
        guard: { verdict: 'asked', reason: 'pays' },
        recovery: ['the journal has it'],
      },
      ...{
        comment: 'Ordered.',
        result: 'One kettle',
        details: [{ name: 'visit', value: '2' }],
        phases: [
          { name: 'acting', ms: 4_200 },
          { name: 'waiting for a person', ms: 60_000 },
        ],
      },
    },
    [
      'app-1 1  10:00:05  Click “Order”  CONTINUE  4.2 s',
      '    Approved by ann',
      '    model-unavailable: 503',
      '    The kettle is in the cart.',
      '    guard: asked: pays',
      '    the journal has it',
      '    Ordered.',
      '    = One kettle',
      '    visit: 2',
    ],
  ],
  [
    'a question once',
    { ...kettle, title: 'Which day?', questions: ['Which day?', 'Which room?'], status: 'PENDING' },
    ['app-1 1  10:00:05  Which day?  PENDING', '    Which room?'],
  ],
  [
    'what a person did by hand',
    {
      ...kettle,
      kind: 'act',
      agent: 'Ann',
      title: 'Click at 40, 12',
      status: '',
      flags: ['by-hand'],
      actions: [{ text: 'click at 40, 12', outcome: 'done' }],
    },
    ['Ann 1  10:00:05  Click at 40, 12  by hand', '    click at 40, 12 → done'],
  ],
])('EV3: a card tells %s, and a terminal the same', (_, more, lines) => {
  const card = sampleCard(more);
  expect(cardText(card)).toBe(lines.join('\n'));
  expect(renderCard(createTerminalDouble().terminal, card, [])).toBe(lines.join('\n'));
});

test('the pictures of a card follow it in a terminal, and a long text is cut', () => {
  const card = sampleCard({ ...kettle, thought: 'x'.repeat(500) });
  const [head, thought, picture] = renderCard(createTerminalDouble().terminal, card, ['/shots/a.png']).split('\n');
  expect([head, picture]).toEqual(['app-1 1  10:00:05  Click “Order”  CONTINUE', '    /shots/a.png']);
  expect(thought?.length).toBeLessThan(200);
});
