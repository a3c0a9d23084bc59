import { spawn } from 'node:child_process';

/** A git to run, for the process that runs them. */
export interface GitRequest {
  readonly id: number;
  readonly folder: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly input: string | Buffer | undefined;
}

/** What became of it: a status, or the reason why it did not start. */
export interface GitAnswer {
  readonly id: number;
  readonly status: number | null;
  readonly problem?: string;
  readonly output: Buffer;
  readonly errors: Buffer;
}

// A small process that starts git for a large one: to start a process takes the longer the more
// memory the starting one has. It ends with the one that started it.
process.on('disconnect', () => process.exit());
process.on('message', async (request: GitRequest) => {
  process.send?.(await run(request));
});

async function run({ id, folder, args, env, input }: GitRequest): Promise<GitAnswer> {
  const child = spawn('git', args, { cwd: folder, env });
  const output: Buffer[] = [];
  const errors: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => errors.push(chunk));
  // git may end before it has read everything.
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  const ended = await new Promise<Pick<GitAnswer, 'status' | 'problem'>>((resolve) => {
    child.on('error', ({ message }) => resolve({ status: null, problem: message }));
    child.on('close', (status) => resolve({ status }));
  });
  return { id, ...ended, output: Buffer.concat(output), errors: Buffer.concat(errors) };
}
