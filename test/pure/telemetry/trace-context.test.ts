import { expect, test } from '@jest/globals';
import { context, propagation, trace as traces } from '@opentelemetry/api';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { readableSpan } from '../../../src/adapters/opentelemetry/span-queue.js';
import { traceOf } from '../../../src/cli/start-run.js';
import { activeTrace, callerTrace } from '../../../src/client/run-start.js';
import { baggageOf, callerOf, keptHeaders, traceIn } from '../../../src/domain/telemetry/trace-context.js';

const traceId = '0af7651916cd43dd8448eb211c80319c';
const spanId = 'b7ad6b7169203331';
const traceparent = `00-${traceId}-${spanId}-01`;

test.each([
  ['as it is', traceparent, { traceId, spanId, sampled: true }],
  ['not sampled', `00-${traceId}-${spanId}-00`, { traceId, spanId, sampled: false }],
  ['with other flags', `00-${traceId}-${spanId}-03`, { traceId, spanId, sampled: true }],
  ['of a later version, with more', `cc-${traceId}-${spanId}-01-what-the-future`, { traceId, spanId, sampled: true }],
  ['of version 0, with more', `${traceparent}-more`, undefined],
  ['of the version that is none', `ff-${traceId}-${spanId}-01`, undefined],
  ['in capitals', traceparent.toUpperCase(), undefined],
  ['without a trace', `00-${'0'.repeat(32)}-${spanId}-01`, undefined],
  ['without a span', `00-${traceId}-${'0'.repeat(16)}-01`, undefined],
  ['cut', traceparent.slice(0, -1), undefined],
  ['with a line of its own', `${traceparent}\nx`, undefined],
  ['endless', `cc-${traceId}-${spanId}-01-${'x'.repeat(1_000)}`, undefined],
  ['of nothing', '', undefined],
])('FL10: a traceparent %s', (_, given, wanted) => {
  expect(callerOf({ traceparent: given })).toEqual(wanted);
});

test.each([
  ['two members', 'rojo=00f067aa0ba902b7,congo=t61rcWkgMzE', 'rojo=00f067aa0ba902b7,congo=t61rcWkgMzE'],
  ['too long', `a=${'x'.repeat(600)}`, undefined],
  ['too many', [...Array(33).keys()].map((at) => `k${at}=v`).join(','), undefined],
  ['not one', 'Zeisig', undefined],
])('FL10: a tracestate of %s', (_, tracestate, state) => {
  expect(callerOf({ traceparent, tracestate })?.state).toBe(state);
});

test.each([
  ['entries', 'tenant=acme, plan = gold;ttl=1', { tenant: 'acme', plan: 'gold' }],
  ['encoded values', 'name=Amelie%20D%C3%BCr', { name: 'Amelie Dür' }],
  ['names that are ours', 'gen_ai.usage.input_tokens=1,steadyhand.outcome=completed,error.type=x,tenant=a', { tenant: 'a' }],
  ['what is none', 'tenant', undefined],
  ['half a code', 'tenant=%E0%A4%A', undefined],
  ['too many entries', [...Array(65).keys()].map((at) => `k${at}=v`).join(','), undefined],
  ['64 entries', [...Array(64).keys()].map((at) => `k${at}=v`).join(','), expect.objectContaining({ k63: 'v' })],
  ['too many bytes', `k=${'v'.repeat(8_191)}`, undefined],
  ['what would change an object', '__proto__=x', undefined],
  ['nothing', '', undefined],
])('FL10: baggage with %s', (_, baggage, wanted) => {
  expect(baggageOf({ baggage })).toEqual(wanted);
});

