import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { GitAnswer, GitRequest } from './git-runner.ts';

const RUNNER = fileURLToPath(new URL('./git-runner.ts', import.meta.url));

const waiting = new Map<number, (answer: GitAnswer) => void>();
let runner: ChildProcess | undefined;
let last = 0;

/**
 * Runs git by the process that starts them for this one, which starts with the first of them.
 * @throws Error when git did not start
 */
export async function startGit(request: Omit<GitRequest, 'id'>): Promise<GitAnswer> {
  const id = ++last;
  const { promise, resolve } = Promise.withResolvers<GitAnswer>();
  waiting.set(id, resolve);
  runner ??= startRunner();
  // Only what is waited for keeps this process alive.
  runner.channel?.ref();
  runner.send({ ...request, id } satisfies GitRequest);
  const answer = await promise;
  if (answer.problem !== undefined) throw new Error(answer.problem);
  return answer;
}

function startRunner(): ChildProcess {
  const child = fork(RUNNER, [], {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    serialization: 'advanced',
  });
  child.unref();
  child.on('message', (answer: GitAnswer) => {
    waiting.get(answer.id)?.(answer);
    waiting.delete(answer.id);
    if (waiting.size === 0) child.channel?.unref();
  });
  child.on('exit', () => {
    if (runner === child) runner = undefined;
    const none = Buffer.alloc(0);
    for (const [id, resolve] of waiting) {
      resolve({ id, status: null, problem: 'the runner of git ended', output: none, errors: none });
    }
    waiting.clear();
  });
  return child;
}
