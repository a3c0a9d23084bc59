import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findProgram } from '../../../src/workspace/toolchain/find-program.ts';
import { hasImage, importImage } from './busybox-image.ts';
import { type Engine, namesIn } from './engine.ts';

/**
 * Podman with a store of its own. Its settings name a runtime that works on this machine: crun refuses control groups of
 * both versions together.
 */
export async function startPodman(): Promise<Engine | undefined> {
  const podman = findProgram('podman');
  if (podman === undefined || !hasImage) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'p-'));
  // What Podman has left running may put files there while it ends.
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  for (const runtime of ['crun', 'runc']) {
    const program = wrapper(folder, podman, runtime);
    const image = await importImage(folder, program).catch(() => undefined);
    if (image === undefined) continue;
    const options = ['run', '--rm', '--network', 'none', '--ulimit', 'nofile=1024'];
    try {
      await promisify(execFile)(program, [...options, image, 'true']);
      const containers = () => namesIn(program);
      return { name: 'podman', program, image, containers, close: async () => remove() };
    } catch {
      // The other runtime may do.
    }
  }
  remove();
  return undefined;
}

/** A program that calls Podman with a store of the tests' own. */
function wrapper(folder: string, engine: string, runtime: string): string {
  // Podman takes no longer path than 50 characters for the second.
  const store = ['root', 'runroot', 'tmpdir'].map(
    (name, at) => `--${name} ${join(folder, `${at}`)}`,
  );
  const options = [...store, '--storage-driver vfs', `--runtime ${runtime}`];
  const all = [...options, '--cgroup-manager cgroupfs', '--events-backend none'].join(' ');
  // Without the right to raise limits, Podman's own limit of processes could not be set.
  const limit = '[ "$1" != run ] || { shift; set -- run --ulimit nproc=4096:4096 "$@"; }';
  const program = join(folder, `podman-${runtime}`);
  writeFileSync(program, `#!/bin/sh\n${limit}\nexec ${engine} ${all} "$@"\n`);
  chmodSync(program, 0o755);
  return program;
}
