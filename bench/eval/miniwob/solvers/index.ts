// What the oracle knows of MiniWoB: a way for each task of the public half, by what its instruction says.
import type { Solver } from '../../oracle/oracle.js';
import { choosing } from './choosing.js';
import { colours } from './colours.js';
import { dates } from './dates.js';
import { dragging } from './dragging.js';
import { typing } from './typing.js';
import { unfolding } from './unfolding.js';

export const solvers: readonly Solver[] = [...choosing, ...colours, ...dates, ...typing, ...dragging, ...unfolding];
