import type { Grammars } from '../code/grammar.ts';
import { messageOf } from '../errors.ts';
import type { RuleDescription } from '../rules/rule.ts';
import { byBytes } from '../workspace/byte-order.ts';
import type { Skip } from '../workspace/skip.ts';
import {
  findSourceFiles,
  type SourceFileOptions,
  type SourceFiles,
} from '../workspace/source-files.ts';
import { TEXT_LIMITS, type TextLimits } from '../workspace/source-text.ts';
import { type TaskOutcome, WorkerPool } from '../workspace/worker-pool.ts';
import type { Candidate } from './candidate.ts';
import type { AnalyseFile, ExaminedFile } from './examine-file.ts';
import { examineProject, type TaskRunner } from './examine-project.ts';
import { type ScanTask, type ScanTaskResult, type SurveyFile, taskPerformer } from './scan-task.ts';

export interface ScanOptions {
  /** A folder or one source file. */
  readonly path: string;
  readonly select?: SourceFileOptions;
  readonly limits?: TextLimits;
  /** Worker threads; 0 examines everything in this thread. */
  readonly threads: number;
  /** How long one file may take, in milliseconds. */
  readonly timeLimit?: number;
  /** How far the heap of one thread may grow, in megabytes. */
  readonly heapLimit?: number;
}

export interface ScanDeps {
  readonly rules: readonly RuleDescription[];
  readonly grammars: Grammars;
  readonly analyse: AnalyseFile;
  readonly survey: SurveyFile;
  /** A module that examines files with these rules and this analysis in a thread. */
  readonly workerScript: URL;
  /** Hears how many files are done. */
  readonly onProgress?: (done: number, total: number) => void;
}

/** What a scan found: the same for the same tree, however many threads took part. */
export interface ScanOutcome {
  /** The folder that paths are relative to: absolute, links resolved. */
  readonly root: string;
  /** Whether one file was named rather than a folder. */
  readonly single: boolean;
  /** Numbered from 1, by file, line, column and rule. */
  readonly candidates: readonly Candidate[];
  /** Every file that was listed, in the order of paths. */
  readonly files: readonly ExaminedFile[];
  /** What was not examined, or not as it is, by path. */
  readonly skips: readonly Skip[];
}

const TIME_LIMIT = 120_000;
const HEAP_LIMIT = 2048;

/** Below these, starting threads would take longer than the work. */
const FEW_FILES = 8;
const FEW_BYTES = 200_000;

/**
 * Proposes defects in the sources at a path, with no model and no network.
 * @throws UsageError when the path cannot be listed
 */
export async function scan(options: ScanOptions, deps: ScanDeps): Promise<ScanOutcome> {
  const found = findSourceFiles(options.path, options.select);
  const bytes = found.files.reduce((sum, file) => sum + file.bytes, 0);
  const few = found.files.length <= FEW_FILES && bytes <= FEW_BYTES;
  const runner =
    options.threads === 0 || few
      ? runHere(found, options, deps)
      : runInThreads(found, options, deps);
  let files: ExaminedFile[];
  try {
    files = await examineProject(found.files, runner, deps.onProgress);
  } finally {
    await runner.close();
  }
  const drafts = files.flatMap((file) => file.drafts);
  return {
    root: found.root,
    single: found.single,
    candidates: drafts.map((draft, index) => ({ gid: index + 1, ...draft })),
    files,
    skips: [...found.skipped, ...files.flatMap(skipsOf)].sort((left, right) =>
      byBytes(left.file, right.file),
    ),
  };
}

function runHere(found: SourceFiles, options: ScanOptions, deps: ScanDeps): TaskRunner {
  const perform = taskPerformer({
    root: found.root,
    limits: options.limits ?? TEXT_LIMITS,
    grammars: deps.grammars,
    rules: new Map(deps.rules.map((rule) => [rule.id, rule])),
    analyse: deps.analyse,
    survey: deps.survey,
  });
  return {
    async run(tasks, onDone) {
      const outcomes: TaskOutcome<ScanTaskResult>[] = [];
      for (const { task } of tasks) {
        const outcome = await perform(task).then(
          (result) => ({ result }),
          (thrown) => ({ error: messageOf(thrown) }),
        );
        outcomes.push(outcome);
        onDone(outcomes.length);
      }
      return outcomes;
    },
    close: () => Promise.resolve(),
  };
}

function runInThreads(found: SourceFiles, options: ScanOptions, deps: ScanDeps): TaskRunner {
  return new WorkerPool<ScanTask, ScanTaskResult>({
    script: deps.workerScript,
    data: { root: found.root, limits: options.limits ?? TEXT_LIMITS },
    threads: options.threads,
    timeLimit: options.timeLimit ?? TIME_LIMIT,
    heapLimit: options.heapLimit ?? HEAP_LIMIT,
  });
}

function skipsOf(file: ExaminedFile): readonly Skip[] {
  if (!file.replaced) return file.skips;
  const reason = 'is not UTF-8; the bytes in question were replaced';
  return [...file.skips, { file: file.file, reason, failed: false }];
}
