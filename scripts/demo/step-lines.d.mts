import type { Step } from '../../src/client/steps.js';

export function stepLines(step: Step): readonly string[];
export function whatOf(step: Pick<Step, 'actions' | 'questions' | 'result' | 'thought' | 'recovery'>): string;
