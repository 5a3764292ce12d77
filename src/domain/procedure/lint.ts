// All findings about a definition at once (docs/design/procedure.md §1). The schema has accepted it; this checks the meaning.
import type { Definition } from './definition.js';
import type { Finding } from './finding.js';
import { gates, neverAsked } from './lint-gates.js';
import { lintActivity } from './lint-activity.js';
import { duplicates } from './lint-duplicates.js';
import { createProcedure, loopsIn, readIn, type Procedure } from './procedure.js';
import { isPassable, reachable, waysOf } from './reach.js';
import { listed } from './refusal.js';
import { misfit } from './variable-rules.js';
import { isOfType, overlaps, typeOf } from './variables.js';

export function lint(definition: Definition): readonly Finding[] {
  const procedure = createProcedure(definition);
  return [
    ...duplicates(definition),
    ...entryAndEnd(procedure),
    ...definition.activities.flatMap((activity, index) => lintActivity(procedure, activity, index)),
    ...modeFindings(procedure),
    ...variables(procedure),
    ...gates(procedure),
    ...neverAsked(procedure),
    ...paths(procedure),
  ];
}

function entryAndEnd({ definition, activities }: Procedure): readonly Finding[] {
  return (['initialActivity', 'finalActivity'] as const).flatMap((field) => {
    const id = definition[field];
    if (id === undefined || activities.has(id)) return [];
    return [
      {
        code: 'unknown-activity',
        path: [field],
        message: `no activity has the id '${id}'; there are ${listed([...activities.keys()])}`,
      } as const,
    ];
  });
}

function modeFindings({ definition: { modes = [] }, activities, variables: rules }: Procedure): readonly Finding[] {
  return modes.flatMap(({ skipActivities = [], defaults = {} }, mode) => [
    ...skipActivities.flatMap((id, index): readonly Finding[] =>
      activities.has(id)
        ? []
        : [{ code: 'missing-target', path: ['modes', mode, 'skipActivities', index], message: `no activity has the id '${id}'` }],
    ),
    ...Object.entries(defaults).flatMap(([name, value]): readonly Finding[] => {
      const declared = misfit(rules, name, value);
      const path = ['modes', mode, 'defaults', name];
      return declared ? [{ code: 'wrong-type', path, message: `'${declared.name}' is of type ${declared.type}` }] : [];
    }),
  ]);
}

function paths(procedure: Procedure): readonly Finding[] {
  const { definition, activities, initial } = procedure;
  const ways = new Map(definition.activities.map((activity) => [activity.id, waysOf(procedure, activity)]));
  const next = (id: string): Iterable<string> => ways.get(id)?.to ?? [];
  const canEnd = (id: string): boolean => [...reachable(id, next)].some((other) => ways.get(other)?.canEnd);
  if (!activities.has(initial)) return [];
  const reached = reachable(initial, next);
  if (!canEnd(initial)) {
    const message = 'no activity that can be reached ends the procedure; leave one without transitions, or name it as finalActivity';
    return [{ code: 'no-end', path: [], message }];
  }
  return definition.activities.flatMap(({ id }, index): readonly Finding[] => {
    if (!reached.has(id)) return [{ code: 'unreachable', path: ['activities', index], message: `nothing leads to '${id}'` }];
    if (canEnd(id)) return [];
    return [{ code: 'trap', path: ['activities', index], message: `from '${id}' no end of the procedure can be reached` }];
  });
}

/**
 * For definitions from others that have no end: the last reachable activity that can be passed and is left only under conditions. If none of them is true, nothing is left to do.
 */
export function inferredEnd(definition: Definition): string | undefined {
  const procedure = createProcedure(definition);
  if (definition.finalActivity !== undefined || !lint(definition).some(({ code }) => code === 'no-end')) return undefined;
  const reached = reachable(procedure.initial, (id) => {
    const prepared = procedure.activities.get(id);
    return prepared ? waysOf(procedure, prepared.activity).to : [];
  });
  const open = definition.activities.filter(
    (activity) => reached.has(activity.id) && isPassable(procedure, activity) && !waysOf(procedure, activity).isSure,
  );
  return open.at(-1)?.id;
}

function variables({ definition, variables: rules }: Procedure): readonly Finding[] {
  const { set } = rules;
  const items = definition.activities.flatMap((activity) => loopsIn(activity).flatMap(({ variable }) => variable ?? []));
  const isSet = (name: string): boolean =>
    [...set, ...items, ...rules.declared.map((each) => each.name)].some((other) => overlaps(other, name));
  const unset = definition.activities.flatMap((activity, index) =>
    readIn(activity)
      .filter((name) => !isSet(name))
      .map((name): Finding => ({
        code: 'unset-variable',
        path: ['activities', index],
        message: `it reads '${name}', which nobody declares or sets; an agent may report it`,
      })),
  );
  const wrong = rules.declared.flatMap(({ name, type, defaultValue }, index): readonly Finding[] =>
    defaultValue === undefined || isOfType(defaultValue, type)
      ? []
      : [
          {
            code: 'wrong-type',
            path: ['variables', index, 'defaultValue'],
            message: `'${name}' is of type ${type}, its default of type ${typeOf(defaultValue)}`,
          },
        ],
  );
  const frozen = rules.declared.flatMap(({ name, writers, defaultValue, required }, index): readonly Finding[] =>
    writers === undefined ||
    writers.includes('agent') ||
    defaultValue !== undefined ||
    required ||
    set.some((other) => overlaps(other, name))
      ? []
      : [{ code: 'unset-variable', path: ['variables', index], message: `no checkpoint sets '${name}', and nobody else may` }],
  );
  return [...unset, ...wrong, ...frozen];
}
