// Where a run stands in queues: Temporal's priority and fairness, as fields of its input.
import { isNumber, isShape, isText, type Check } from '../checks/input-check.js';
import { InputError } from '../errors/input-error.js';

export interface QueuePlace {
  /** 1 to 5, smaller numbers first; 3 unless given. */
  readonly priority?: number;
  /** Keys of equal priority take turns: a tenant, a team. At most 64 bytes. */
  readonly fairnessKey?: string;
  /** The share of that key, 0.001 to 1000; 1 unless given. */
  readonly fairnessWeight?: number;
}

/** As Temporal's SDK takes it. */
export interface TemporalPriority {
  readonly priorityKey?: number;
  readonly fairnessKey?: string;
  readonly fairnessWeight?: number;
}

const longestKey = 64;

const priority: Check<number> = (value, field) => {
  const given = isNumber(1, 5)(value, field);
  if (!Number.isInteger(given)) throw new InputError(field, value, 'a whole number from 1 (first) to 5');
  return given;
};

const fairnessKey: Check<string> = (value, field) => {
  const given = isText(value, field);
  if (new TextEncoder().encode(given).length > longestKey) throw new InputError(field, value, `a text of at most ${longestKey} bytes`);
  return given;
};

/** For `isShape`. */
export const queueFields = { priority, fairnessKey, fairnessWeight: isNumber(0.001, 1_000) } as const;

/** Of any input; undefined: it says nothing about it. Throws `InputError`. */
export function temporalPriorityOf(input: unknown): TemporalPriority | undefined {
  if (typeof input !== 'object' || input === null) return undefined;
  const { priority: key, fairnessKey: tenant, fairnessWeight: weight } = queuePlace(placeIn(input), 'input');
  if (key === undefined && tenant === undefined && weight === undefined) return undefined;
  return {
    priorityKey: key,
    fairnessKey: tenant,
    fairnessWeight: weight,
  };
}

const queuePlace = isShape(queueFields);

/** Those of its fields, under one of their names. */
function placeIn(input: object): object {
  return Object.fromEntries(Object.entries(input).filter(([name]) => names.has(name)));
}

const names: ReadonlySet<string> = new Set(['priority', 'fairnessKey', 'fairness_key', 'fairnessWeight', 'fairness_weight']);
