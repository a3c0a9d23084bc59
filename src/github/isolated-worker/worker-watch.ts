import type { MeteredCall } from '../../model/cost/ledger.ts';
import type { ReviewNumbers } from '../../security/report/review-numbers.ts';

/** Hears, in numbers and names, what is done for a command. Nothing that it does changes the command. */
export interface WorkerWatch {
  /** A call of a model has ended. */
  call(call: MeteredCall): void;
  /** A call of a tool by an agent has ended; the name is missing where it is no tool's. */
  tool(tool: WatchedTool): void;
  /** A change was reviewed. */
  reviewed(numbers: ReviewNumbers, milliseconds: number): void;
  /** A person has settled a finding of a rule, or opened it again. */
  decided(rule: string, decision: string): void;
}

interface WatchedTool {
  readonly tool?: string | undefined;
  readonly ok: boolean;
  readonly milliseconds: number;
}
