import { expect, test } from '@jest/globals';
import { ROOT_CONTEXT, SpanStatusCode } from '@opentelemetry/api';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { callAttributes, recordEndedSpan } from '../../src/telemetry/ended-span.ts';
import { CALL } from '../support/ended-call.ts';

function recorded(milliseconds: number, failed: boolean) {
  const exporter = new InMemorySpanExporter();
  const spanProcessors = [new SimpleSpanProcessor(exporter)];
  const tracer = new BasicTracerProvider({ spanProcessors }).getTracer('test');
  const attributes = { role: 'analyst' };
  recordEndedSpan(tracer, ROOT_CONTEXT, { name: 'work', milliseconds, attributes, failed });
  const [span] = exporter.getFinishedSpans();
  if (span === undefined) throw new Error('no span has ended');
  return span;
}

test('a span lasted until now, and as long as is told', () => {
  const before = Date.now();
  const span = recorded(2500, false);
  expect([span.name, span.attributes, span.duration]).toEqual([
    ...['work', { role: 'analyst' }, [2, 500_000_000]],
  ]);
  const [seconds, nanoseconds] = span.endTime;
  expect(seconds * 1000 + nanoseconds / 1e6).toBeGreaterThanOrEqual(before);
  expect(seconds * 1000 + nanoseconds / 1e6).toBeLessThanOrEqual(Date.now());
});

test('what failed is marked', () => {
  expect(recorded(1, true).status.code).toBe(SpanStatusCode.ERROR);
  expect(recorded(1, false).status.code).toBe(SpanStatusCode.UNSET);
});

test('a call says what it took, and its price and failure where there are any', () => {
  const call = { ...CALL, cost: undefined, failureKind: undefined };
  const known = callAttributes(call);
  expect(known).toEqual({
    'gen_ai.request.model': CALL.model,
    'gen_ai.usage.input_tokens': CALL.usage.input,
    'gen_ai.usage.output_tokens': CALL.usage.output,
    'rustward.source': CALL.source,
  });
  expect(callAttributes({ ...call, cost: 0.5, failureKind: 'busy' })).toEqual({
    ...{ ...known, 'rustward.cost': 0.5, 'error.type': 'busy' },
  });
});
