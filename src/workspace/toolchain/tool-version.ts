import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { messageOf } from '../../errors.ts';
import { findProgram } from './find-program.ts';

/** Where a program is, and what it says of itself. */
export type FoundTool =
  | { readonly kind: 'found'; readonly path: string; readonly version: string }
  | { readonly kind: 'broken'; readonly path: string; readonly problem: string }
  | { readonly kind: 'absent' };

/** Where programs find what they need to start: those of rustup look for the toolchain that they stand for. */
const HOMES = ['HOME', 'RUSTUP_HOME', 'CARGO_HOME'];

/**
 * Asks a program on the `PATH` for its version. It runs in the root folder: some tools, such as
 * those of Rust, let a file in the current folder choose what is started, or even downloaded.
 * @param path where it is looked for, as in `PATH`
 */
export async function toolVersion(
  name: string,
  path: string = process.env['PATH'] ?? '',
): Promise<FoundTool> {
  const program = findProgram(name, path);
  if (program === undefined) return { kind: 'absent' };
  const homes = HOMES.flatMap((variable) => {
    const folder = process.env[variable];
    return folder === undefined ? [] : [[variable, folder]];
  });
  const env = { PATH: path, LC_ALL: 'C', ...Object.fromEntries(homes) };
  try {
    const options = { cwd: '/', env, timeout: 10_000, maxBuffer: 65_536 };
    const { stdout } = await promisify(execFile)(program, ['--version'], options);
    const [version] = /\d+(\.\d+)+/.exec(stdout) ?? [];
    if (version !== undefined) return { kind: 'found', path: program, version };
    return { kind: 'broken', path: program, problem: 'it prints no version' };
  } catch (thrown) {
    const [line = ''] = messageOf(thrown).split('\n');
    return { kind: 'broken', path: program, problem: line };
  }
}
