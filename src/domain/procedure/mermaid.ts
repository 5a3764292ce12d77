// A procedure as Mermaid source (`flowchart TD`): its activities, and the ways between them.
//
// diagram-1. Whatever its author wrote is quoted, as `mermaidText`.
// diagram-2. Solid lines are transitions and decisions, dotted ones answers to checkpoints that lead away.
import { mermaidText } from '../text/mermaid-text.js';
import { conditionText } from './condition.js';
import type { Activity, Condition } from './definition.js';
import { isEnd } from './next.js';
import { loopsIn, type Procedure, stepsIn } from './procedure.js';

const styles = [
  'classDef missing stroke:#b91c1c,stroke-dasharray:5 5',
  'classDef visited fill:#dbeafe,stroke:#2563eb,stroke-width:3px,color:#1e293b',
] as const;

/** `visits`: how often a run entered each activity. */
export function drawProcedure(procedure: Procedure, visits: Readonly<Record<string, number>> = {}): string {
  const { definition, activities, initial } = procedure;
  const links = definition.activities.flatMap((activity) => linksOf(activity));
  const missing = [...new Set(links.map(({ to }) => to))].filter((to) => !activities.has(to) && !isEnd(procedure, to));
  const ids = new Map([...activities.keys(), ...missing].map((id, index) => [id, `a${index}`]));
  const ends = definition.activities.filter(({ id, transitions }) => transitions.length === 0 || definition.finalActivity === id);
  const nameOf = (id: string): string | undefined => (isEnd(procedure, id) ? 'done' : ids.get(id));
  const classOf = (name: string, members: readonly string[]): readonly string[] =>
    members.length === 0 ? [] : [`class ${members.map((id) => ids.get(id)).join(',')} ${name}`];
  const timesOf = (id: string): number => (Object.hasOwn(visits, id) ? (visits[id] ?? 0) : 0);
  const statements = [
    'begin((begin))',
    ...definition.activities.map((activity) => `${ids.get(activity.id)}["${boxText(activity, timesOf(activity.id))}"]`),
    ...missing.map((id) => `${ids.get(id)}["${mermaidText(`${id}: there is none`)}"]`),
    'done(((end)))',
    `begin --> ${ids.get(initial)}`,
    ...links.map(({ from, to, text, isAnswer }) => `${ids.get(from)} ${isAnswer ? '-.->' : '-->'}${label(text)} ${nameOf(to)}`),
    ...ends.map(({ id }) => `${ids.get(id)} --> done`),
    ...styles,
    ...classOf('missing', missing),
    ...classOf(
      'visited',
      [...activities.keys()].filter((id) => timesOf(id) > 0),
    ),
  ];
  return `flowchart TD\n${statements.map((statement) => `  ${statement}\n`).join('')}`;
}

interface Link {
  readonly from: string;
  readonly to: string;
  readonly text: string;
  readonly isAnswer: boolean;
}

function linksOf({ id: from, transitions, decisions, checkpoints }: Activity): readonly Link[] {
  const branches = decisions.flatMap((decision) =>
    decision.branches.flatMap(({ label: text, transitionTo: to }) => (to === undefined ? [] : [{ from, to, text, isAnswer: false }])),
  );
  const answers = checkpoints.flatMap(({ id, options }) =>
    options.flatMap((option) => {
      const to = option.effect?.transitionTo;
      return to === undefined ? [] : [{ from, to, text: `${id}: ${option.id}`, isAnswer: true }];
    }),
  );
  const ways = transitions.map(({ to, condition, isDefault }) => ({ from, to, text: wayText(condition, isDefault), isAnswer: false }));
  return [...answers, ...branches, ...ways];
}

function wayText(condition: Condition | undefined, isDefault: boolean): string {
  if (condition) return conditionText(condition);
  return isDefault ? 'otherwise' : '';
}

function boxText(activity: Activity, visits: number): string {
  const counts = [
    counted(stepsIn(activity).length, 'step'),
    counted(loopsIn(activity).length, 'loop'),
    counted(activity.checkpoints.length, 'checkpoint'),
  ].filter((text) => text !== '');
  const times = visits > 0 ? [`${visits} ${visits === 1 ? 'visit' : 'visits'}`] : [];
  return [activity.name, [...counts, ...times].join(', ')]
    .filter((line) => line !== '')
    .map(mermaidText)
    .join('<br/>');
}

function counted(count: number, what: string): string {
  if (count === 0) return '';
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

const longestLabel = 60;

function label(text: string): string {
  if (text === '') return '';
  return `|"${mermaidText(text.length > longestLabel ? `${text.slice(0, longestLabel)}…` : text)}"|`;
}
