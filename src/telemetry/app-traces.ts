import { context, SpanStatusCode, type Tracer } from '@opentelemetry/api';
import * as z from 'zod';
import type { RunJob } from '../jobs/queue/run-leased-job.ts';
import type { AppObserver } from './app-observer.ts';
import { callAttributes, recordEndedSpan } from './ended-span.ts';

const commandSchema = z.object({ kind: z.string().max(100) });

/**
 * Makes a span of each attempt at a job, `rustward review-pull-request` for one, in which the spans of its
 * calls stand. Like all spans, they go nowhere unless the process has an SDK of OpenTelemetry registered.
 */
export function tracedJobs(tracer: Tracer, run: RunJob): RunJob {
  return (data, job) => {
    const kind = commandSchema.safeParse(data).data?.kind ?? 'job';
    const attributes = { 'rustward.attempt': job.attempt };
    return tracer.startActiveSpan(`rustward ${kind}`, { attributes }, async (span) => {
      try {
        await run(data, job);
      } catch (thrown) {
        // Its message may hold what strangers wrote: the log has it, without secrets.
        span.setStatus({ code: SpanStatusCode.ERROR });
        throw thrown;
      } finally {
        span.end();
      }
    });
  };
}

/** Makes spans of webhooks, and of calls of models and tools within the job that is under way. */
export function appTraces(tracer: Tracer): AppObserver {
  const nothing = () => {};
  return {
    ...{ job: nothing, sweep: nothing, reviewed: nothing, decided: nothing, problem: nothing },
    unpublished: nothing,
    delivery({ event, outcome, milliseconds, problem }) {
      recordEndedSpan(tracer, context.active(), {
        ...{ name: `webhook ${event}`, milliseconds, failed: problem !== undefined },
        attributes: { 'rustward.outcome': outcome },
      });
    },
    call(call) {
      recordEndedSpan(tracer, context.active(), {
        ...{ name: 'model call', milliseconds: call.milliseconds },
        ...{ failed: call.failureKind !== undefined, attributes: callAttributes(call) },
      });
    },
    tool({ tool = 'unknown', ok, milliseconds }) {
      recordEndedSpan(tracer, context.active(), {
        ...{ name: `tool ${tool}`, milliseconds, failed: !ok },
        attributes: { 'rustward.tool': tool },
      });
    },
  };
}
