import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LARGE_YOUNG } from '../compiled.ts';
import { canBeHosted } from '../host/can-be-hosted.ts';
import { HostLines, writeLine } from '../host/host-lines.ts';
import type { HostRequest } from '../host/host-request.ts';
import { HostedRun } from '../host/hosted-run.ts';
import { quickStart } from '../quick-start.ts';
import { HOST_PROGRAM } from './program.ts';

/** What this worker has started with, before its tests change anything. */
const ENVIRONMENT = { ...process.env };

interface CommandResult {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * A process that runs commands of the program one after the other, by the functions that a process of their own runs:
 * that one would spend nine tenths of its time on its start, reading and compiling them.
 */
class CommandHost {
  readonly #requests: number;
  readonly #lines: HostLines;
  #state: 'free' | 'busy' | 'ended' = 'free';

  constructor(requests: number, lines: HostLines) {
    this.#requests = requests;
    this.#lines = lines;
  }

  /** Whether a command can run here now, with what it would do in a process of its own. */
  takes(args: readonly string[], env: Readonly<Record<string, string>>): boolean {
    return this.isFree && canBeHosted(args, env, ENVIRONMENT);
  }

  get hasEnded(): boolean {
    return this.#state === 'ended';
  }

  /** Whether a command can begin now. */
  get isFree(): boolean {
    return this.#state === 'free';
  }

  /** Runs a command to its end, while this thread waits. */
  run(request: HostRequest): CommandResult {
    this.#begin(request);
    const run = new HostedRun();
    for (;;) {
      const result = this.#end(run, this.#lines.next());
      if (result !== undefined) return result;
    }
  }

  /** The same without blocking this thread. */
  async start(request: HostRequest, onOutput?: (stdout: string) => void): Promise<CommandResult> {
    this.#begin(request);
    const run = new HostedRun(onOutput);
    for (;;) {
      const result = this.#end(run, await this.#lines.nextLater());
      if (result !== undefined) return result;
    }
  }

  #begin(request: HostRequest): void {
    writeLine(this.#requests, request);
    this.#state = 'busy';
  }

  #end(run: HostedRun, line: string | undefined): CommandResult | undefined {
    const ended = line === undefined ? undefined : run.take(line);
    if (line !== undefined && ended === undefined) return undefined;
    this.#state = ended?.ends === false ? 'free' : 'ended';
    if (this.hasEnded) closeSync(this.#requests);
    if (ended === undefined) throw new Error(`the command host has ended: ${run.stderr}`);
    const { status, stdout, stderr } = ended;
    return { status, stdout, stderr };
  }
}

let host: CommandHost | undefined;

/** The host of this worker, which is there until the worker ends. */
export async function commandHost(): Promise<CommandHost> {
  if (host === undefined || host.hasEnded) host = await startHost();
  return host;
}

async function startHost(): Promise<CommandHost> {
  const folder = mkdtempSync(join(tmpdir(), 'rustward-command-host-'));
  const [requests, answers] = [join(folder, 'requests'), join(folder, 'answers')];
  execFileSync('mkfifo', [requests, answers]);
  // To open one end of a pipe waits for the other one.
  const [requestsEnd, bothEnds] = [openSync(requests, 'r+'), openSync(answers, 'r+')];
  const args = ['--disable-warning=ExperimentalWarning', LARGE_YOUNG, HOST_PROGRAM];
  const child = spawn(process.execPath, [...args, requests, answers], {
    env: { ...ENVIRONMENT, ...(await quickStart()) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  child.unref();
  const ended = once(child, 'exit').then(() => {
    throw new Error('the command host does not start');
  });
  await Promise.race([new HostLines(bothEnds).nextLater(), ended]);
  const lines = new HostLines(openSync(answers, 'r'));
  closeSync(bothEnds);
  rmSync(folder, { recursive: true });
  return new CommandHost(requestsEnd, lines);
}
