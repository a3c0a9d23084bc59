import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import type { Readable } from 'node:stream';
import type { ResourceUsage } from '../process/process-tree.ts';
import type { SandboxEnd, SandboxLimitName, SandboxLimits, SandboxResult } from './sandbox.ts';

/** How often a run is measured, in milliseconds. */
const SAMPLE_INTERVAL = 50;

export interface Supervision {
  readonly limits: SandboxLimits;
  /** What the run uses now; undefined where nothing can tell. */
  readonly measureUsage?: (() => ResourceUsage) | undefined;
  /** In which way what the run may write to has grown too far. */
  readonly hasGrownTooFar?: (() => SandboxLimitName | undefined) | undefined;
  /** Ends every process of the run. */
  readonly kill: () => void;
  readonly signal?: AbortSignal | undefined;
  readonly input?: string | undefined;
  /** Takes the standard output in place of the result. */
  readonly onOutput?: ((chunk: Buffer) => void) | undefined;
}

/**
 * Waits for a process that was just started, collects its output, and kills it when it comes to
 * the limits of wall time, CPU time, memory, processes, disk or output.
 * @throws the error of a process that could not start.
 */
export async function supervise(
  child: ChildProcess,
  { limits, measureUsage, hasGrownTooFar, kill, signal, input, onOutput }: Supervision,
): Promise<SandboxResult> {
  let stopped: SandboxEnd | undefined;
  const reached = new Set<SandboxLimitName>();
  const stop = (end: SandboxEnd) => {
    if (stopped !== undefined) return;
    stopped = end;
    kill();
  };
  const stopAt = (limit: SandboxLimitName) => {
    reached.add(limit);
    stop({ kind: 'stopped', limit });
  };
  const cancel = () => stop({ kind: 'cancelled' });
  const sample = () => {
    const usage = measureUsage?.();
    // The kernel lets no more start, so a run stays at this limit rather than go over it.
    if (usage !== undefined && usage.processes >= limits.processes) reached.add('processes');
    const limit = exceeded(limits, usage, hasGrownTooFar);
    if (limit !== undefined) stopAt(limit);
  };
  const timer = setTimeout(() => stopAt('wall time'), limits.wallSeconds * 1000);
  const sampling = setInterval(sample, SAMPLE_INTERVAL);
  signal?.addEventListener('abort', cancel);
  if (signal?.aborted) cancel();
  const tooMuch = () => stopAt('output');
  const stdout = new LimitedText(child.stdout, limits.outputBytes, tooMuch, onOutput);
  const stderr = new LimitedText(child.stderr, limits.outputBytes, tooMuch);
  // A program that does not read its input is no failure of ours.
  child.stdin?.on('error', () => undefined).end(input ?? '');
  try {
    await once(child, 'close');
    const { exitCode, signalCode } = child;
    const status = exitCode ?? SIGNAL_BASE + constants.signals[signalCode ?? 'SIGKILL'];
    const end: SandboxEnd = stopped ?? { kind: 'exited', status };
    const byStatus = end.kind === 'exited' ? STATUS_LIMITS.get(end.status) : undefined;
    if (byStatus !== undefined) reached.add(byStatus);
    return { end, reached: [...reached], stdout: stdout.text(), stderr: stderr.text() };
  } finally {
    clearTimeout(timer);
    clearInterval(sampling);
    signal?.removeEventListener('abort', cancel);
  }
}

function exceeded(
  limits: SandboxLimits,
  usage: ResourceUsage | undefined,
  hasGrown: Supervision['hasGrownTooFar'],
): SandboxLimitName | undefined {
  if (usage !== undefined && usage.cpuSeconds > limits.cpuSeconds) return 'CPU time';
  if (usage !== undefined && usage.memoryBytes > limits.memoryBytes) return 'memory';
  if (usage !== undefined && usage.processes > limits.processes) return 'processes';
  return hasGrown?.();
}

/** Collects the first bytes of a stream; `onExceeded` is called when there are more. */
class LimitedText {
  private readonly chunks: Buffer[] = [];
  private left: number;

  /** @param take gets the bytes instead: then `text` is empty */
  constructor(
    stream: Readable | null,
    bytes: number,
    onExceeded: () => void,
    take = (chunk: Buffer): void => {
      this.chunks.push(chunk);
    },
  ) {
    this.left = bytes;
    stream?.on('data', (chunk: Buffer) => {
      if (this.left > 0) take(chunk.subarray(0, this.left));
      this.left -= chunk.length;
      if (this.left < 0) onExceeded();
    });
  }

  text(): string {
    return Buffer.concat(this.chunks).toString('utf8');
  }
}

/** A program that a signal ended has this status plus the signal's number. */
const SIGNAL_BASE = 128;

/** The signals by which the kernel ends a process at a limit of its own. */
const STATUS_LIMITS: ReadonlyMap<number, SandboxLimitName> = new Map([
  [SIGNAL_BASE + constants.signals.SIGXCPU, 'CPU time'],
  [SIGNAL_BASE + constants.signals.SIGXFSZ, 'file size'],
]);
