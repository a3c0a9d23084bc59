import type { AgentEvent } from '../agent/agent-events.ts';
import type { EndedCall } from '../model/cost/ledger.ts';
import type { Redact } from '../model/redaction/redact.ts';

/** What came of a review, in numbers. */
export interface ReviewSummary {
  /** `failed`: it ended by an error. */
  readonly verdict: 'clean' | 'findings' | 'inconclusive' | 'failed';
  /** Findings by severity. */
  readonly findings: ReadonlyMap<string, number>;
  /** Candidates by what models found out about them; `none` where none was asked. */
  readonly triageResults: ReadonlyMap<string, number>;
  /** Candidates by rule and by what became of them; none where it failed. */
  readonly outcomes: readonly {
    readonly rule: string;
    readonly outcome: string;
    readonly count: number;
  }[];
}

/** What came of a migration, in numbers. */
interface MigrationSummary {
  /** `blocked`: a function is, or a gate failed; `stopped`: it ended before all was tried. */
  readonly verdict: 'done' | 'blocked' | 'stopped' | 'failed';
  /** Functions by what became of them. */
  readonly functions: ReadonlyMap<string, number>;
}

/** What came of a run. */
export type RunSummary = ReviewSummary | MigrationSummary;

/** How a step of a migration has ended that was tried. */
interface EndedStep {
  /** Its functions. */
  readonly name: string;
  readonly outcome: string;
  readonly milliseconds: number;
}

/** Watches a run from outside. Nothing that it does, or fails to do, changes the run. */
export interface RunObserver {
  /** Hears how far a stage is; 0 done is its beginning. */
  stage(stage: string, done: number, total: number): void;
  agent(event: AgentEvent): void;
  call(call: EndedCall): void;
  /** Hears of a step of a migration. */
  step(step: EndedStep): void;
  end(summary: RunSummary, milliseconds: number): void;
}

/** Several observers as one. What one of them throws neither the run nor the others notice. */
export function allObservers(observers: readonly RunObserver[]): RunObserver {
  const notify = (what: (observer: RunObserver) => void) => {
    for (const observer of observers) {
      try {
        what(observer);
      } catch {
        // To watch is not worth a run.
      }
    }
  };
  return {
    stage: (stage, done, total) => notify((observer) => observer.stage(stage, done, total)),
    agent: (event) => notify((observer) => observer.agent(event)),
    call: (call) => notify((observer) => observer.call(call)),
    step: (step) => notify((observer) => observer.step(step)),
    end: (summary, milliseconds) => notify((observer) => observer.end(summary, milliseconds)),
  };
}

/** An observer that hears of subjects, which hold names of files, without secrets. */
export function redactedObserver(observer: RunObserver, redact: Redact): RunObserver {
  return {
    stage: observer.stage,
    end: observer.end,
    step: (step) => observer.step({ ...step, name: redact(step.name) }),
    agent: (event) =>
      observer.agent('subject' in event ? { ...event, subject: redact(event.subject) } : event),
    call: ({ failure: _text, ...call }) => {
      const subject = redact(call.conversation.subject);
      observer.call({ ...call, conversation: { ...call.conversation, subject } });
    },
  };
}
