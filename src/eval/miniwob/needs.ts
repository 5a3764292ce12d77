// Tasks that cannot be done by a list of controls: what they ask for is told by pixels alone, or is over before anybody who thinks before each step has begun.
import type { EvalTask } from '../suite.js';

const drawn = 'what is asked about is drawn, and no list says where or how large it is';

const needs: Readonly<Record<string, NonNullable<EvalTask['needs']>>> = {
  'bisect-angle': { what: 'pixels', why: drawn },
  'circle-center': { what: 'pixels', why: drawn },
  'click-shape': { what: 'pixels', why: 'sizes of shapes and colours of letters are not listed' },
  'count-shape': { what: 'pixels', why: 'sizes of shapes and colours of letters are not listed' },
  'count-sides': { what: 'pixels', why: 'the shape is in a canvas' },
  'drag-cube': { what: 'pixels', why: 'which side of the cube is in front is not listed' },
  'drag-shapes': { what: 'pixels', why: drawn },
  'draw-circle': { what: 'pixels', why: drawn },
  'draw-line': { what: 'pixels', why: drawn },
  'chase-circle': { what: 'pace', why: 'the circle moves on while the agent thinks, and the task ends ten seconds after it is opened' },
};

export function needsOf(task: string): Pick<EvalTask, 'needs'> {
  const found = Object.hasOwn(needs, task) ? needs[task] : undefined;
  return found ? { needs: found } : {};
}
