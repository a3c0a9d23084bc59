import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { environment, NODE } from '../measured-run.ts';
import { type Patience, waitFor } from '../patience.ts';
import { peakMemory } from '../process-memory.ts';
import type { Said } from '../promise.ts';

const CHILD = fileURLToPath(new URL('command-child.ts', import.meta.url));

const answerSchema = z.object({ status: z.number(), stdout: z.string(), stderr: z.string() });

/** What is run in one process: what each leaves behind in it is not to become the next one's. */
const MAX_RUNS = 100;

/** Runs the command line in a process that is kept for the next run, which saves most of the time. */
export class CommandRuns {
  private readonly home: string;
  private child: ChildProcess | undefined;
  private runs = 0;

  constructor(home: string) {
    this.home = home;
  }

  async run(args: readonly string[], folder: string): Promise<Said> {
    if (this.runs >= MAX_RUNS) this.close();
    const child = this.child ?? this.start();
    this.runs += 1;
    let beside = '';
    const hear = (chunk: Buffer) => {
      beside += chunk.toString();
    };
    child.stderr?.on('data', hear);
    const ended = new AbortController();
    const wait = { signal: ended.signal };
    let patience: Patience | undefined;
    const late = new Promise<string>((resolve) => {
      patience = waitFor(child.pid, resolve);
    });
    child.send({ args, folder });
    const answer = await Promise.race([
      once(child, 'message', wait).then(([message]) => answerSchema.parse(message)),
      once(child, 'exit', wait).then(([code, signal]) => `the process ended: ${code ?? signal}`),
      late,
    ]);
    ended.abort();
    patience?.end();
    const peak = peakMemory(child.pid);
    child.stderr?.off('data', hear);
    const milliseconds = patience?.spent() ?? 0;
    const common = { milliseconds, peak, stdout: '' };
    if (typeof answer === 'string') {
      this.close();
      return { ...common, status: undefined, end: answer, stderr: beside };
    }
    return { ...common, ...answer, stderr: answer.stderr + beside, end: undefined };
  }

  close(): void {
    this.child?.kill('SIGKILL');
    this.child = undefined;
    this.runs = 0;
  }

  private start(): ChildProcess {
    this.child = fork(CHILD, {
      ...{ execArgv: NODE, env: environment(this.home) },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    return this.child;
  }
}
