import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { IncompleteError } from '../../errors.ts';
import { formatZodError } from '../../format-zod-error.ts';
import type { Report } from '../../security/report/report.ts';
import { reportSchema } from '../../security/report/report-schema.ts';
import { ISOLATED_WORKER } from '../../workspace/own-files.ts';
import { startLineProcess } from '../../workspace/process/line-process.ts';
import {
  WORKER_FILES,
  type WorkerResult,
  type WorkerReviewRequest,
  workerMessageSchema,
} from './protocol.ts';

const MAX_LINE_BYTES = 1_000_000;
const MAX_REPORT_BYTES = 256 * 1024 * 1024;

/** How long a reader may take over what it was told, to come to its end. */
const GRACE_MINUTES = 5;

export interface IsolatedWorkerOptions {
  /** All of its environment, see `isolatedWorkerEnvironment`. */
  readonly env: Readonly<Record<string, string>>;
  /** Ends the reader, with all that it has started. */
  readonly signal: AbortSignal;
  readonly onProgress: (stage: string, done: number, total: number) => void;
  /** Hears what is being done, on one line of untrusted text. */
  readonly onNote?: (text: string) => void;
  /** Another program than our own reader, for tests. */
  readonly command?: readonly [string, ...string[]];
}

const reportText = z
  .string()
  .transform((text, context) => {
    try {
      const value: unknown = JSON.parse(text);
      return value;
    } catch {
      context.addIssue('it is no JSON');
      return z.NEVER;
    }
  })
  .pipe(reportSchema);

/** A change that was read: what was found, and what that took. */
export interface ReviewedChange extends WorkerResult {
  readonly report: Report;
}

/**
 * Has a process of its own review a change. Nothing that it says is believed before it is parsed.
 * @throws IncompleteError when it gives no report, and the signal's reason when it was aborted
 */
export async function reviewInIsolatedWorker(
  request: WorkerReviewRequest,
  options: IsolatedWorkerOptions,
): Promise<ReviewedChange> {
  const result = await runIsolatedWorker(request, options);
  return { ...result, report: loadReport(request.outputFolder) };
}

/**
 * Tells a process of its own what to read, and waits until it has done so.
 * @throws IncompleteError when it does not, and the signal's reason when it was aborted
 */
export async function runIsolatedWorker(
  request: { readonly maxMinutes: number },
  { env, signal, onProgress, onNote, command = isolatedWorkerCommand() }: IsolatedWorkerOptions,
): Promise<WorkerResult> {
  signal.throwIfAborted();
  return await new Promise<WorkerResult>((resolve, reject) => {
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
        const message = parseMessage(line);
        if (message === undefined) fail('the reader said something that makes no sense');
        else if (message.kind === 'failed') fail(message.message);
        else if (message.kind === 'progress') {
          onProgress(message.stage, message.done, message.total);
        } else if (message.kind === 'note') onNote?.(message.text);
        else {
          resolve(message);
          end();
        }
      },
      onEnd: (reason) => fail(`the reader gave no result: ${reason}`),
    });
    const minutes = request.maxMinutes + GRACE_MINUTES;
    const timer = setTimeout(
      () => fail(`the reader was stopped: it took more than ${minutes} minutes`),
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
  return [process.execPath, '--disable-warning=ExperimentalWarning', ...ISOLATED_WORKER];
}

function parseMessage(line: string) {
  try {
    return workerMessageSchema.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}

function loadReport(folder: string): Report {
  const path = join(folder, WORKER_FILES.report);
  const bytes = statSync(path, { throwIfNoEntry: false })?.size;
  if (bytes === undefined) throw new IncompleteError('the reader left no report');
  if (bytes > MAX_REPORT_BYTES) {
    throw new IncompleteError(`the report has ${bytes} bytes, more than ${MAX_REPORT_BYTES}`);
  }
  const parsed = reportText.safeParse(readFileSync(path, 'utf8'));
  if (parsed.success) return parsed.data;
  throw new IncompleteError(`the report of the reader is wrong: ${formatZodError(parsed.error)}`);
}
