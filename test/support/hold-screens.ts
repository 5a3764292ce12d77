// Screens of a memory device for tests in which a person has taken over.
import { memoryDevice } from './agent-harness.js';

/** Two screens that lead to each other. */
export const twoScreens = memoryDevice({
  start: 'main',
  screens: {
    main: {
      title: 'Main',
      controls: [
        { role: 'button', name: 'Add' },
        { role: 'link', name: 'Next', on: { goto: 'next' } },
      ],
    },
    next: {
      title: 'Next',
      controls: [
        { role: 'button', name: 'Add' },
        { role: 'link', name: 'Back', on: { goto: 'main' } },
      ],
    },
  },
});

/** px: the middle of a control of a memory device, which stand in rows from 0. */
export function row(index: number): { readonly x: number; readonly y: number } {
  return { x: 40, y: index * 24 + 12 };
}
