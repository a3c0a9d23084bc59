import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { messageOf } from '../../errors.ts';
import { findProgram } from '../toolchain/find-program.ts';
import { Bubblewrap } from './bubblewrap.ts';
import { Container } from './container.ts';
import { DiskSpaceGuard } from './disk-space-guard.ts';
import type { Sandbox } from './sandbox.ts';
import { NoSandbox, Unsandboxed } from './unsandboxed.ts';

export interface SandboxChoice {
  /**
   * Run without a sandbox where there is none. Only for a person at the command line, who says so
   * of a tree that they trust; no configuration and no part of a service may set it.
   */
  readonly allowUnsandboxed?: boolean;
  /** The image for Docker or Podman; without one, neither is used. */
  readonly image?: string | undefined;
  /** Where programs are looked for, as in `PATH`. */
  readonly path?: string | undefined;
}

const INSTALL = 'install bubblewrap 0.8 or later (Debian, Ubuntu: sudo apt-get install bubblewrap)';

/**
 * The first sandbox that works on this machine: bubblewrap, Podman, Docker. Each is tried with a
 * command that does nothing, since one that is installed may still not be allowed to start.
 * With none, the result refuses to run anything.
 */
export async function findSandbox(choice: SandboxChoice = {}): Promise<Sandbox> {
  const reasons: string[] = [];
  const bwrap = findProgram('bwrap', choice.path);
  if (bwrap === undefined) reasons.push(INSTALL);
  const candidates: Sandbox[] = bwrap === undefined ? [] : [new Bubblewrap(bwrap)];
  for (const engine of ['podman', 'docker']) {
    const program = findProgram(engine, choice.path);
    if (program === undefined) continue;
    if (choice.image !== undefined) candidates.push(new Container(program, choice.image));
    else reasons.push(`${engine} needs an image: set RUSTWARD_SANDBOX_IMAGE`);
  }
  for (const sandbox of candidates) {
    const problem = await probe(sandbox);
    if (problem === undefined) return new DiskSpaceGuard(sandbox);
    reasons.push(`${sandbox.description} does not work: ${problem}`);
  }
  return choice.allowUnsandboxed === true ? new Unsandboxed() : new NoSandbox(reasons);
}

async function probe(sandbox: Sandbox): Promise<string | undefined> {
  const tree = mkdtempSync(join(tmpdir(), 'rustward-'));
  try {
    const { end, stderr } = await sandbox.run({ command: ['true'], tree, access: 'read' });
    if (end.kind === 'exited' && end.status === 0) return undefined;
    const said = stderr.trim().split('\n')[0];
    return `a command that does nothing failed in it${said ? `: ${said}` : ''}`;
  } catch (thrown) {
    return messageOf(thrown);
  } finally {
    rmSync(tree, { recursive: true, force: true });
  }
}
