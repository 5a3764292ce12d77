import { existsSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import {
  alone,
  buckets,
  everyday,
  everydayBy,
  operations,
  operationsOnPostgres,
  recordedTimes,
  smokes,
} from '../../../scripts/lib/suites.mjs';

test('each listed file exists, and is listed once', () => {
  for (const files of [everyday, smokes, alone, operations, operationsOnPostgres]) {
    expect(files.filter((file) => !existsSync(file))).toEqual([]);
    expect(new Set(files).size).toBe(files.length);
  }
  expect(Object.entries(everydayBy).filter(([, files]) => files.length === 0)).toEqual([]);
  expect(everyday.length).toBeLessThanOrEqual(50);
});

test('what npm test and the smokes leave stands in exactly one bucket', () => {
  const files = buckets().flat();
  expect(new Set(files).size).toBe(files.length);
  expect(files.filter((file) => everyday.includes(file) || smokes.includes(file))).toEqual([]);
  expect(alone.filter((file) => !files.includes(file))).toEqual([]);
});

test('no recorded time is of a file that is gone', () => {
  expect(Object.keys(recordedTimes()).filter((file) => !existsSync(file))).toEqual([]);
});
