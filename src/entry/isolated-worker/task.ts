import type {
  WorkerMessage,
  WorkerRequestFor,
  WorkerTask,
} from '../../github/isolated-worker/protocol.ts';
import type { WorkerResults } from '../../github/isolated-worker/results.ts';
import type { ProcessEnvironment } from '../../workspace/process/process-environment.ts';
import type { Costs } from '../costs/costs.ts';

/** What a task may use besides its request. */
export interface TaskContext {
  readonly env: ProcessEnvironment;
  /** Aborted when the time of the request is up. */
  readonly signal: AbortSignal;
  /** Tells the process that waits for the result how far it is. */
  readonly say: (message: WorkerMessage) => void;
}

/** What came of a task. */
export interface TaskOutcome<Result> {
  readonly result: Result;
  /** The result as text, where that is not plain JSON. */
  readonly text?: string;
  /** None where no model was asked. */
  readonly costs?: Pick<Costs, 'dollars' | 'calls' | 'unpriced'>;
  readonly warnings?: readonly string[];
}

/** Does one kind of task. */
export type TaskFunction<Task extends WorkerTask> = (
  request: WorkerRequestFor<Task>,
  context: TaskContext,
) => Promise<TaskOutcome<WorkerResults[Task]>>;
