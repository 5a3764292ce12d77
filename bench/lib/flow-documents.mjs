// The measured flows, as JSON documents.

const variable = (name) => ({ type: 'Variable', name });
const literal = (value) => ({
  type: 'Literal',
  value: { type: { string: 'String', number: 'Number', boolean: 'Bool' }[typeof value], value },
});
const when = (name, operator, value) => ({ left: variable(name), operator, right: literal(value) });
const node = (name, nodeType, more = {}) => ({ id: name.toLowerCase().replaceAll(' ', '-'), name, node_type: nodeType, ...more });
const click = (name) => node(name, { type: 'Click', target: 'Next' });
const edge = ({ id: from }, { id: to }, output) => ({ from, to, ...(output === undefined ? {} : { output }) });
const row = (nodes) => nodes.slice(1).map((to, index) => edge(nodes[index], to));

/** `count` clicks in a row. */
export function clicks(count) {
  const nodes = Array.from({ length: count }, (_, index) => click(`Click ${index + 1}`));
  return { name: `${count} clicks`, nodes, edges: row(nodes) };
}

const choices = 8;
/** The Loop, its choices, its EndLoop. */
const decisionsAround = choices + 2;
const around = 100;
/** The last one leaves the loop. */
export const decisions = decisionsAround * around + 1;

/** Two clicks, and between them a loop of Ifs and Switches, which a single decision skips unless `enabled`. */
export function loopOfChoices({ enabled }) {
  const first = click('First');
  const loop = node('Round', { type: 'Loop', exit_condition: when('first.success', 'Equals', false), max_iterations: around }, { enabled });
  const chosen = Array.from({ length: choices }, (_, index) => (index % 2 === 0 ? decide(`If ${index}`) : choose(`Switch ${index}`)));
  const end = node('Again', { type: 'EndLoop', loop_id: loop.id });
  const last = click('Last');
  return {
    name: 'A loop of choices',
    nodes: [first, loop, ...chosen, end, last],
    edges: [
      edge(first, loop),
      edge(loop, chosen[0], { type: 'LoopBody' }),
      ...chosen.flatMap((from, index) => bothWays(from, chosen[index + 1] ?? end)),
      edge(end, loop),
      edge(loop, last, { type: 'LoopDone' }),
    ],
  };
}

const decide = (name) => node(name, { type: 'If', condition: when('first.success', 'Equals', true) });
const choose = (name, of = 'first.result') =>
  node(name, {
    type: 'Switch',
    cases: [
      { name: 'one', condition: when(of, 'Contains', 'one') },
      { name: 'two', condition: when(of, 'Equals', 2) },
    ],
  });

/** Every branch leads to the same node. */
function bothWays(from, to) {
  const outputs =
    from.node_type.type === 'If'
      ? [{ type: 'IfTrue' }, { type: 'IfFalse' }]
      : [...from.node_type.cases.map(({ name }) => ({ type: 'SwitchCase', name })), { type: 'SwitchDefault' }];
  return outputs.map((output) => edge(from, to, output));
}

/** Nodes of most kinds, in groups of ten: with an If, a Loop and a Switch, whose conditions read what their group has found. */
export function manyNodes(count) {
  const groups = Array.from({ length: count / 10 }, (_, index) => group(index + 1));
  return {
    name: `${count} nodes`,
    nodes: groups.flatMap(({ nodes }) => nodes),
    edges: groups.flatMap(({ edges, last }, index) => [...edges, ...(groups[index + 1] ? [edge(last, groups[index + 1].first)] : [])]),
  };
}

function group(number) {
  const find = node(`Find ${number}`, { type: 'FindText', search_text: `Order ${number}` }, { retries: 2, settle_ms: 500 });
  const seen = node(`Seen ${number}`, { type: 'If', condition: when(`find_${number}.found`, 'Equals', true) });
  const open = node(`Open ${number}`, { type: 'Click', target: `Order ${number}` });
  const type = node(`Type ${number}`, { type: 'TypeText', text: `order ${number}` }, { timeout_ms: 10_000 });
  const until = when(`find_${number}.count`, 'GreaterThan', 2);
  const loop = node(`Until ${number}`, { type: 'Loop', exit_condition: until, max_iterations: 5 });
  const scroll = node(`Scroll ${number}`, { type: 'Scroll', delta_y: 300 });
  const press = node(`Press ${number}`, { type: 'PressKey', key: 'Enter', modifiers: ['ctrl'] });
  const end = node(`Again ${number}`, { type: 'EndLoop', loop_id: loop.id });
  const which = choose(`Which ${number}`, `find_${number}.text`);
  const checks = [{ name: 'It is there', check_type: 'TextPresent', params: { text: `Order ${number}` } }];
  const look = node(`Look ${number}`, { type: 'TakeScreenshot' }, { checks });
  return {
    nodes: [find, seen, open, type, loop, scroll, press, end, which, look],
    edges: [
      edge(find, seen),
      edge(seen, open, { type: 'IfTrue' }),
      edge(seen, type, { type: 'IfFalse' }),
      edge(open, loop),
      edge(type, loop),
      edge(loop, scroll, { type: 'LoopBody' }),
      ...row([scroll, press, end, loop]),
      edge(loop, which, { type: 'LoopDone' }),
      ...bothWays(which, look),
    ],
    first: find,
    last: look,
  };
}
