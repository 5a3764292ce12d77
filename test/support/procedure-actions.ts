// All actions that could be requested of a run of that definition, sensible or not; and those that a view offers.
import type { Action } from '../../src/domain/procedure/state.js';
import type { Body, Definition } from '../../src/domain/procedure/definition.js';
import type { View } from '../../src/domain/procedure/view.js';
import type { Json } from '../../src/domain/run/json.js';

type By = 'agent' | 'human';

const values: Readonly<Record<string, Json>> = {
  free1: true,
  free2: false,
  'free.part': true,
  free: { part: false },
  items1: [1, true],
  items2: [{ inside: [true, false] }],
  'item.inside': [],
  item: 1,
  decided1: true,
  decided2: false,
  unheard: 1,
};

export function everyAction(definition: Definition, by: By): readonly Action[] {
  const steps = [...new Set([...definition.activities.flatMap(stepIds), 'unheard'])];
  const answers = definition.activities.flatMap(({ checkpoints }) =>
    checkpoints.flatMap(({ id, options }) => [...options.map((option) => `${id} ${option.id}`), `${id} unheard`]),
  );
  return [
    ...steps.flatMap((step_id): readonly Action[] => [
      { call: 'complete_step', step_id, summary: 'done', by },
      { call: 'skip_step', step_id, by },
      { call: 'complete_step', step_id, summary: '', by },
      { call: 'complete_step', step_id, summary: 'done', outputs: { decided1: true }, by },
    ]),
    ...[...new Set([...answers, 'unheard unheard'])].map((answer): Action => {
      const [checkpoint_id = '', option_id = ''] = answer.split(' ');
      return { call: 'respond_to_checkpoint', checkpoint_id, option_id, by };
    }),
    ...Object.entries(values).map(([name, value]): Action => ({ call: 'report_variables', outputs: { [name]: value }, by })),
    { call: 'report_variables', outputs: {}, by },
    { call: 'report_variables', outputs: { free1: 'text' }, by },
    { call: 'abort_workflow', by },
  ];
}

export function stepIds({ steps, loops }: Body): readonly string[] {
  return [...steps.map(({ id }) => id), ...loops.flatMap(stepIds)];
}

export function isOffered({ position, actions }: View, action: Action): boolean {
  const offers = [...actions.required, ...actions.optional];
  const offer = offers.find(
    (each) =>
      each.call === action.call &&
      (!('step_id' in action) || each.step_id === action.step_id) &&
      (!('checkpoint_id' in action) || each.checkpoint_id === action.checkpoint_id),
  );
  if (!offer) return false;
  if (action.call === 'respond_to_checkpoint') return position.checkpoint?.options.some(({ id }) => id === action.option_id) ?? false;
  if (action.call === 'complete_step' && action.summary === '') return false;
  const outputs = 'outputs' in action ? Object.entries(action.outputs ?? {}) : [];
  if (action.call === 'report_variables' && outputs.length === 0) return false;
  return outputs.every(([name, value]) => {
    const type = offer.outputs && Object.hasOwn(offer.outputs, name) ? offer.outputs[name] : undefined;
    return type === 'any' || type === (Array.isArray(value) ? 'array' : typeof value);
  });
}
