import { ModelError, type ModelFailure } from '../../errors.ts';
import { openModel, type ReadyModel } from '../../model/open-model.ts';
import { summariseCosts } from '../costs/costs.ts';
import { bookCosts } from '../costs/month-costs.ts';
import type { TaskContext, TaskOutcome } from './task.ts';
import { workerObserver } from './worker-observer.ts';

interface Request {
  readonly root: string;
  readonly maxCost?: number | undefined;
  readonly maxTokens?: number | undefined;
}

/**
 * Calls `use` with the models that the environment describes, and books what they cost.
 * @param withoutModel the result where none is configured
 */
export async function withModel<Result>(
  { root, maxCost, maxTokens }: Request,
  { env, say }: TaskContext,
  withoutModel: (reason: string) => Result,
  use: (model: ReadyModel) => Promise<Result>,
): Promise<TaskOutcome<Result>> {
  const onWarning = () => {};
  const opened = openModel({ maxCost, maxTokens }, env, onWarning);
  if (opened.kind === 'none') return { result: withoutModel(opened.reason) };
  opened.ledger.listen(workerObserver(say).call);
  const result = await bookCosts(root, opened, { env, onWarning }, () => use(opened));
  return { result, costs: summariseCosts(opened.ledger, new Map()) };
}

/**
 * Why the models came to no result. The message of the error is left out: it may name servers of the
 * operator, and the result is public.
 * @throws what was thrown, where it was neither a model nor the time
 */
export function modelFailureOf(thrown: unknown, signal: AbortSignal): ModelFailure | 'time' {
  if (thrown instanceof ModelError) return thrown.failure;
  if (signal.aborted) return 'time';
  throw thrown;
}
