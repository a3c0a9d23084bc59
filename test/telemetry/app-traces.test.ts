import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { context, SpanStatusCode } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import type { JobRun, RunJob } from '../../src/jobs/queue/run-leased-job.ts';
import { appTraces, tracedJobs } from '../../src/telemetry/app-traces.ts';
import { CALL } from '../support/ended-call.ts';

const JOB: JobRun = { signal: new AbortController().signal, attempt: 2, last: false };

// As an SDK does when it is registered.
beforeEach(
  () => void context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable()),
);
afterEach(() => context.disable());

function recorded() {
  const exporter = new InMemorySpanExporter();
  const spanProcessors = [new SimpleSpanProcessor(exporter)];
  const tracer = new BasicTracerProvider({ spanProcessors }).getTracer('test');
  const run = (work: RunJob) => tracedJobs(tracer, work);
  return { observer: appTraces(tracer), run, spans: () => exporter.getFinishedSpans() };
}

/** The names of spans, each with that of its parent. */
function nested(spans: readonly ReadableSpan[]) {
  const names = new Map(spans.map((span) => [span.spanContext().spanId, span.name]));
  return spans.map(({ name, parentSpanContext }) => [
    ...[name, names.get(parentSpanContext?.spanId ?? '')],
  ]);
}

test('calls stand in the job that they were made for, also where a process of its own tells of them', async () => {
  const { observer, run, spans } = recorded();
  const reviewing = run(async () => {
    const child = spawn(process.execPath, ['-e', 'console.log("called")']);
    child.stdout.on('data', () => observer.call(CALL));
    await once(child, 'close');
  });
  const asking = run(async () => {
    await new Promise((resolve) => setTimeout(resolve, 1));
    observer.tool({ tool: 'read_code', ok: false, milliseconds: 3 });
  });
  const review = reviewing({ kind: 'review-pull-request' }, JOB);
  await Promise.all([review, asking({ kind: 'answer-question' }, JOB)]);
  expect(nested(spans()).sort()).toEqual([
    ['model call', 'rustward review-pull-request'],
    ['rustward answer-question', undefined],
    ['rustward review-pull-request', undefined],
    ['tool read_code', 'rustward answer-question'],
  ]);
  const of = (name: string) => spans().find((span) => span.name === name);
  expect(of('model call')?.attributes).toMatchObject({
    ...{ 'gen_ai.request.model': 'served', 'rustward.cost': 0.5 },
  });
  expect(of('tool read_code')?.status.code).toBe(SpanStatusCode.ERROR);
  expect(of('rustward answer-question')?.attributes).toEqual({ 'rustward.attempt': 2 });
});

test('a job that fails says so, and none of what it was about', async () => {
  const { run, spans } = recorded();
  const failing = run(() => Promise.reject(new Error('of the repository ada/secret')));
  await expect(failing({ kind: 'migrate-function', function: 'secret' }, JOB)).rejects.toThrow();
  await expect(failing('no command', JOB)).rejects.toThrow();
  expect(spans().map(({ name, status }) => [name, status.code])).toEqual([
    ['rustward migrate-function', SpanStatusCode.ERROR],
    ['rustward job', SpanStatusCode.ERROR],
  ]);
  expect(JSON.stringify(spans().map((span) => [span.attributes, span.events]))).not.toContain(
    'secret',
  );
});

test('a webhook is a span of its own', () => {
  const { observer, spans } = recorded();
  observer.delivery({ id: 'd', event: 'pull_request', outcome: 'accepted', milliseconds: 4 });
  observer.delivery({
    ...{ id: 'd', event: 'push', outcome: 'failed' },
    milliseconds: 4,
    problem: 'x',
  });
  expect(spans().map(({ name, attributes, status }) => [name, attributes, status.code])).toEqual([
    ['webhook pull_request', { 'rustward.outcome': 'accepted' }, SpanStatusCode.UNSET],
    ['webhook push', { 'rustward.outcome': 'failed' }, SpanStatusCode.ERROR],
  ]);
});
