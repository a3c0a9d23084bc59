import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { MeteredCall } from '../model/cost/ledger.ts';
import type { RunObserver } from './run-observer.ts';

/** Seconds: models take from a moment to minutes. */
const MODEL_BUCKETS = [0.5, 1, 2, 5, 10, 20, 40, 60, 120, 300, 600];
/** Steps of a migration take minutes. */
const STEP_BUCKETS = [5, 15, 30, 60, 120, 300, 600, 1800, 3600];
const TOOL_BUCKETS = [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30];

/** Metrics of their own, and their text in the format of Prometheus. */
export function openRunMetrics(): {
  readonly observer: RunObserver;
  readonly text: () => Promise<string>;
} {
  const registry = new Registry();
  return { observer: runMetrics(registry), text: () => registry.metrics() };
}

/** What is counted, also where a run is in another process. */
export interface RunMetrics extends Omit<RunObserver, 'call'> {
  call(call: MeteredCall): void;
}

/**
 * Counts what happens in runs, for Prometheus. The metrics are in the registry from the start, which
 * may be printed at the end of a run or served while runs go on. Labels have few values: no file, no
 * subject, and no name that a model thought of.
 */
export function runMetrics(registry: Registry): RunMetrics {
  const registers = [registry];
  const metrics = {
    callSeconds: new Histogram({
      ...{ name: 'rustward_model_call_seconds', registers, buckets: MODEL_BUCKETS },
      help: 'How long calls to model providers took, failed ones included.',
      labelNames: ['model', 'role'],
    }),
    calls: new Counter({
      ...{ name: 'rustward_model_calls_total', registers },
      help: 'Calls to models: answered, from the cache or a recording, or the kind of failure.',
      labelNames: ['model', 'role', 'outcome'],
    }),
    tokens: new Counter({
      ...{ name: 'rustward_model_tokens_total', registers },
      help: 'Billed tokens. What is cached is a part of what went in.',
      labelNames: ['model', 'role', 'kind'],
    }),
    cost: new Counter({
      ...{ name: 'rustward_model_cost_dollars_total', registers },
      help: 'What calls cost, as far as their prices are known.',
      labelNames: ['model', 'role'],
    }),
    toolRuns: new Counter({
      ...{ name: 'rustward_tool_runs_total', registers },
      help: 'Calls of tools by agents.',
      labelNames: ['tool', 'outcome'],
    }),
    toolSeconds: new Histogram({
      ...{ name: 'rustward_tool_seconds', registers, buckets: TOOL_BUCKETS },
      help: 'How long calls of tools took.',
      labelNames: ['tool'],
    }),
    queue: new Gauge({
      ...{ name: 'rustward_queue_depth', registers },
      help: 'Questions of a stage that are not answered yet.',
      labelNames: ['stage'],
    }),
    findings: new Counter({
      ...{ name: 'rustward_findings_total', registers },
      help: 'Findings by severity.',
      labelNames: ['severity'],
    }),
    candidates: new Counter({
      ...{ name: 'rustward_candidates_total', registers },
      help: 'Candidates by what models found out about them; none where no model was asked.',
      labelNames: ['examination'],
    }),
    functions: new Counter({
      ...{ name: 'rustward_functions_total', registers },
      help: 'Functions of a migration by what became of them.',
      labelNames: ['outcome'],
    }),
    stepSeconds: new Histogram({
      ...{ name: 'rustward_step_seconds', registers, buckets: STEP_BUCKETS },
      help: 'How long steps of a migration took that were tried.',
      labelNames: ['outcome'],
    }),
    outcomes: new Counter({
      ...{ name: 'rustward_findings_by_rule_total', registers },
      help: 'Candidates by rule and by what became of them.',
      labelNames: ['rule', 'outcome'],
    }),
    runs: new Counter({
      ...{ name: 'rustward_runs_total', registers },
      help: 'Runs by verdict.',
      labelNames: ['verdict'],
    }),
    runSeconds: new Gauge({
      ...{ name: 'rustward_run_seconds', registers },
      help: 'How long the last run took.',
    }),
  };
  return {
    stage: (stage, done, total) => metrics.queue.set({ stage }, total - done),
    agent(event) {
      if (event.kind !== 'tool-answered') return;
      const { tool = 'unknown', ok, milliseconds } = event;
      metrics.toolRuns.inc({ tool, outcome: ok ? 'ok' : 'error' });
      metrics.toolSeconds.observe({ tool }, milliseconds / 1000);
    },
    call({
      conversation: { role },
      model,
      source,
      usage,
      cost,
      billed,
      milliseconds,
      failureKind,
    }) {
      const outcome = failureKind ?? (source === 'provider' ? 'answered' : source);
      metrics.calls.inc({ model, role, outcome });
      if (source !== 'provider') return;
      metrics.callSeconds.observe({ model, role }, milliseconds / 1000);
      if (!billed) return;
      metrics.tokens.inc({ model, role, kind: 'in' }, usage.input);
      metrics.tokens.inc({ model, role, kind: 'cached' }, usage.cached);
      metrics.tokens.inc({ model, role, kind: 'out' }, usage.output);
      metrics.cost.inc({ model, role }, cost ?? 0);
    },
    step: ({ outcome, milliseconds }) =>
      metrics.stepSeconds.observe({ outcome }, milliseconds / 1000),
    end(summary, milliseconds) {
      metrics.runs.inc({ verdict: summary.verdict });
      metrics.runSeconds.set(milliseconds / 1000);
      if ('functions' in summary) {
        for (const [outcome, count] of summary.functions) metrics.functions.inc({ outcome }, count);
        return;
      }
      const { findings, triageResults, outcomes } = summary;
      for (const { rule, outcome, count } of outcomes) {
        metrics.outcomes.inc({ rule, outcome }, count);
      }
      for (const [severity, count] of findings) metrics.findings.inc({ severity }, count);
      for (const [examination, count] of triageResults) {
        metrics.candidates.inc({ examination }, count);
      }
    },
  };
}
