import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { reportSchema } from '../../../src/domain/report/report.schema.js';

test('EV7: docs/report.schema.json is the schema of what --json prints (node scripts/reports.mjs --schema writes it)', () => {
  const written = JSON.parse(readFileSync(new URL('../../../docs/report.schema.json', import.meta.url), 'utf8')) as unknown;
  expect(written).toEqual(JSON.parse(JSON.stringify(z.toJSONSchema(reportSchema))));
});
