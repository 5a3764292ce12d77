// FL24 in flows: what the browser tells of its pages reaches the model of an AI step as data, and the record of the visit in which it was told.
import { expect, test } from '@jest/globals';
import { flowRunIn } from '../../support/stores-in.js';
import { cardText } from '../../../src/domain/report/card-lines.js';
import { flowCards } from '../../../src/domain/report/flow-cards.js';
import type { Brain } from '../../support/agent-harness.js';
import { ai, call, chain, click, find, type Node } from '../../support/browser-flows.js';
import { expectFenced, toldOfSay, useToldPages } from '../../support/told-pages.js';

const world = useToldPages();

const kept = { checks: [{ name: 'there', check_type: 'TextPresent', params: { text: 'Say' } }] };

async function walked(brain: Brain, nodesOf: (id: string) => readonly Node[]) {
  const run = await world.harness.flow(
    (id) => chain(...nodesOf(id)),
    { device: { kind: 'web', url: `${world.pages.origin}/troubled` } },
    brain,
  );
  expect(await run.handle.result()).toMatchObject({ outcome: 'completed' });
  const recorded = await flowRunIn(world.harness.config.shared, run.id);
  const noticed = recorded.visits.flatMap(({ node, events }) =>
    events.flatMap(({ type, payload }) => (type === 'noticed' ? [{ node: node.id, message: payload['message'] }] : [])),
  );
  return { run, recorded, noticed };
}

test('FL24: what a page’s console says is told to the model of an AI step, within the fence, and stands in the record of its visit', async () => {
  const look = call('find_text', { text: 'Say' });
  const step = [
    { text: 'press it', tool_calls: [call('click', { text: 'Say' }), look] },
    { text: 'press it again', tool_calls: [call('click', { text: 'Say' }), look, look] },
    { text: 'look again', tool_calls: [look] },
    { text: JSON.stringify({ said: true }), tool_calls: [] },
  ];
  const { run, noticed } = await walked({ step }, (id) => [ai(`Press Say (${id})`)]);
  const told = world.harness.asked({ ...run, request: '' } as never).find(({ text }) => text.includes(toldOfSay))?.text ?? '';
  expectFenced(told);
  expect(noticed).toContainEqual({ node: 'think', message: toldOfSay });
});

test('FL24: nodes tell it in their records and in flow show', async () => {
  const { recorded, noticed } = await walked({}, () =>
    // Their screens are kept: each is looked at once more in the same turn.
    [click('press', 'Say'), click('more', 'Say'), find('look', 'Say'), find('again', 'Say')].map((each) => ({ ...each, ...kept })),
  );
  expect(noticed.map(({ message }) => message)).toContain(toldOfSay);
  const visits = recorded.visits.map((visit) => ({ ...visit, pictures: [] }));
  expect(flowCards(visits, recorded.events, true).map(cardText).join('\n')).toContain(`    ${toldOfSay}`);
});
