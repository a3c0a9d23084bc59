import { statfsSync } from 'node:fs';
import { IncompleteError } from '../../errors.ts';
import type { Sandbox, SandboxCommand, SandboxResult } from './sandbox.ts';

const MEGABYTE = 1024 * 1024;

/** With less room than this, whatever a program wrote may be cut off. */
const MIN_FREE_BYTES = MEGABYTE;
/** A compiler removes what it could not write to its end: then there is more room again. */
const SUSPICIOUS_FREE_BYTES = 1024 * MEGABYTE;
const SAYS_FULL = /No space left on device|os error 28|Out of diskspace/i;

/**
 * A sandbox that does not take a full disk for a fault of the program: what a compiler or a test could
 * not write says nothing about the code.
 */
export class DiskSpaceGuard implements Sandbox {
  private readonly sandbox: Sandbox;

  constructor(sandbox: Sandbox) {
    this.sandbox = sandbox;
  }

  get description(): string {
    return this.sandbox.description;
  }

  get isolates(): boolean {
    return this.sandbox.isolates;
  }

  /** @throws IncompleteError when the disk of a tree that the command may write to is full, too */
  async run(command: SandboxCommand): Promise<SandboxResult> {
    const result = await this.sandbox.run(command);
    if (command.access === 'write' && isDiskFull(command.tree, result)) {
      throw new IncompleteError(
        `the disk that holds ${command.tree} is full; make room there, or let TMPDIR name another place, and run again`,
      );
    }
    return result;
  }
}

function isDiskFull(tree: string, { end, stderr }: SandboxResult): boolean {
  const { bavail, bsize } = statfsSync(tree);
  const left = bavail * bsize;
  if (left < MIN_FREE_BYTES) return true;
  const isGood = end.kind === 'exited' && end.status === 0;
  return !isGood && left < SUSPICIOUS_FREE_BYTES && SAYS_FULL.test(stderr);
}
