/** What bounds one run. Every limit holds for the run as a whole unless it says otherwise. */
export interface SandboxLimits {
  readonly wallSeconds: number;
  readonly cpuSeconds: number;
  readonly memoryBytes: number;
  /** Processes and threads that exist at the same time. */
  readonly processes: number;
  /** The longest file that one process can write. */
  readonly fileBytes: number;
  /** How much `/tmp` holds, and by how much a writable tree may grow. */
  readonly diskBytes: number;
  /** How many files, folders and links may be made, in memory and in a writable tree each. */
  readonly files: number;
  /** Of each of the two output streams. */
  readonly outputBytes: number;
}

const MEGABYTE = 1024 * 1024;

/** Files and sockets that one process has open at the same time, in every kind of sandbox. */
export const MAX_OPEN_FILES = 1024;

/** Enough to compile and run a small test; a caller that builds a project asks for more. */
export const DEFAULT_LIMITS: SandboxLimits = {
  wallSeconds: 60,
  cpuSeconds: 60,
  memoryBytes: 1024 * MEGABYTE,
  processes: 128,
  fileBytes: 128 * MEGABYTE,
  diskBytes: 256 * MEGABYTE,
  files: 100_000,
  outputBytes: MEGABYTE,
};

/** A limit by the name that a message gives it. */
export type SandboxLimitName =
  | 'wall time'
  | 'CPU time'
  | 'memory'
  | 'processes'
  | 'file size'
  | 'disk'
  | 'files'
  | 'output';

/** Where a sandbox shows the tree. */
export const TREE_INSIDE = '/work';

export interface SandboxCommand {
  /** The program and its arguments; no shell reads them. */
  readonly command: readonly [string, ...string[]];
  /** The folder that the run sees, at `/work`, and starts in. */
  readonly tree: string;
  /** `read` for analysis; `write` only for a tree that was made for this run. */
  readonly access: 'read' | 'write';
  /** Further folders to show read-only, at their own paths: a compiler outside of `/usr`. */
  readonly tools?: readonly string[];
  /** The whole environment besides `PATH`, `HOME`, `TMPDIR` and `LANG`. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly input?: string;
  /**
   * Takes the standard output as it comes, so that a long one need not be held: `stdout` of the
   * result is empty then. It must not throw.
   */
  readonly onOutput?: (chunk: Buffer) => void;
  readonly limits?: Partial<SandboxLimits>;
  /** Ends the run when aborted. */
  readonly signal?: AbortSignal;
}

/** How a run ended. `status` of a program that a signal ended is 128 plus its number. */
export type SandboxEnd =
  | { readonly kind: 'exited'; readonly status: number }
  | { readonly kind: 'stopped'; readonly limit: SandboxLimitName }
  | { readonly kind: 'cancelled' };

export interface SandboxResult {
  readonly end: SandboxEnd;
  /** The limits that the run came up against, whether or not it ended by them. */
  readonly reached: readonly SandboxLimitName[];
  /** At most `outputBytes`; what is not UTF-8 becomes U+FFFD. */
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs programs that belong to a repository, where they can do no harm. */
export interface Sandbox {
  /** For people: which one it is. */
  readonly description: string;
  /** False where a command could do harm, and where none can run. */
  readonly isolates: boolean;
  /**
   * Runs one command to its end, and ends every process that it left behind.
   * @throws UsageError when there is no sandbox, or the tree is no folder.
   * @throws IncompleteError when the sandbox itself fails.
   */
  run(command: SandboxCommand): Promise<SandboxResult>;
}

/** What a command sees of an environment: nothing of ours. */
export function environmentInside(command: SandboxCommand): Readonly<Record<string, string>> {
  return {
    PATH: '/usr/local/bin:/usr/bin:/bin',
    HOME: '/tmp',
    TMPDIR: '/tmp',
    LANG: 'C.UTF-8',
    ...command.environment,
  };
}
