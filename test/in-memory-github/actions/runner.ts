/** A machine that carries out the steps of jobs. */
export interface Runner {
  /** Runs one step to its end. Both outputs are one, in the order in which they were written. */
  run(step: RunnerStep): Promise<{ readonly status: number; readonly output: string }>;
}

interface RunnerStep {
  /** The folder of the job: what an earlier step wrote is there. */
  readonly folder: string;
  /** Relative to it. */
  readonly workingDirectory: string;
  /** For `bash -e`. */
  readonly script: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}
