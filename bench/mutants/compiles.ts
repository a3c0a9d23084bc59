import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Sandbox } from '../../src/workspace/sandbox/sandbox.ts';

/** What a crate without dependencies is compiled with. */
export interface Compiler {
  readonly sandbox: Sandbox;
  /** See `rustToolchain`. */
  readonly toolchain: string | undefined;
}

/** Whether a crate compiles with another text for one of its files; the crate stays as it is. */
export async function compiles(
  { sandbox, toolchain }: Compiler,
  crate: string,
  file: { readonly path: string; readonly text: string },
): Promise<boolean> {
  const tree = mkdtempSync(join(tmpdir(), 'rustward-compiles-'));
  try {
    cpSync(crate, tree, { recursive: true });
    writeFileSync(join(tree, file.path), file.text);
    const form = ['--edition=2021', '--crate-type=lib', '--emit=metadata'];
    const { end } = await sandbox.run({
      command: ['rustc', ...form, '-o', '/tmp/library.rmeta', 'src/lib.rs'],
      tree,
      access: 'read',
      tools: toolchain === undefined ? [] : [toolchain],
      environment: toolchain === undefined ? {} : { PATH: `${toolchain}/bin:/usr/bin:/bin` },
    });
    return end.kind === 'exited' && end.status === 0;
  } finally {
    rmSync(tree, { recursive: true, force: true });
  }
}
