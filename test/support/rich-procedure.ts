import { activity, checkpoint, documentOf, is, option, work } from './procedures.js';

/** Every feature of a procedure except time: positions depend on when a checkpoint may be read. */
export const richProcedure = documentOf(
  [
    activity('plan', {
      steps: [work('read'), work('note', { required: false }), work('never', { condition: is('unset') })],
      loops: [
        {
          id: 'each',
          type: 'forEach',
          variable: 'part',
          over: 'parts',
          steps: [work('look')],
          loops: [{ id: 'twice', type: 'doWhile', condition: is('unset'), steps: [work('again')] }],
        },
        { id: 'more', type: 'while', condition: is('go'), maxIterations: 2, steps: [work('round')] },
      ],
      checkpoints: [
        checkpoint('go', [
          option('yes', { setVariable: { go: true } }),
          option('no', { setVariable: { go: false } }),
          option('skip', { skipActivities: ['extra'] }),
        ]),
        checkpoint('where', [option('on'), option('back', { transitionTo: 'plan' }), option('end', { transitionTo: 'end' })]),
      ],
      decisions: [{ id: 'd', branches: [{ id: 'b', label: 'If it goes', condition: is('go'), transitionTo: 'extra' }] }],
      transitions: [{ to: 'extra', isDefault: true }],
    }),
    activity('extra', {
      steps: [work('tag')],
      transitions: [
        { to: 'end', condition: is('free') },
        { to: 'end', isDefault: true },
      ],
    }),
    activity('end', { steps: [work('tell')] }),
  ],
  {
    id: 'rich',
    variables: [
      { name: 'parts', type: 'array', defaultValue: ['a', 'b'] },
      { name: 'go', type: 'boolean', defaultValue: false },
      { name: 'free', type: 'boolean' },
    ],
  },
);
