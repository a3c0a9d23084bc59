import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** How many rounds, and the seed, of the arguments of this program; the program ends where they are wrong. */
export function readRounds(script: string, usual: number): { rounds: number; seed: number } {
  const rounds = Number(process.argv[2] ?? usual);
  const seed = Number(process.argv[3] ?? Date.now() % 1_000_000);
  if (Number.isInteger(rounds) && rounds >= 1 && Number.isInteger(seed)) return { rounds, seed };
  process.stderr.write(`usage: npm run ${script} -- [ROUNDS=${usual}] [SEED]\n`);
  process.exit(2);
}

/** A run of the command line, which asks a model at a URL and keeps no answers. */
export class Child {
  /** What it said on standard error. */
  said = '';
  private readonly process: ChildProcess;
  private readonly closed: Promise<unknown>;

  constructor(
    args: readonly string[],
    { folder, home, baseUrl }: { folder: string; home: string | undefined; baseUrl: string },
  ) {
    const node = ['--disable-warning=ExperimentalWarning', join(ROOT, 'src/cli.ts')];
    this.process = spawn(process.execPath, [...node, ...args], {
      cwd: folder,
      env: {
        ...{ PATH: process.env['PATH'], HOME: home, RUSTWARD_MODEL_CACHE: 'off' },
        ...{ NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] },
        ...{ RUSTWARD_MODEL_BASE_URL: baseUrl, RUSTWARD_MODEL_NAME: 'm' },
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    this.process.stderr?.on('data', (text) => {
      this.said += text;
    });
    this.closed = once(this.process, 'close');
  }

  /** Kills it at a moment, unless it has ended by then, and waits for its end. */
  async killedAt(moment: Promise<unknown>, before: () => void = () => undefined): Promise<void> {
    await Promise.race([this.closed, moment]);
    before();
    this.process.kill('SIGKILL');
    await this.closed;
  }

  /** Waits for its end. @throws Error when its exit status is none of these */
  async ended(...statuses: readonly number[]): Promise<void> {
    await this.closed;
    const { exitCode } = this.process;
    if (exitCode === null || !statuses.includes(exitCode)) {
      throw new Error(`exit status ${exitCode}: ${this.said}`);
    }
  }
}
