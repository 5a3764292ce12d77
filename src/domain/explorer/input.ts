// The input of `explorer` as people write it (docs/design/contracts.md §2), checked at the workflow's door.
import { runAliases, runFields, runInputOf, type RunInput } from '../run/input.js';
import { isBoolean, isNumber, isOneOf, isShape, isText } from '../checks/input-check.js';
import { longestMs } from '../run/limits.js';
import { policies, type Policy } from './policies.js';

export const planes = ['never', 'on-stall', 'always'] as const;
/** When models are asked: never, only once nothing new is found, or in each loop. */
export type Plane = (typeof planes)[number];

export interface ExplorerInput {
  /** Name of the application in the graph; absent: the origin of the start address, or the application's name. */
  readonly appId?: string;
  readonly goal: string;
  readonly policy: Policy;
  /** Absent: `always` where a model is configured, else `never`. */
  readonly decisionPlane?: Plane;
  /** Seed of the random draws; absent: derived from the run's id. */
  readonly seed?: number;
  readonly allowDestructive: boolean;
  /** Records do not name the application. */
  readonly sensitive: boolean;
  readonly tokensPerLoop?: number;
  readonly timePerLoopMs?: number;
  readonly restartLimit?: number;
  readonly run: RunInput;
}

/** It does nothing that an effect check could be for. */
const { effectChecks: _, ...fields } = runFields;

const explorerInput = isShape(
  {
    appId: isText,
    goal: isText,
    policy: isOneOf(...policies),
    decisionPlane: isOneOf(...planes),
    seed: isNumber(0, 0xffff_ffff),
    allowDestructive: isBoolean,
    sensitive: isBoolean,
    tokensPerLoop: isNumber(1),
    timePerLoopMs: isNumber(1, longestMs),
    restartLimit: isNumber(0, 100),
    ...fields,
  },
  { ...runAliases, plane: 'decisionPlane' },
);

/** Throws `InputError`. */
export function parseExplorerInput(value: unknown): ExplorerInput {
  const { device, budget, guard, settings, models, maxStep, goal, policy, allowDestructive, sensitive, ...rest } = explorerInput(
    value,
    'input',
  );
  return {
    ...rest,
    goal: goal ?? '',
    policy: policy ?? 'breadth',
    allowDestructive: allowDestructive ?? false,
    sensitive: sensitive ?? false,
    run: runInputOf({
      device,
      budget,
      guard,
      settings,
      models,
      maxStep,
    }),
  };
}
