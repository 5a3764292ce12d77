// Tasks that cannot be done by a list of controls: what they ask for is told by pixels alone, is over before anybody who thinks before each step has
// begun, or works in no browser of today.
import type { EvalTask } from '../suite.js';

const drawn = 'what is asked about is drawn, and no list says where or how large it is';

const reinserted =
  'whatever the pointer comes over is taken out of the drawing and put back, so that Chromium (156) gives the press to the drawing, whoever presses';

const needs: Readonly<Record<string, NonNullable<EvalTask['needs']>>> = {
  'bisect-angle': { what: 'pixels', why: drawn },
  'circle-center': { what: 'pixels', why: drawn },
  'click-shape': { what: 'pixels', why: 'sizes of shapes and colours of letters are not listed' },
  'click-pie': { what: 'another browser', why: reinserted },
  'click-pie-nodelay': { what: 'another browser', why: reinserted },
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
