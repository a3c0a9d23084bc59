import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Backlog } from '../jobs/queue/jobs.ts';
import type { AppObserver } from './app-observer.ts';
import { runMetrics } from './run-metrics.ts';

/** Seconds: a delivery should be stored in a moment, and GitHub waits ten. */
const DELIVERY_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const JOB_BUCKETS = [0.1, 0.5, 1, 5, 15, 30, 60, 120, 300, 600, 1800, 3600];

/** Names come from the isolated worker, which handles what strangers write. */
const MAX_NAMES = 500;

/**
 * Metrics of the App, of this process, and of the jobs of all processes. Labels have few values: no
 * repository, no person.
 * @param backlogs queried each time the metrics are read
 */
export function openAppMetrics(backlogs: () => Promise<readonly Backlog[]>): {
  readonly observer: AppObserver;
  readonly text: () => Promise<string>;
} {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const deliveries = new Counter({
    ...{ name: 'rustward_deliveries_total', registers, labelNames: ['event', 'outcome'] },
    help: 'Webhooks by what became of them.',
  });
  const deliverySeconds = new Histogram({
    ...{ name: 'rustward_delivery_seconds', registers, buckets: DELIVERY_BUCKETS },
    help: 'How long it took until webhooks were stored, or refused.',
  });
  const redeliveries = new Counter({
    ...{ name: 'rustward_redeliveries_total', registers },
    help: 'Deliveries that GitHub was asked to bring once more.',
  });
  const jobs = new Counter({
    ...{ name: 'rustward_jobs_total', registers, labelNames: ['lane', 'outcome'] },
    help: 'Attempts at jobs by how they ended.',
  });
  const jobSeconds = new Histogram({
    ...{ name: 'rustward_job_seconds', registers, buckets: JOB_BUCKETS, labelNames: ['lane'] },
    help: 'How long attempts at jobs took.',
  });
  const running = new Gauge({
    ...{ name: 'rustward_jobs_running', registers, labelNames: ['lane'] },
    help: 'Jobs that this process is at.',
  });
  const problems = new Counter({
    ...{ name: 'rustward_problems_total', registers },
    help: 'Problems with the database or with GitHub that were waited out.',
  });
  const decisions = new Counter({
    ...{ name: 'rustward_decisions_total', registers, labelNames: ['rule', 'decision'] },
    help: 'Findings that people have settled, or opened again.',
  });
  const runs = runMetrics(registry);
  const few = fewNames(MAX_NAMES);
  const waiting = new Gauge({
    ...{ name: 'rustward_jobs_waiting', registers, labelNames: ['lane'] },
    help: 'Jobs that are not done, those under way included, of all processes.',
  });
  const failed = new Gauge({
    ...{ name: 'rustward_jobs_failed', registers, labelNames: ['lane'] },
    help: 'Jobs that were given up, and wait for a person.',
  });
  const oldest = new Gauge({
    ...{ name: 'rustward_jobs_oldest_seconds', registers, labelNames: ['lane'] },
    help: 'For how long the oldest job waits.',
  });
  return {
    observer: {
      delivery({ event, outcome, milliseconds }) {
        deliveries.inc({ event, outcome });
        deliverySeconds.observe(milliseconds / 1000);
      },
      call: ({ conversation: { role }, model, ...call }) =>
        runs.call({ ...call, model: few(model), conversation: { role: few(role) } }),
      // For people to read.
      unpublished: () => {},
      tool: ({ tool = 'unknown', ...rest }) =>
        runs.agent({ kind: 'tool-answered', role: '', subject: '', tool: few(tool), ...rest }),
      reviewed: ({ outcomes, ...numbers }, milliseconds) =>
        runs.end(
          { ...numbers, outcomes: outcomes.map((one) => ({ ...one, rule: few(one.rule) })) },
          milliseconds,
        ),
      decided: (rule, decision) => decisions.inc({ rule: few(rule), decision }),
      sweep: ({ asked }) => redeliveries.inc(asked),
      problem: () => problems.inc(),
      job(event) {
        if (event.kind === 'problem') return problems.inc();
        const { lane } = event;
        if (event.kind === 'started') return running.inc({ lane });
        running.dec({ lane });
        jobs.inc({ lane, outcome: event.outcome });
        jobSeconds.observe({ lane }, event.milliseconds / 1000);
      },
    },
    async text() {
      // The other metrics are to be readable while the database is unavailable.
      for (const backlog of await backlogs().catch(() => [])) {
        const { lane } = backlog;
        waiting.set({ lane }, backlog.waiting);
        failed.set({ lane }, backlog.failed);
        oldest.set({ lane }, backlog.oldest);
      }
      return await registry.metrics();
    },
  };
}

/** The names as they are, as long as they are few; all that come later are one. */
function fewNames(most: number): (name: string) => string {
  const known = new Set<string>();
  return (name) => {
    if (known.size < most) known.add(name);
    return known.has(name) ? name : 'other';
  };
}
