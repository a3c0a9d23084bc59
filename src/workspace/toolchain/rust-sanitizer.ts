import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** As rustc names processors. */
const PROCESSORS: Readonly<Record<string, string>> = { x64: 'x86_64', arm64: 'aarch64' };

/**
 * The target, such as `x86_64-unknown-linux-gnu`, for which a Rust toolchain can build with AddressSanitizer programs that run
 * here: one whose runtime library is there. rustup brings it along; packages of Linux distributions often leave it out.
 * @param toolchain its folder; undefined for a Rust that comes with the system
 */
export function addressSanitizerTarget(toolchain: string | undefined): string | undefined {
  const target = `${PROCESSORS[process.arch] ?? process.arch}-unknown-linux-gnu`;
  if (process.platform !== 'linux') return undefined;
  const roots = toolchain === undefined ? ['/usr', '/usr/local'] : [toolchain];
  const hasRuntime = roots.some((root) => {
    const folder = join(root, 'lib/rustlib', target, 'lib');
    return existsSync(folder) && readdirSync(folder).some((name) => RUNTIME.test(name));
  });
  return hasRuntime ? target : undefined;
}

const RUNTIME = /^librustc.*[._]asan\.a$/;
