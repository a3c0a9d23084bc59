import type { Sandbox, SandboxCommand } from '../../src/workspace/sandbox/sandbox.ts';

/** What the time of a function goes to. */
export const PHASES = [
  'format',
  'clippy',
  'cargo build',
  'cargo test',
  'C build',
  'Rust build',
  'C run',
  'Rust run',
  'coverage',
  'gates',
  'commit',
  'other',
] as const;

export type Phase = (typeof PHASES)[number];

/** What one function took, outside of the model. */
export interface FunctionTime {
  readonly name: string;
  /** Seconds, from the first word of it to that of the next. */
  readonly wall: number;
  /** Seconds of processor time. */
  readonly cpu: number;
  /** Seconds; the builds of both sides take place at the same time. */
  readonly phases: ReadonlyMap<Phase, number>;
  /** Seconds of processor time, where a phase is a program. */
  readonly cpuOf: ReadonlyMap<Phase, number>;
  /** How many programs were started. */
  readonly runs: number;
}

/** Tells what the time of a migration goes to, by what runs in its sandbox and what it says. */
export class Stopwatch {
  readonly times: FunctionTime[] = [];
  private current: { name: string; start: number; cpu: number } | undefined;
  private phases = new Map<Phase, number>();
  private cpuOf = new Map<Phase, number>();
  private runs = 0;
  private sandboxEnd = 0;
  private reviewed = 0;

  /** A sandbox that runs what it is given in another, and takes the time. */
  watched(sandbox: Sandbox): Sandbox {
    return {
      ...{ description: sandbox.description, isolates: sandbox.isolates },
      run: async (command) => {
        const start = performance.now();
        const phase = phaseOf(command);
        const result = await sandbox.run({
          ...command,
          command: ['sh', '-c', TIMED, 'sh', ...command.command],
        });
        this.sandboxEnd = performance.now();
        this.runs += 1;
        this.add(phase, this.sandboxEnd - start);
        const { stderr, seconds } = withoutTimes(result.stderr);
        this.cpuOf.set(phase, (this.cpuOf.get(phase) ?? 0) + seconds);
        return { ...result, stderr };
      },
    };
  }

  /** Hears a line of progress. */
  hear(line: string): void {
    const now = performance.now();
    const step = /^\[\d+\/\d+\] (.*)$/.exec(line)?.[1];
    if (step !== undefined) this.next(step);
    // Between the tests and this, nothing but the gates is at work.
    if (line.startsWith('running C and Rust')) this.add('gates', now - this.sandboxEnd);
    if (line === 'reviewing') this.reviewed = now;
  }

  /** Ends the last function. */
  end(): void {
    this.next(undefined);
  }

  private next(name: string | undefined): void {
    const now = performance.now();
    const { user, system } = process.cpuUsage();
    const cpu = (user + system) / 1e6;
    if (this.current !== undefined) {
      if (this.reviewed > 0) this.add('commit', now - this.reviewed);
      const wall = (now - this.current.start) / 1000;
      const phases = new Map([...this.phases].map(([phase, ms]) => [phase, ms / 1000]));
      const concurrent = Math.min(phases.get('C build') ?? 0, phases.get('Rust build') ?? 0);
      const sum = [...phases.values()].reduce((total, one) => total + one, -concurrent);
      phases.set('other', Math.max(0, wall - sum));
      const { current, runs, cpuOf } = this;
      cpuOf.set('other', cpu - current.cpu);
      const all = [...cpuOf.values()].reduce((total, one) => total + one, 0);
      this.times.push({ name: current.name, wall, cpu: all, phases, cpuOf, runs });
    }
    this.current = name === undefined ? undefined : { name, start: now, cpu };
    this.phases = new Map();
    this.cpuOf = new Map();
    this.runs = 0;
    this.reviewed = 0;
  }

  private add(phase: Phase, milliseconds: number): void {
    this.phases.set(phase, (this.phases.get(phase) ?? 0) + milliseconds);
  }
}

function phaseOf({ command }: SandboxCommand): Phase {
  const text = command.join(' ');
  if (/\bfmt\b/.test(text)) return 'format';
  if (/\bclippy\b/.test(text)) return 'clippy';
  if (/\btest\b.*--no-run/.test(text)) return 'cargo build';
  if (/\bcargo test\b/.test(text)) return 'cargo test';
  if (/\bcargo build\b/.test(text)) return 'Rust build';
  if (/\bclang\b/.test(text)) return 'C build';
  if (/c-coverage|llvm-/.test(text)) return 'coverage';
  if (/c-side (?:cases|results)/.test(text)) return 'C run';
  if (/rust-side|rust-checked|\bmiri\b/.test(text)) return 'Rust run';
  return 'other';
}

/** Runs a program, and tells at the end of the standard error what it took of the processor. */
const TIMED = '"$@"; status=$?; { echo; echo rustward-times; times; } >&2; exit $status';

/** Takes that out again. */
function withoutTimes(stderr: string): { stderr: string; seconds: number } {
  const at = stderr.lastIndexOf('\nrustward-times\n');
  if (at < 0) return { stderr, seconds: 0 };
  const numbers = [...stderr.slice(at).matchAll(/(\d+)m([\d.]+)s/g)];
  const seconds = numbers.reduce((sum, [, m, s]) => sum + Number(m) * 60 + Number(s), 0);
  return { stderr: stderr.slice(0, at), seconds };
}
