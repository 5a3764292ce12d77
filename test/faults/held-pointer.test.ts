// A worker is killed while a mouse button that it pressed is down (HE10). Drops are counted by the page's server.
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { PromptFacts } from '../../examples/scripted-model/prompt.mjs';
import { startFaultHarness, type FaultHarness } from '../support/fault-harness.js';
import { startObeyingSite, type ObeyingSite } from '../support/obeying-site.js';
import { sampled } from '../support/sampled.js';
import { sharedServerAddress } from '../support/temporal-server.js';
import { until } from '../support/until.js';

const box = (id: string, name: string, left: number, more: string) =>
  `<div id="${id}" role="button" tabindex="0" style="position: absolute; left: ${left}px; top: 100px; width: 120px; height: 80px" ${more}>${name}</div>`;
const page = `<title>Cards</title><style>body { user-select: none }</style>
  ${box('card', 'Card', 50, `draggable="true" onclick="post('clicked')"`)}${box('zone', 'Inbox', 400, '')}
  <script>
    card.addEventListener('dragstart', (event) => { event.dataTransfer.setData('text/plain', 'the card'); post('begun'); });
    zone.addEventListener('dragover', (event) => event.preventDefault());
    zone.addEventListener('drop', (event) => { event.preventDefault(); document.title = 'Dropped'; post('dropped'); });
  </script>`;

/** By the screen alone: what is held is let go, else the card is taken to the inbox and held there. */
function carry({ title, seen, find }: PromptFacts) {
  if (title === 'Dropped') return { Function: '', Status: 'FINISH', Result: title, Comment: title };
  if (seen.includes('The mouse is held')) return { Function: 'release_pointer', Args: {}, Status: 'CONTINUE' };
  const [card, inbox] = [find('btn', /^Card$/), find('btn', /^Inbox$/)];
  if (!card || !inbox) return { Function: '', Status: 'FAIL', Comment: `no card or no inbox: ${seen}` };
  const Args = { from: card.label, to: inbox.label, via: [], hold: true };
  return { Function: 'drag', Args, ControlLabel: card.label, ControlText: 'Card', Status: 'CONTINUE' };
}

let harness: FaultHarness;
let site: ObeyingSite;
beforeAll(async () => {
  site = await startObeyingSite();
  site.serve(page);
  harness = await startFaultHarness({ address: sharedServerAddress(), kind: 'web', app: carry });
});
afterAll(async () => {
  await harness?.close();
  await site?.close();
});

const posted = (event: string) => until(async () => site.events.includes(event), `"${event}"`);

/** One run whose worker is killed once and started again: its result, and what the page posted. */
async function struck(strike: () => Promise<void>) {
  site.events.length = 0;
  const handle = await harness.start({ kind: 'web', url: site.url });
  await strike();
  const { outcome, unknownOutcomes } = await handle.result();
  return { outcome, unknownOutcomes, dropped: counted('dropped'), clicked: counted('clicked') };
}
const counted = (event: string): number => site.events.filter((each) => each === event).length;

test('HE10, D1: killed between holding and letting go, the next worker lets go: one drop, nothing unknown', async () => {
  // The third answer, after the assignment and the drag.
  const held = harness.answerHeld(3);
  const result = await struck(async () => {
    const release = await held;
    await harness.restart('SIGKILL');
    release();
  });
  expect(result).toEqual({ outcome: 'completed', unknownOutcomes: 0, dropped: 1, clicked: 0 });
});

test('HE10, D1: killed while it lets go, one drop', async () => {
  const result = await struck(async () => {
    await posted('dropped');
    await harness.restart('SIGKILL');
  });
  expect(result).toMatchObject({ outcome: 'completed', dropped: 1, clicked: 0 });
  expect(result.unknownOutcomes).toBeLessThanOrEqual(1);
});

test.each(sampled([0, 10, 25, 50, 100, 200, 300, 400, 600]))(
  'HE10, D1: killed %i ms after the card began to move, one drop and no click',
  async (ms) => {
    const result = await struck(async () => {
      await posted('begun');
      await delay(ms);
      await harness.restart('SIGKILL');
    });
    expect(result).toMatchObject({ outcome: 'completed', dropped: 1, clicked: 0 });
    expect(result.unknownOutcomes).toBeLessThanOrEqual(1);
  },
);
