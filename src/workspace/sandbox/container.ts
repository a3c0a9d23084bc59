import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { IncompleteError, messageOf } from '../../errors.ts';
import { containerArguments } from './container-arguments.ts';
import { realFolder } from './real-folder.ts';
import { removeContainer } from './remove-container.ts';
import {
  DEFAULT_LIMITS,
  type Sandbox,
  type SandboxCommand,
  type SandboxResult,
} from './sandbox.ts';
import { supervise } from './supervise.ts';
import { watchGrowth } from './tree-growth.ts';

/** The exit status by which Docker and Podman say that they failed themselves. */
const ENGINE_FAILED = 125;

/** What they end with where the runtime below them could not start the container, as a program itself may. */
const NOT_STARTED = [126, 127];
const RUNTIME_FAILED = /^(?:Error: .*\b(?:OCI|runc|crun)\b|docker: Error response from daemon: )/m;

/** A container of Docker or Podman for each run, from an image that is on the machine. */
export class Container implements Sandbox {
  readonly description: string;
  readonly isolates = true;
  private readonly program: string;
  private readonly image: string;

  /** @param program the absolute path of `docker` or `podman` */
  constructor(program: string, image: string) {
    this.program = program;
    this.image = image;
    this.description = `${program} with the image ${image}`;
  }

  async run(command: SandboxCommand): Promise<SandboxResult> {
    const limits = { ...DEFAULT_LIMITS, ...command.limits };
    const tree = realFolder(command.tree);
    const name = `rustward-${randomBytes(8).toString('hex')}`;
    const owner = statSync(tree);
    const user = `${owner.uid}:${owner.gid}`;
    const args = containerArguments(command, limits, { image: this.image, name, tree, user });
    // Before anything runs that could write.
    const hasGrownTooFar = command.access === 'write' ? watchGrowth(tree, limits) : undefined;
    // Podman's monitor leaves an empty file `oom` where it was started, once memory runs out.
    const cwd = mkdtempSync(join(tmpdir(), 'rustward-'));
    const child = spawn(this.program, args, { cwd });
    const kill = () => {
      child.kill('SIGKILL');
      // The end of the client alone would leave it running.
      void removeContainer(this.program, name);
    };
    try {
      const run = await supervise(child, {
        limits,
        hasGrownTooFar,
        kill,
        signal: command.signal,
        input: command.input,
        onOutput: command.onOutput,
      });
      if (!hasEngineFailed(run)) return run;
      throw new Error(run.stderr.trim().split('\n')[0] || 'the engine said nothing');
    } catch (thrown) {
      throw new IncompleteError(`the container did not start: ${messageOf(thrown)}`);
    } finally {
      rmSync(cwd, { recursive: true, force: true });
    }
  }
}

function hasEngineFailed({ end, stderr }: SandboxResult): boolean {
  if (end.kind !== 'exited') return false;
  return (
    end.status === ENGINE_FAILED ||
    (NOT_STARTED.includes(end.status) && RUNTIME_FAILED.test(stderr))
  );
}
