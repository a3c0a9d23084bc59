import { mkdirSync } from 'node:fs';
import { webSearchTools } from '../../agent/tools/web-search.ts';
import type { Answer } from '../../github/isolated-worker/answer.ts';
import { operatorRules } from '../../github/isolated-worker/operator-extensions.ts';
import type { WorkerRequestFor } from '../../github/isolated-worker/protocol.ts';
import type { ReadyModel } from '../../model/open-model.ts';
import { draftFix } from '../../security/fix/draft-fix.ts';
import type { FixPlan } from '../../security/fix/fix-plan.ts';
import { draftAnswer } from '../../security/question/draft-answer.ts';
import { openFindingAgent } from '../fix/open-finding-agent.ts';
import { openMemory } from '../memory/open-memory.ts';
import { REPORT_DEFAULTS } from '../review/review-options.ts';
import type { TaskContext, TaskOutcome } from './task.ts';
import { modelFailureOf, withModel } from './with-model.ts';
import { workerObserver } from './worker-observer.ts';

type FindingRequest = WorkerRequestFor<'fix'> | WorkerRequestFor<'answer'>;

const FAILURE_TEXTS = {
  unavailable: 'none could be reached',
  timeout: 'none answered in time',
  budget: 'the limit on cost or tokens was reached',
  window: 'the code in question is too long for it',
  answer: 'what it answered made no sense',
  replay: 'the recording has no answer',
  time: 'the time was up',
} as const;

/** Has an agent fix a finding in a copy of the tree. */
export async function fixFinding(
  request: WorkerRequestFor<'fix'>,
  context: TaskContext,
): Promise<TaskOutcome<FixPlan>> {
  return await withModel<FixPlan>(
    request,
    context,
    (reason) => ({
      kind: 'none',
      reason: `A fix takes a language model, and this App has none (${reason}). Its operator can configure one.`,
    }),
    async (model) => {
      const agent = await openAgent(request, model, context);
      try {
        return await draftFix(request.root, request.finding, agent);
      } catch (thrown) {
        return noResult(thrown, context);
      }
    },
  );
}

/** Has an agent answer the last message of a thread about a finding. */
export async function answerQuestion(
  request: WorkerRequestFor<'answer'>,
  context: TaskContext,
): Promise<TaskOutcome<Answer>> {
  return await withModel<Answer>(
    request,
    context,
    () => ({ kind: 'no model' }),
    async (model) => {
      const agent = await openAgent(request, model, context);
      try {
        mkdirSync(request.stateFolder, { recursive: true, mode: 0o700 });
        const places = { folder: request.stateFolder, scope: request.memory };
        const { store: memory } = openMemory(places, context.env);
        const outcome = await agent.scan(request.root);
        const searching = webSearchTools(model.configuration?.webSearch, model.redact);
        const asked = { ...agent, memory, searching, redact: model.redact };
        const text = await draftAnswer(outcome, request.finding, request.thread, asked);
        return { kind: 'answered', text: model.redact(text) };
      } catch (thrown) {
        return noResult(thrown, context);
      }
    },
  );
}

function openAgent(
  { root, exclude, build, notes, cacheFolder, maxMinutes }: FindingRequest,
  model: ReadyModel,
  { env, signal, say }: TaskContext,
) {
  const options = {
    ...{ ...REPORT_DEFAULTS, ...build, exclude, cacheDir: cacheFolder, gitignore: false },
    rules: operatorRules(env),
  };
  const listeners = [workerObserver(say).agent];
  return openFindingAgent(root, model, {
    options,
    maxMinutes,
    env,
    signal,
    listeners,
    notes: notes?.text,
  });
}

/** @throws what was thrown, where it was neither a model nor the time */
function noResult(thrown: unknown, { signal }: TaskContext) {
  const why = FAILURE_TEXTS[modelFailureOf(thrown, signal)];
  return { kind: 'none' as const, reason: `No model came to a result: ${why}.` };
}
