import { expect, test } from '@jest/globals';
import { cardText } from '../../../src/domain/report/card-lines.js';
import { agentCards } from '../../../src/domain/report/agent-cards.js';
import { assignThenFinish, click, say } from '../../support/agent-harness.js';
import { expectFenced, toldOfSay, useToldPages } from '../../support/told-pages.js';

const world = useToldPages();

test('FL24: what a page’s console says reaches the model as data, and the step in show and report', async () => {
  const run = await world.harness.run(
    { host: assignThenFinish, app: [click('Say'), click('Say'), say('FINISH', { Result: 'said' })] },
    { request: 'press it', device: { kind: 'web', url: `${world.pages.origin}/troubled` } },
  );
  expect(await run.handle.result()).toMatchObject({ outcome: 'completed' });
  const prompts = world.harness.asked(run).map(({ text }) => text);
  const told = prompts.find((text) => text.includes(toldOfSay)) ?? '';
  expectFenced(told);

  const records = await world.harness.records(run);
  const cards = agentCards(run.id, records).flatMap(({ card }) => (card.notes.includes(toldOfSay) ? [card] : []));
  expect(cards.flatMap(({ actions }) => actions.map(({ text }) => text)).join()).toContain('“Say”');
  for (const card of cards) expect(cardText(card)).toContain(toldOfSay);
});
