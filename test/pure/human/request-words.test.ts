// What a person is asked stands in the same words in the terminal, the report, Temporal's Web UI, an MCP client and a notification; the console takes them from the same function.
import { renderRequest } from '../../../src/cli/render.js';
import { describeRequest, requestWords } from '../../../src/domain/human/details.js';
import { askingOf } from '../../../src/domain/human/notice.js';
import type { ConfirmationRequest, QuestionRequest } from '../../../src/domain/human/requests.js';
import { requestsOf } from '../../../src/domain/report/requests.js';
import { taskOf } from '../../../src/mcp/task-state.js';

const base = { requestId: 'app-1.c2-s3cret', requestedAt: '2026-11-26T10:00:00.000Z' };
const approval: ConfirmationRequest = {
  ...{ ...base, kind: 'confirmation', reason: 'pays or orders something', byModel: true },
  actions: [
    { function: 'set_edit_text', args: { text: 'Ann', clear_current_text: false }, target: { label: '3', role: 'textbox', name: 'Name' } },
    { function: 'click_input', args: { button: 'left' }, target: { label: '8', role: 'button', name: 'Order' } },
  ],
  facts: { page: 'Cart', controls: ['button "Order"'], beside: [], values: ['Name = Ann'], amounts: ['$12.50'] },
};
const question: QuestionRequest = { ...base, kind: 'question', questions: ['Which day?', 'Which room?'] };

test.each([
  [
    approval,
    [
      'the model says: pays or orders something',
      'Type “Ann” into “Name”',
      'Click “Order”',
      'page: Cart',
      'fields: Name = Ann',
      'amounts: $12.50',
    ],
  ],
  [question, ['Which day?', 'Which room?']],
])('LK41, EV2, EV25, FL20: %j is told everywhere as %j', (request, words) => {
  const { about, actions, screen } = requestWords(request);
  expect([...about, ...actions, ...screen]).toEqual(expect.arrayContaining([...words]));
  const type = 'hostAgent';
  const task = taskOf('run-1', { type, state: '', started: '', asking: { asker: 'run-1', request } }, { answers: 'approvals' });
  const [ask] = requestsOf([], request);
  const everywhere = [
    renderRequest(request),
    describeRequest(request, 'run-1'),
    Object.values(task.inputRequests ?? {})[0]?.params.message,
    [ask?.text, ...(ask?.actions ?? []), ...(ask?.values ?? [])].join('\n'),
  ];
  for (const told of everywhere) for (const word of words) expect(told).toContain(word);
  // Nothing of the screen leaves for a chat.
  expect(askingOf(request, { run: 'run-1', asker: 'run-1' }).text).toBe(about.join('\n'));
  expect(task.statusMessage).toContain(about.join(' '));
});
