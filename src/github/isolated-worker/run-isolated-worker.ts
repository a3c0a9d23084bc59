import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { IncompleteError } from '../../errors.ts';
import { formatZodError } from '../../format-zod-error.ts';
import { ISOLATED_WORKER } from '../../workspace/own-files.ts';
import { startLineProcess } from '../../workspace/process/line-process.ts';
import { parseJson } from './parse-json.ts';
import {
  type WorkerRequest,
  type WorkerRequestFor,
  type WorkerTask,
  type WorkerUsage,
  workerMessageSchema,
} from './protocol.ts';
import { WORKER_RESULTS, type WorkerResults } from './results.ts';
import type { WorkerWatch } from './worker-watch.ts';

const MAX_LINE_BYTES = 1_000_000;

/** How much longer than it was told the isolated worker may take to end. */
const GRACE_MINUTES = 5;

export interface IsolatedWorkerOptions {
  /** All of its environment, see `isolatedWorkerEnvironment`. */
  readonly env: Readonly<Record<string, string>>;
  /** Ends the isolated worker, with all that it has started. */
  readonly signal: AbortSignal;
  readonly onProgress?: ((stage: string, done: number, total: number) => void) | undefined;
  /** Hears what is being done, on one line of untrusted text. */
  readonly onNote?: (text: string) => void;
  /** Hears of calls of models and tools. */
  readonly watch?: Pick<WorkerWatch, 'call' | 'tool'> | undefined;
  /** Another program than our own isolated worker, for tests. */
  readonly command?: readonly [string, ...string[]] | undefined;
}

/** What came of a task, and what it took. */
export interface WorkerOutcome<Task extends WorkerTask> extends WorkerUsage {
  readonly result: WorkerResults[Task];
}

/** What the App is told of memory and of compilers counts for its workers, too. */
const INHERITED = /^--(?:max-old-space-size|(?:max|min)-semi-space-size|liftoff-only)/;

/**
 * Has a process of its own, which holds no token, do a task, and loads the result. It handles untrusted
 * text: each message and the result is parsed before it is used.
 * @throws IncompleteError when it gives no result, and the signal's reason when it was aborted
 */
export async function runInIsolatedWorker<Task extends WorkerTask>(
  request: WorkerRequestFor<Task>,
  options: IsolatedWorkerOptions,
): Promise<WorkerOutcome<Task>> {
  const usage = await runProcess(request, options);
  return { ...usage, result: loadResult<Task>(request.task, request.outputFolder) };
}

async function runProcess(
  request: WorkerRequest,
  {
    env,
    signal,
    onProgress,
    onNote,
    watch,
    command = isolatedWorkerCommand(),
  }: IsolatedWorkerOptions,
): Promise<WorkerUsage> {
  signal.throwIfAborted();
  return await new Promise<WorkerUsage>((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      worker.close();
    };
    // Settled before it is closed, which it says as well.
    const fail = (message: string) => {
      reject(new IncompleteError(message));
      end();
    };
    const worker = startLineProcess({
      ...{ command, env, errors: 'inherit', maxLineBytes: MAX_LINE_BYTES },
      onLine(line) {
        const message = workerMessageSchema.safeParse(parseJson(line)).data;
        if (message === undefined) fail('the isolated worker wrote a line that is no message');
        else if (message.kind === 'failed') fail(message.message);
        else if (message.kind === 'progress') {
          onProgress?.(message.stage, message.done, message.total);
        } else if (message.kind === 'note') onNote?.(message.text);
        else if (message.kind === 'call') {
          const { kind: _, role, cost, ...call } = message;
          watch?.call({ ...call, conversation: { role }, cost: cost ?? undefined });
        } else if (message.kind === 'tool') watch?.tool(message);
        else {
          const { seconds, costs, warnings } = message;
          resolve({ seconds, costs, warnings });
          end();
        }
      },
      onEnd: (reason) => fail(`the isolated worker gave no result: ${reason}`),
    });
    const minutes = request.maxMinutes + GRACE_MINUTES;
    const timer = setTimeout(
      () => fail(`the isolated worker was stopped: it took more than ${minutes} minutes`),
      minutes * 60_000,
    );
    const stop = () => {
      reject(signal.reason);
      end();
    };
    signal.addEventListener('abort', stop, { once: true });
    worker.send(JSON.stringify(request));
  });
}

function isolatedWorkerCommand(): [string, ...string[]] {
  const inherited = process.execArgv.filter((option) => INHERITED.test(option));
  return [
    ...([process.execPath, '--disable-warning=ExperimentalWarning'] as const),
    ...[...inherited, ...ISOLATED_WORKER],
  ];
}

/** @throws IncompleteError when it is missing, too large, or of another form */
function loadResult<Task extends WorkerTask>(task: Task, folder: string): WorkerResults[Task] {
  const { name, maxBytes, schema } = WORKER_RESULTS[task];
  const path = join(folder, name);
  const bytes = statSync(path, { throwIfNoEntry: false })?.size;
  if (bytes === undefined) throw new IncompleteError(`the isolated worker left no ${name}`);
  if (bytes > maxBytes) {
    throw new IncompleteError(
      `the ${name} of the isolated worker has ${bytes} bytes, more than ${maxBytes}`,
    );
  }
  const value = parseJson(readFileSync(path, 'utf8'));
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const problem = value === undefined ? 'it is no JSON' : formatZodError(parsed.error);
  throw new IncompleteError(`the ${name} of the isolated worker is wrong: ${problem}`);
}
