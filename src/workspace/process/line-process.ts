import { spawn } from 'node:child_process';
import { killTree } from './process-tree.ts';

export interface LineProcessOptions {
  readonly command: readonly [string, ...string[]];
  /** All of its environment. */
  readonly env: Readonly<Record<string, string>>;
  /** Where its standard error goes: nowhere by default, or to our own. */
  readonly errors?: 'ignore' | 'inherit';
  /** A line that is longer ends the process. */
  readonly maxLineBytes: number;
  readonly onLine: (line: string) => void;
  /** Hears, once, that it has ended, and why. */
  readonly onEnd: (reason: string) => void;
}

/** A program that is talked to in lines. */
export interface LineProcess {
  send(line: string): void;
  /** Kills it with all that it has started. */
  close(): void;
}

/**
 * Starts a program of the user's own, without a shell, in no folder of a repository, and with nothing
 * of this process's environment.
 */
export function startLineProcess(options: LineProcessOptions): LineProcess {
  const [program, ...args] = options.command;
  const child = spawn(program, args, {
    cwd: '/',
    env: { ...options.env },
    stdio: ['pipe', 'pipe', options.errors ?? 'ignore'],
    // A group of its own, so that all of it can be killed at once.
    detached: true,
  });
  let ended = false;
  const end = (reason: string) => {
    if (ended) return;
    ended = true;
    if (child.pid !== undefined) killTree(child.pid);
    options.onEnd(reason);
  };
  let rest = Buffer.alloc(0);
  child.stdout.on('data', (chunk: Buffer) => {
    const lines = Buffer.concat([rest, chunk]).toString('latin1').split('\n');
    rest = Buffer.from(lines.pop() ?? '', 'latin1');
    for (const line of lines) {
      if (ended) return;
      if (line.length > options.maxLineBytes) return end('it wrote too long a line');
      // Cut at bytes, so that no character is torn.
      options.onLine(Buffer.from(line, 'latin1').toString('utf8'));
    }
    if (rest.length > options.maxLineBytes) end('it wrote too long a line');
  });
  child.stdin.on('error', () => end('it takes no input any more'));
  child.on('error', (error) => end(`it did not start: ${error.message}`));
  child.on('close', () => end('it has ended'));
  return {
    send: (line) => {
      if (!ended) child.stdin.write(`${line}\n`);
    },
    close: () => end('it was closed'),
  };
}
