import { pino } from 'pino';
import type { RunObserver } from './run-observer.ts';

export interface RunLogOptions {
  /** A file that lines are added to. */
  readonly file: string;
  /** Names the run in each of its lines. */
  readonly run: string;
  readonly version: string;
  /** Hears, once, when a line cannot be written. */
  readonly onProblem: (error: Error) => void;
}

/**
 * Writes what happens in a run to a file, one JSON object a line. Lines are written at once, so that
 * a run that is killed has logged all that it did. No line holds a prompt, an answer, code, arguments
 * or results of a tool, or what a provider says of a failure.
 */
export function runLog({ file, run, version, onProblem }: RunLogOptions): RunObserver {
  const destination = pino.destination({ dest: file, append: true, sync: true, mode: 0o600 });
  // Without a listener an error of the disk would end the process.
  let broken = false;
  destination.on('error', (error: Error) => {
    if (!broken) onProblem(error);
    broken = true;
  });
  const log = pino(
    {
      base: { run },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    destination,
  );
  let calls = 0;
  log.info({ event: 'run_started', version });
  return {
    stage(stage, done, total) {
      if (done === 0) log.info({ event: 'stage_started', stage, total });
      if (done === total) log.info({ event: 'stage_ended', stage, total });
    },
    agent(event) {
      if (event.kind === 'listener-failed') {
        log.warn({ event: 'listener_failed' });
        return;
      }
      const { role, subject } = event;
      switch (event.kind) {
        case 'task-started':
          log.info({ event: 'conversation_started', role, subject });
          break;
        case 'task-completed':
          log.info({ event: 'conversation_ended', role, subject, outcome: event.outcome });
          break;
        case 'tool-answered': {
          const { tool = null, ok, milliseconds } = event;
          log.info({ event: 'tool_call', role, subject, tool, ok, ms: Math.round(milliseconds) });
          break;
        }
        case 'history-summarised':
          log.info({ event: 'history_summarised', role, subject, messages: event.messages });
          break;
        default:
        // What a model is asked and answers is in the line of its call.
      }
    },
    call({ conversation, tier, model, source, usage, cost, billed, milliseconds, failureKind }) {
      calls += 1;
      const { role, subject, turn } = conversation;
      const line = {
        ...{ event: 'model_call', request: `${run}-${calls}`, role, subject, turn, tier, model },
        ...{ source, billed, tokens_in: usage.input, tokens_cached: usage.cached },
        ...{ tokens_out: usage.output, cost: cost ?? null, ms: Math.round(milliseconds) },
      };
      if (failureKind === undefined) log.info(line);
      else log.warn({ ...line, failure: failureKind });
    },
    step({ name, outcome, milliseconds }) {
      log.info({ event: 'step_ended', functions: name, outcome, ms: Math.round(milliseconds) });
    },
    end(summary, milliseconds) {
      const { verdict } = summary;
      const numbers =
        'functions' in summary
          ? { functions: Object.fromEntries(summary.functions) }
          : {
              findings: Object.fromEntries(summary.findings),
              examinations: Object.fromEntries(summary.triageResults),
            };
      log.info({ event: 'run_ended', verdict, ms: Math.round(milliseconds), ...numbers });
      destination.end();
    },
  };
}
