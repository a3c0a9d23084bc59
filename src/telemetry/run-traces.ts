import {
  type Context,
  context,
  type Span,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { callAttributes, recordEndedSpan } from './ended-span.ts';
import type { RunObserver } from './run-observer.ts';

/**
 * Makes spans of a run, its stages, conversations, calls of models and calls of tools. They go
 * nowhere unless the process has an SDK of OpenTelemetry registered.
 */
export function runTraces(tracer: Tracer, command: 'review' | 'migrate'): RunObserver {
  const run = tracer.startSpan(`rustward ${command}`);
  const within = (span: Span | undefined): Context => trace.setSpan(context.active(), span ?? run);
  let stageSpan: Span | undefined;
  /** Of conversations that are going on. */
  const conversations = new Map<string, Span>();
  const keyOf = ({ role, subject }: { role: string; subject: string }) => `${role} ${subject}`;
  const recordSpan = (
    parent: Span | undefined,
    name: string,
    milliseconds: number,
    attributes: Readonly<Record<string, string | number | boolean>>,
    failed: boolean,
  ) => recordEndedSpan(tracer, within(parent), { name, milliseconds, attributes, failed });
  return {
    stage(stage, done, total) {
      if (done === 0) {
        stageSpan?.end();
        stageSpan = tracer.startSpan(
          `stage ${stage}`,
          { attributes: { 'rustward.tasks': total } },
          within(run),
        );
      }
      if (done !== total) return;
      stageSpan?.end();
      stageSpan = undefined;
    },
    agent(event) {
      if (event.kind === 'listener-failed') return;
      const { role, subject } = event;
      const key = keyOf(event);
      if (event.kind === 'task-started') {
        const attributes = { 'rustward.role': role, 'rustward.subject': subject };
        const span = tracer.startSpan(`conversation ${role}`, { attributes }, within(stageSpan));
        conversations.set(key, span);
      } else if (event.kind === 'task-completed') {
        const span = conversations.get(key);
        conversations.delete(key);
        span?.setAttribute('rustward.outcome', event.outcome);
        if (event.outcome !== 'answered') span?.setStatus({ code: SpanStatusCode.ERROR });
        span?.end();
      } else if (event.kind === 'tool-answered') {
        const { tool = 'unknown', ok, milliseconds } = event;
        const parent = conversations.get(key) ?? stageSpan;
        recordSpan(parent, `tool ${tool}`, milliseconds, { 'rustward.tool': tool }, !ok);
      }
    },
    call(call) {
      const { conversation, milliseconds, failureKind } = call;
      const attributes = { ...callAttributes(call), 'rustward.turn': conversation.turn };
      const parent = conversations.get(keyOf(conversation)) ?? stageSpan;
      recordSpan(parent, 'model call', milliseconds, attributes, failureKind !== undefined);
    },
    step({ name, outcome, milliseconds }) {
      const attributes = { 'rustward.functions': name, 'rustward.outcome': outcome };
      recordSpan(stageSpan, 'step', milliseconds, attributes, outcome !== 'migrated');
    },
    end({ verdict }) {
      for (const span of conversations.values()) span.end();
      stageSpan?.end();
      run.setAttribute('rustward.verdict', verdict);
      run.end();
    },
  };
}
