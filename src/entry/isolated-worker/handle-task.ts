import { join } from 'node:path';
import { z } from 'zod';
import { FileMemory } from '../../agent/memory/memory-store.ts';
import { ModelError, messageOf } from '../../errors.ts';
import {
  type FindingTaskRequest,
  findingTaskSchema,
  RESULT_FILE,
} from '../../github/isolated-worker/finding-task.ts';
import {
  type MigrationTask,
  migrationTaskSchema,
} from '../../github/isolated-worker/migration-task.ts';
import { MAX_NOTE_CHARACTERS, type WorkerMessage } from '../../github/isolated-worker/protocol.ts';
import { type RepairTask, repairTaskSchema } from '../../github/isolated-worker/repair-task.ts';
import { openModel, type ReadyModel } from '../../model/open-model.ts';
import { draftFix } from '../../security/fix/draft-fix.ts';
import { draftAnswer } from '../../security/question/draft-answer.ts';
import { scan } from '../../security/scan/scan.ts';
import { writeFileAtomically } from '../../workspace/files/atomic-file.ts';
import { findSandbox } from '../../workspace/sandbox/find-sandbox.ts';
import { openStateFolder } from '../../workspace/state/state-folder.ts';
import { rustToolchain } from '../../workspace/toolchain/rust-toolchain.ts';
import { type Costs, NO_COSTS, summariseCosts } from '../costs/costs.ts';
import { bookCosts } from '../costs/month-costs.ts';
import { openScan } from '../review/open-scan.ts';
import { REPORT_DEFAULTS, scanOptions } from '../review/review-options.ts';
import { linkFunctions } from './link-functions.ts';
import { migrateFunctions } from './migrate-functions.ts';
import { repairFunction } from './repair-function.ts';
import { surveyProject } from './survey-project.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** What one agent may use up. Time is what the task allows. */
const LIMITS = { turns: 40, tokens: 600_000 };

/** Whether a request to the reader is a task, and no review. */
export function isTask(line: string): boolean {
  try {
    return z.object({ task: z.string() }).safeParse(JSON.parse(line)).success;
  } catch {
    return false;
  }
}

/**
 * Does the task of a request, and leaves what came of it in its folder.
 * @param line the request, as JSON
 * @param say hears what is being done
 * @returns the last message: done, or why not
 */
export async function handleTask(
  line: string,
  env: Environment,
  say: (message: WorkerMessage) => void,
): Promise<WorkerMessage> {
  try {
    const started = Date.now();
    const task = taskSchema.parse(JSON.parse(line));
    if (task.task === 'survey' || task.task === 'migrate' || task.task === 'link')
      return await handleMigrationTask(task, env, started, say);
    const { maxCost, maxTokens, outputFolder, root } = task;
    const onWarning = () => {};
    const opened = openModel({ maxCost, maxTokens }, env, onWarning);
    const result =
      opened.kind === 'none'
        ? withoutModel(task, opened.reason)
        : await bookCosts<object>(root, opened, { env, onWarning }, () =>
            task.task === 'mend'
              ? repairFunction(task, opened, env)
              : handleAgentTask(task, opened, env),
          );
    writeFileAtomically(join(outputFolder, RESULT_FILE), JSON.stringify(result));
    const costs = opened.kind === 'none' ? NO_COSTS : summariseCosts(opened.ledger, new Map());
    const { dollars, calls, unpriced } = costs;
    const seconds = (Date.now() - started) / 1000;
    return { kind: 'done', seconds, costs: { dollars, calls, unpriced }, warnings: [] };
  } catch (thrown) {
    return { kind: 'failed', message: messageOf(thrown).slice(0, 2000) };
  }
}

const taskSchema = z.union([findingTaskSchema, migrationTaskSchema, repairTaskSchema]);

async function handleMigrationTask(
  task: MigrationTask,
  env: Environment,
  started: number,
  say: (message: WorkerMessage) => void,
): Promise<WorkerMessage> {
  let costs: Pick<Costs, 'dollars' | 'calls' | 'unpriced'> = NO_COSTS;
  const result = await performMigrationTask();
  writeFileAtomically(join(task.outputFolder, RESULT_FILE), JSON.stringify(result));
  const seconds = (Date.now() - started) / 1000;
  const { dollars, calls, unpriced } = costs;
  return { kind: 'done', seconds, costs: { dollars, calls, unpriced }, warnings: [] };

  async function performMigrationTask(): Promise<object> {
    switch (task.task) {
      case 'survey':
        return await surveyProject(task, env, AbortSignal.timeout(task.maxMinutes * 60_000));
      case 'link':
        return await linkFunctions(task, env);
      case 'migrate':
        return await migrateFunctions(task, env, {
          onNote: (text) =>
            say({ kind: 'note', text: text.slice(0, MAX_NOTE_CHARACTERS).toWellFormed() }),
          onCosts: (spent) => {
            costs = spent;
          },
        });
    }
  }
}

const FAILURE_TEXTS = {
  unavailable: 'none could be reached',
  timeout: 'none answered in time',
  budget: 'the limit on cost or tokens was reached',
  window: 'the code in question is too long for it',
  answer: 'what it answered made no sense',
  replay: 'the recording has no answer',
  time: 'the time was up',
} as const;

function withoutModel({ task }: FindingTaskRequest | RepairTask, reason: string): object {
  if (task === 'mend') {
    return { kind: 'not tried', reason: `There is no language model: ${reason}.` };
  }
  if (task === 'answer') return { kind: 'no model' };
  return {
    kind: 'none',
    reason: `A fix takes a language model, and this App has none (${reason}). Whoever runs it can configure one.`,
  };
}

async function handleAgentTask(
  task: FindingTaskRequest,
  { model, costOf, redact }: ReadyModel,
  env: Environment,
): Promise<object> {
  const options = {
    ...{ ...REPORT_DEFAULTS, exclude: task.exclude, cacheDir: task.cacheFolder },
    gitignore: false,
  };
  const { deps } = await openScan(task.root, options);
  const image = env['RUSTWARD_SANDBOX_IMAGE'] || undefined;
  const seconds = task.maxMinutes * 60;
  const agent = {
    ...{ model, costOf, grammars: deps.grammars, limits: { ...LIMITS, seconds } },
    sandbox: await findSandbox({ image, path: env['PATH'] }),
    signal: AbortSignal.timeout(seconds * 1000),
  };
  const scanned = (folder: string) => scan(scanOptions(folder, options), deps);
  try {
    if (task.task === 'fix') {
      return await draftFix(task.root, task.finding, {
        ...{ ...agent, scan: scanned, rustToolchain: rustToolchain(env['PATH']) },
      });
    }
    const memory = new FileMemory(`${openStateFolder(task.stateFolder, 'memory')}/records.jsonl`);
    const outcome = await scanned(task.root);
    const text = await draftAnswer(outcome, task.finding, task.thread, { ...agent, memory });
    return { kind: 'answered', text: redact(text) };
  } catch (thrown) {
    if (!(thrown instanceof ModelError) && !agent.signal.aborted) throw thrown;
    // The message may name servers that are nobody's concern.
    const why = thrown instanceof ModelError ? thrown.failure : 'time';
    return { kind: 'none', reason: `No model came to a result: ${FAILURE_TEXTS[why]}.` };
  }
}
