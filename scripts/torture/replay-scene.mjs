// The scene for replays of a compiled flow (RP43): tickets that are taken one after the other, each by a node of its own. Two of them were recorded under another
// name, so that a model is asked once for each, and a person consents. Every button stays, and pressing one takes its ticket again.
import { delayMs, startLedgerScene } from './ledger-world.mjs';

const items = ['1', '2', '3', '4'];
/** These are called otherwise by now. */
const renamed = new Set(['2', '3']);
const nameOf = (item) => `Ticket ${item}`;

export async function startReplayScene({ folder, onEffect }) {
  const scene = await startLedgerScene({ folder, onEffect, items, letters: ['a'], name: 'Ticket', scriptOf, decide: () => undefined });
  return { ...scene, workflow: { type: 'flow', inputOf, saidIn, heal } };
}

function inputOf({ id, device, checks }) {
  const nodes = items.map((item) => ({
    id: `take-${item}`,
    name: `${nameOf(item)} of ${id}`,
    node_type: {
      type: 'Act',
      deed: { type: 'Click' },
      target: { role: 'button', name: renamed.has(item) ? `Pass ${item}` : nameOf(item), section: 'Free tickets' },
      screen: { title: 'Tickets', headings: ['free tickets'] },
      wait_ms: 1_500,
    },
  }));
  const edges = nodes.slice(1).map((node, index) => ({ from: nodes[index].id, to: node.id }));
  const flow = { name: 'Take all tickets', nodes, edges, compiled: { run: 'first', request: 'Take all tickets' } };
  return { flow, device, heal: 'ask', ...checks };
}

/** What a model says of a node that does not find its ticket. */
function heal({ find, text }) {
  const [, item] = /Ticket (\d) of torture-/.exec(text) ?? [];
  const button = find('btn', new RegExp(`^${nameOf(item)}$`));
  return { label: button?.label ?? null, closes: false, because: 'it is the same ticket' };
}

/** Each node that was visited was done, but for one that the flow ended at. */
function saidIn({ visited = [], outcome, message = '' } = {}) {
  return visited.map((name, index) => {
    const isLast = index === visited.length - 1;
    const failed = /not known whether|outcome-unknown/.test(message) ? 'unknown' : 'failed';
    return { control: name.replace(/ of .*$/, ''), outcome: isLast && outcome !== 'completed' ? failed : 'done', counts: true };
  });
}

function scriptOf({ run, url }) {
  const heading = { role: 'heading', name: 'Free tickets' };
  const buttons = items.map((item) => ({
    role: 'button',
    name: nameOf(item),
    on: { delayMs, post: { url, body: { run, item, control: nameOf(item) } } },
  }));
  return { start: 'tickets', screens: { tickets: { title: 'Tickets', controls: [heading, ...buttons] } } };
}
