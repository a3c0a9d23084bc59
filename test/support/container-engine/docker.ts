import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findProgram } from '../../../src/workspace/toolchain/find-program.ts';
import { eventually } from '../eventually.ts';
import { hasImage, importImage } from './busybox-image.ts';
import { type Engine, namesIn } from './engine.ts';

/**
 * Docker's own client and a daemon of the tests' own, which only root can start, on a socket in a folder of its own. It
 * leaves the network of this machine alone, and ends with us even when we are killed.
 */
export async function startDocker(): Promise<Engine | undefined> {
  const docker = findProgram('docker');
  const dockerd = findProgram('dockerd');
  if (docker === undefined || dockerd === undefined || !hasImage) return undefined;
  const setpriv = findProgram('setpriv');
  if (process.getuid?.() !== 0 || setpriv === undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'd-'));
  const program = wrapper(folder, docker);
  const all = ['--pdeathsig', 'TERM', dockerd, ...daemonOptions(folder)];
  const daemon = spawn(setpriv, all, { stdio: 'ignore' });
  const ended = once(daemon, 'exit');
  const close = async () => {
    daemon.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const call = promisify(execFile);
    const answered = eventually(() => call(program, ['version']), 20_000, 100);
    // It ends at once where it may not make control groups or mounts.
    await Promise.race([answered, ended.then(() => Promise.reject(new Error('it ended')))]);
    const image = await importImage(folder, program);
    await call(program, ['run', '--rm', '--network', 'none', image, 'true']);
    return { name: 'docker', program, image, containers: () => namesIn(program), close };
  } catch {
    await close();
    return undefined;
  }
}

const socketIn = (folder: string) => `unix://${join(folder, 'socket')}`;

function daemonOptions(folder: string): string[] {
  const settings = join(folder, 'daemon.json');
  // In place of those of this machine.
  writeFileSync(settings, '{}');
  return [
    ...['--config-file', settings, '--host', socketIn(folder), '--pidfile', join(folder, 'pid')],
    ...['--data-root', join(folder, 'data'), '--exec-root', join(folder, 'exec')],
    ...['--storage-driver', 'vfs', '--bridge', 'none', '--ip-forward=false'],
    ...['--iptables=false', '--ip6tables=false'],
  ];
}

/** A program that calls Docker's client for this daemon, without the settings of who runs the tests. */
function wrapper(folder: string, docker: string): string {
  const program = join(folder, 'docker-here');
  const options = `--config ${join(folder, 'client')} --host ${socketIn(folder)}`;
  writeFileSync(program, `#!/bin/sh\nexec ${docker} ${options} "$@"\n`, { mode: 0o755 });
  return program;
}
