import { expect, test } from '@jest/globals';
import { stepsOf } from '../../../src/client/steps.js';
import { cardText } from '../../../src/domain/report/card-lines.js';
import { agentCard } from '../../../src/domain/report/agent-cards.js';
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
  const steps = stepsOf(records).filter(({ notes }) => notes.includes(toldOfSay));
  expect(steps.flatMap(({ actions }) => actions.map(({ text }) => text)).join()).toContain('“Say”');
  for (const step of steps) {
    expect(cardText(agentCard(run.id, step, records, []).card)).toContain(toldOfSay);
  }
});
