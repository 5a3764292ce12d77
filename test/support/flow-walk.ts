// Walks a compiled flow through the simulated application: every node has to find its screen and its target, else it halts there.
import { fill } from '../../src/domain/anchors/fill.js';
import { matchScreen } from '../../src/domain/anchors/expected-screen.js';
import { findTarget } from '../../src/domain/anchors/find-target.js';
import type { FlowDocument } from '../../src/domain/flow/document.js';
import { perform, screenOf, type AppState } from './simulated-app.js';

export type Walked = { readonly state: AppState } | { readonly halted: string };

export const defaultsOf = ({ form = [] }: FlowDocument): Readonly<Record<string, string>> =>
  Object.fromEntries(form.map(({ name, default: value }) => [name, value ?? '']));

class Halted extends Error {}

export function walkFlow(flow: FlowDocument, given: Readonly<Record<string, string>>, from: AppState): Walked {
  let state = from;
  const variables = { ...given };
  const run = (nodes: FlowDocument['nodes']): void => {
    for (let at = 0; at < nodes.length; at++) {
      const node = nodes[at];
      if (!node) return;
      if (node.node_type.type === 'Loop') {
        const { over = '', as = '' } = node.node_type;
        const end = nodes.findIndex((one, index) => index > at && one.node_type.type === 'EndLoop');
        for (const row of (variables[over] ?? '').split('\n')) {
          variables[as] = row;
          run(nodes.slice(at + 1, end));
        }
        at = end;
        continue;
      }
      const filled = fill(node.node_type, variables);
      if ('problem' in filled) throw new Halted(filled.problem);
      state = act(filled.value, node.name, state);
    }
  };
  try {
    run(flow.nodes);
    return { state };
  } catch (error) {
    if (error instanceof Halted) return { halted: error.message };
    throw error;
  }
}

function act(type: FlowDocument['nodes'][number]['node_type'], name: string, state: AppState): AppState {
  const now = screenOf(state);
  const match = 'screen' in type && type.screen ? matchScreen(type.screen, now) : { isSame: true as const };
  if (!match.isSame) throw new Halted(`${name}: ${match.because}`);
  if (type.type !== 'Act' || !type.target) return state;
  const found = findTarget(type.target, now.controls);
  if (!('control' in found)) throw new Halted(`${name}: ${found.because}`);
  return type.deed.type === 'SetText' ? perform(state, 'set-text', found.control, type.deed.text) : perform(state, 'click', found.control);
}
