import { GitPluginError, type SimpleGit, simpleGit } from 'simple-git';
import { IncompleteError, messageOf, UsageError } from '../../errors.ts';
import { ALLOWED_UNSAFE, type GitSetting, gitEnvironment } from './git-environment.ts';

export interface GitResult<Output> {
  readonly status: number;
  readonly stdout: Output;
  readonly stderr: string;
}

/** When git is stopped. */
interface Limits {
  /** Of both streams together. */
  readonly bytes: number;
  readonly milliseconds: number;
}

/** The bytes stay below the longest string of the runtime. */
const LIMITS: Limits = { bytes: 500 * 1024 * 1024, milliseconds: 120_000 };

/**
 * Runs git in a folder with an argument vector, no shell and a hardened configuration.
 * @param overrides further settings, such as those that switch the repository's own filters off.
 * @param index the file with the index, where that is not the repository's own
 * @throws IncompleteError when git is missing, hangs, or prints beyond all measure.
 * @throws UsageError when an override is named like a setting that starts a program.
 */
export function runGit(
  folder: string,
  args: readonly string[],
  overrides: readonly GitSetting[] = [],
  limits: Limits = LIMITS,
  index?: string,
): Promise<GitResult<string>> {
  const invocation = { folder, overrides, limits, index };
  return run(invocation, args[0] ?? '', (git) => git.raw(['--no-pager', ...args]));
}

/**
 * Runs git as `runGit` does, where any status but 0 is an error.
 * @returns what git printed
 * @throws UsageError with the command, the folder and the first line of what git said
 */
export async function runGitOrThrow(
  folder: string,
  args: readonly string[],
  overrides: readonly GitSetting[] = [],
  index?: string,
): Promise<string> {
  const result = await runGit(folder, args, overrides, LIMITS, index);
  return outputOrThrow(result, gitFailure(folder, args[0] ?? ''));
}

/**
 * The output of a git that ended with status 0.
 * @param failure makes the error from the first line that git said, or from its status
 */
export function outputOrThrow<Output>(
  { status, stdout, stderr }: GitResult<Output>,
  failure: (reason: string) => Error,
): Output {
  if (status === 0) return stdout;
  const [first] = stderr.trim().split('\n');
  throw failure(first || `status ${status}`);
}

/** The error of a command that git refused in a folder, for `outputOrThrow`. */
export function gitFailure(folder: string, command: string): (reason: string) => UsageError {
  return (reason) => new UsageError(`git ${command} failed in ${folder}: ${reason}`);
}

/**
 * What `git cat-file --batch` prints for the lines of `input`: bytes, as contents need not be
 * text. With `--batch-check` sizes alone. Runs and throws as `runGit` does.
 */
export function runGitCatFile(
  folder: string,
  input: string,
  overrides: readonly GitSetting[],
  mode: '--batch' | '--batch-check' = '--batch',
): Promise<GitResult<Buffer>> {
  return run({ folder, overrides, limits: LIMITS, input }, 'cat-file', async (git) => {
    const output: unknown = await git.binaryCatFile([mode]);
    return Buffer.isBuffer(output) ? output : Buffer.alloc(0);
  });
}

interface Invocation {
  readonly folder: string;
  readonly overrides: readonly GitSetting[];
  readonly limits: Limits;
  readonly input?: string;
  readonly index?: string | undefined;
}

/** Runs one command in an instance of its own, since limits are set for an instance. */
async function run<Output>(
  { folder, overrides, limits, input, index }: Invocation,
  command: string,
  task: (git: SimpleGit) => Promise<Output>,
): Promise<GitResult<Output>> {
  const env = {
    ...gitEnvironment(overrides),
    ...(index === undefined ? {} : { GIT_INDEX_FILE: index }),
  };
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort('too slow'), limits.milliseconds);
  // Below 0 when git never started, null when a signal ended it.
  let status: number | null = -1;
  let [stderr, length] = ['', 0];
  const measure = (chunk: Buffer) => {
    length += chunk.length;
    if (length > limits.bytes) stop.abort('too much output');
  };
  try {
    const git = simpleGit({
      baseDir: folder,
      allowEnvironment: Object.keys(env),
      unsafe: ALLOWED_UNSAFE,
      abort: stop.signal,
      // After `exit` alone the last of the output may still be on its way.
      completion: { onClose: true, onExit: false },
      ...(input === undefined ? {} : { input: () => input }),
      // No status is an error here: some are answers, and the caller knows which.
      errors(_error, result) {
        status = result.exitCode;
        stderr = Buffer.concat(result.stdErr).toString();
        return undefined;
      },
    });
    git.env(env).outputHandler((_command, out, err) => {
      out.on('data', measure);
      err.on('data', measure);
    });
    const stdout = await task(git);
    if (status !== null && status >= 0 && !stop.signal.aborted) return { status, stdout, stderr };
  } catch (thrown) {
    if (thrown instanceof GitPluginError && thrown.plugin === 'unsafe') {
      const advice = 'give it another name in the configuration of the repository';
      throw new UsageError(
        `a filter of ${folder} is named like a program that git runs: ${advice}`,
      );
    }
    if (!stop.signal.aborted) stderr = messageOf(thrown);
  } finally {
    clearTimeout(timer);
  }
  if (stop.signal.aborted) {
    throw new IncompleteError(`git ${command} was stopped: ${stop.signal.reason}`);
  }
  if (/spawn git ENOENT/.test(stderr)) {
    throw new IncompleteError('git is not installed, or not on the PATH');
  }
  const [first] = stderr.trim().split('\n');
  throw new IncompleteError(`git ${command} did not finish: ${first || 'a signal ended it'}`);
}
