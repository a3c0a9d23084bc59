import { chmodSync, cpSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findProgram } from '../../src/workspace/toolchain/find-program.ts';
import { commandOutput, podman, run } from './podman.ts';

const ROOT = join(import.meta.dirname, '../..');
const CERTIFICATES = '/etc/ssl/certs';
/** Where the build has those of this machine, which a proxy of its own may need; the package of the image has its own. */
const MOUNTED = '/machine-certificates';

/** Who the image is for, and what the image of Node.js has as well. */
const USER = 'node:x:1000:1000::/home/node:/bin/sh';

/**
 * Makes what the Dockerfile begins with where no registry of images can be reached: Debian of the same release by
 * debootstrap, with Node.js of our packages and the Rust of this machine.
 * @returns the Dockerfile's text with these images in place of those that it names
 */
export function localBases(folder: string): string {
  const debian = join(folder, 'debian');
  run('debootstrap', ['--variant=minbase', 'bookworm', debian]);
  addNode(debian);
  podman(['import', '--quiet', archive(debian), 'localhost/rustward-node-base']);
  const rust = join(folder, 'rust');
  run('cp', ['--archive', '--', debian, rust]);
  addRust(rust);
  podman(['import', '--quiet', archive(rust), 'localhost/rustward-rust-base']);
  const certificates = (folder: string) => `ENV NODE_EXTRA_CA_CERTS=${folder}/ca-certificates.crt`;
  const text = readFileSync(join(ROOT, 'Dockerfile'), 'utf8')
    .replace(/^FROM rust:\S+/m, 'FROM localhost/rustward-rust-base')
    .replace(/^FROM node:\S+/m, `FROM localhost/rustward-node-base\n${certificates(MOUNTED)}`);
  return `${text}${certificates(CERTIFICATES)}\n`;
}

function addNode(debian: string): void {
  const local = join(debian, 'usr/local');
  cpSync(realpathSync(join(ROOT, 'node_modules/.bin/node')), join(local, 'bin/node'));
  const npm = findProgram('npm');
  if (npm === undefined) throw new Error('npm is not on the PATH');
  cpSync(dirname(dirname(realpathSync(npm))), join(local, 'lib/node_modules/npm'), {
    recursive: true,
  });
  program(join(local, 'bin/npm'), 'exec node /usr/local/lib/node_modules/npm/bin/npm-cli.js "$@"');
  writeFileSync(join(debian, 'etc/passwd'), `${USER}\n`, { flag: 'a' });
  writeFileSync(join(debian, 'etc/group'), 'node:x:1000:\n', { flag: 'a' });
  mkdirSync(join(debian, 'home/node'), { recursive: true });
}

/**
 * Rust as its image has it, in as far as the Dockerfile asks for it: a toolchain of rustup's minimal profile with all that
 * the Dockerfile adds, and a rustup that has nothing to add. The manuals, which that profile leaves out, are 50,000 files.
 */
function addRust(folder: string): void {
  const place = 'usr/local/toolchain';
  const sysroot = commandOutput('rustc', ['--print', 'sysroot']);
  const manuals = join(sysroot, 'share/doc/rust/html');
  cpSync(sysroot, join(folder, place), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => path !== manuals,
  });
  mkdirSync(join(folder, 'usr/local/bin'), { recursive: true });
  program(join(folder, 'usr/local/bin/rustup'), 'exit 0');
  program(join(folder, 'usr/local/bin/rustc'), `exec /${place}/bin/rustc "$@"`);
}

function program(path: string, line: string): void {
  writeFileSync(path, `#!/bin/sh\n${line}\n`);
  chmodSync(path, 0o755);
}

function archive(folder: string): string {
  const path = `${folder}.tar`;
  run('tar', ['-cf', path, '-C', folder, '.']);
  return path;
}

/** Options of a build that let it reach the registries as this machine does. */
export const BUILD_OPTIONS = [
  ...['--isolation', 'chroot', '--network', 'host'],
  ...['--ulimit', 'nofile=4096:4096', '--ulimit', 'nproc=4096:4096'],
  ...['--volume', `${CERTIFICATES}:${MOUNTED}:ro`],
];
