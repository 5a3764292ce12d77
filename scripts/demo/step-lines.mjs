// A step in a line: pure.
import pc from 'picocolors';

/** `app-1  4  CONTINUE  click_input "Blue notebook" [5] → done`, below what happened before it. */
export function stepLines({ agent, step, status, notes, ...about }) {
  const name = agent.includes('/') ? agent.slice(agent.lastIndexOf('/') + 1) : 'host';
  const head = `${String(step).padStart(3)}  ${name.padEnd(6)} ${status.padEnd(10)} `;
  return [...notes.map((note) => pc.yellow(`${' '.repeat(head.length)}${note}`)), `${head}${whatOf({ status, ...about })}`];
}

/** What the step did; for a step without a decision, as after a worker died in an approved action, what was found. */
export function whatOf({ actions, questions, result, thought, recovery }) {
  const done = actions.map(({ text, outcome }) => (outcome ? `${text} → ${outcome}` : text));
  return [...done, ...questions, ...(result === '' ? [] : [result])].join('; ') || thought || recovery.at(-1) || 'looks at the screen';
}
