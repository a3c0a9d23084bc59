import type { Grammars } from '../code/grammar.ts';
import type { RuleDescription } from '../rules/rule.ts';
import { byBytes } from '../workspace/byte-order.ts';
import type { Skip } from '../workspace/skip.ts';
import {
  findSourceFiles,
  type SourceFile,
  type SourceFileOptions,
} from '../workspace/source-files.ts';
import { TEXT_LIMITS, type TextLimits } from '../workspace/source-text.ts';
import { WorkerPool } from '../workspace/worker-pool.ts';
import type { Candidate } from './candidate.ts';
import {
  type AnalyseFile,
  type ExaminedFile,
  examineFile,
  failedAnalysis,
  unexamined,
} from './examine-file.ts';

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

const TIME_LIMIT = 60_000;
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
  const examine = options.threads === 0 || few ? examineHere : examineInThreads;
  const files = await examine(found.root, found.files, options, deps);
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

async function examineHere(
  root: string,
  files: readonly SourceFile[],
  options: ScanOptions,
  deps: ScanDeps,
): Promise<ExaminedFile[]> {
  const rules = new Map(deps.rules.map((rule) => [rule.id, rule]));
  const limits = options.limits ?? TEXT_LIMITS;
  const examined: ExaminedFile[] = [];
  for (const { path } of files) {
    const { grammars, analyse } = deps;
    examined.push(
      await examineFile(path, { root, limits, grammars, rules, analyse }).catch((thrown) =>
        failedAnalysis(path, thrown),
      ),
    );
    deps.onProgress?.(examined.length, files.length);
  }
  return examined;
}

async function examineInThreads(
  root: string,
  files: readonly SourceFile[],
  options: ScanOptions,
  deps: ScanDeps,
): Promise<ExaminedFile[]> {
  const pool = new WorkerPool<string, ExaminedFile>({
    script: deps.workerScript,
    data: { root, limits: options.limits ?? TEXT_LIMITS },
    threads: options.threads,
    timeLimit: options.timeLimit ?? TIME_LIMIT,
    heapLimit: options.heapLimit ?? HEAP_LIMIT,
  });
  try {
    const tasks = files.map(({ path, bytes }) => ({ task: path, weight: bytes }));
    const outcomes = await pool.run(tasks, (done) => deps.onProgress?.(done, files.length));
    return outcomes.map((outcome, index) => {
      const file = files[index]?.path ?? '';
      if ('result' in outcome) return outcome.result;
      return unexamined({ file, reason: `the analysis failed: ${outcome.error}`, failed: true });
    });
  } finally {
    await pool.close();
  }
}

function skipsOf(file: ExaminedFile): readonly Skip[] {
  if (!file.replaced) return file.skips;
  const reason = 'is not UTF-8; the bytes in question were replaced';
  return [...file.skips, { file: file.file, reason, failed: false }];
}