test('FL10: what is not valid is not kept, and a memo that anybody wrote is read as if it were not there', () => {
  expect(keptHeaders({ traceparent: 'x', tracestate: 'a=b', baggage: 'b=1' })).toEqual({ baggage: 'b=1' });
  expect(keptHeaders({ traceparent: ` ${traceparent} `, tracestate: 'a=b', baggage: '=' })).toEqual({ traceparent, tracestate: 'a=b' });
  expect(keptHeaders({ traceparent: 'x' })).toBeUndefined();
  expect(traceIn({ traceparent, run: 'root', baggage: 'b=1' }, 'own')).toEqual({
    run: 'root',
    caller: { traceId, spanId, sampled: true },
    baggage: { b: '1' },
  });
  for (const memo of [undefined, null, 'x', { traceparent: 1, run: {} }, { run: 'a b' }])
    expect(traceIn(memo, 'own')).toEqual({ run: 'own' });
});

test("FL10: a run's own span is a child of its caller's, in its trace, with its baggage; its parts are children of it", () => {
  const span = { id: 'run', name: 'n', kind: 'internal', start: 1, end: 2, attributes: { x: 'ours' }, notes: [], endedBy: 0 } as const;
  const sent = { resource: resourceFromAttributes({}), mask: undefined };
  const trace = traceIn({ traceparent, tracestate: 'a=b', baggage: 'tenant=acme,x=theirs' }, 'first');
  const root = readableSpan(trace, span, sent);
  expect(root.spanContext()).toMatchObject({ traceId, traceFlags: 1 });
  expect(root.spanContext().traceState?.serialize()).toBe('a=b');
  expect(root.parentSpanContext).toMatchObject({ traceId, spanId, isRemote: true });
  expect(root.attributes).toEqual({ tenant: 'acme', x: 'ours' });
  const part = readableSpan(trace, { ...span, id: 'part', parent: 'run' }, sent);
  expect(part.parentSpanContext).toEqual(root.spanContext());
  const unsampled = readableSpan(traceIn({ traceparent: `00-${traceId}-${spanId}-00` }, 'first'), span, sent);
  expect(unsampled.spanContext().traceFlags).toBe(0);
  expect(readableSpan({ run: 'first' }, span, sent)).toMatchObject({ parentSpanContext: undefined });
});

test('FL10: what a caller gives is refused where it is none; what surrounds it is ignored', async () => {
  await expect(callerTrace({}, { traceparent: 'Zeisig' })).rejects.toThrow(/traceparent.*Zeisig.*such as 00-/s);
  await expect(callerTrace({}, { baggage: 'tenant' })).rejects.toThrow(/baggage.*tenant=acme/s);
  expect(await callerTrace({}, { traceparent, baggage: 'steadyhand.x=1' })).toEqual({ traceparent });
  expect(await callerTrace({ activeTrace: () => Promise.resolve({ traceparent: 'Zeisig' }) }, undefined)).toBeUndefined();
  expect(await callerTrace({ activeTrace: () => Promise.resolve({ traceparent }) }, undefined)).toEqual({ traceparent });
});

test("FL10: the command line takes OpenTelemetry's variables, and an option before them", () => {
  const env = { TRACEPARENT: traceparent, TRACESTATE: 'a=b', BAGGAGE: 'tenant=acme' };
  expect(traceOf({ env }, {})).toEqual({ trace: { traceparent, tracestate: 'a=b', baggage: 'tenant=acme' } });
  expect(traceOf({ env }, { traceparent: 'other' })).toEqual({ trace: { traceparent: 'other', baggage: 'tenant=acme' } });
  expect(traceOf({ env: { TRACEPARENT: 'Zeisig' } }, {})).toEqual({});
});

test("FL10: a program's own context is what its propagator says; without OpenTelemetry there is none", async () => {
  expect(await activeTrace()).toEqual({});
  propagation.setGlobalPropagator({
    inject: (active, carrier, setter) =>
      setter.set(carrier, 'traceparent', `00-${traces.getSpanContext(active)?.traceId ?? traceId}-${spanId}-01`),
    extract: (active) => active,
    fields: () => ['traceparent'],
  });
  try {
    expect(await context.with(context.active(), activeTrace)).toEqual({ traceparent });
  } finally {
    propagation.disable();
  }
});
