import { expect, test } from '@jest/globals';
import { SpanStatusCode } from '@opentelemetry/api';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { runTraces } from '../../src/telemetry/run-traces.ts';
import { CALL } from '../support/ended-call.ts';

const ABOUT = { role: 'analyst', subject: 'a.c|0|0' };
const SUMMARY = {
  ...{ verdict: 'clean' as const, outcomes: [] },
  ...{ findings: new Map<string, number>(), triageResults: new Map<string, number>() },
};

function recorded() {
  const exporter = new InMemorySpanExporter();
  const spanProcessors = [new SimpleSpanProcessor(exporter)];
  const traces = runTraces(new BasicTracerProvider({ spanProcessors }).getTracer('test'), 'review');
  return { traces, spans: () => exporter.getFinishedSpans() };
}

test('spans nest: run, stage, conversation, calls', () => {
  const { traces, spans } = recorded();
  traces.stage('analyze', 0, 1);
  traces.agent({ ...ABOUT, kind: 'task-started' });
  traces.call(CALL);
  traces.call({ ...CALL, failureKind: 'busy' });
  traces.agent({ ...ABOUT, kind: 'tool-answered', tool: 'read_code', ok: true, milliseconds: 3 });
  traces.agent({ ...ABOUT, kind: 'task-completed', outcome: 'answered' });
  traces.stage('analyze', 1, 1);
  traces.end(SUMMARY, 9);
  const ids = new Map(spans().map((span) => [span.spanContext().spanId, span.name]));
  const parentOf = ({ parentSpanContext }: ReadableSpan) =>
    ids.get(parentSpanContext?.spanId ?? '');
  expect(spans().map((span) => [span.name, parentOf(span)])).toEqual([
    ['model call', 'conversation analyst'],
    ['model call', 'conversation analyst'],
    ['tool read_code', 'conversation analyst'],
    ['conversation analyst', 'stage analyze'],
    ['stage analyze', 'rustward review'],
    ['rustward review', undefined],
  ]);
  const [call, failed] = spans();
  expect(call?.duration).toEqual([1, 200_000_000]);
  expect(call?.attributes).toMatchObject({
    'gen_ai.request.model': 'served',
    'gen_ai.usage.input_tokens': 100,
    'rustward.cost': 0.5,
  });
  expect(failed?.status.code).toBe(SpanStatusCode.ERROR);
  expect(failed?.attributes['error.type']).toBe('busy');
});

test('what was under way when a run ended is ended with it', () => {
  const { traces, spans } = recorded();
  traces.stage('cluster', 0, 4);
  traces.agent({ ...ABOUT, kind: 'task-started' });
  traces.end({ ...SUMMARY, verdict: 'failed' }, 9);
  expect(spans()).toHaveLength(3);
});
