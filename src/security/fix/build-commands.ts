import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Programs and their arguments; no shell reads them. */
export type Command = readonly [string, ...string[]];

/** How a tree is built and tested; empty lists where that is unknown. */
export interface BuildCommands {
  readonly build: readonly Command[];
  readonly test: readonly Command[];
  /** A folder outside of `/usr` with programs in its `bin` that these need. */
  readonly toolchain?: string;
}

const CMAKE_FOLDER = '.rustward-build';

/**
 * How a tree says that it is built: by what lies at its top.
 * @param toolchain that of Rust, see `rustToolchain`
 */
export function buildCommands(root: string, toolchain: string | undefined): BuildCommands {
  if (existsSync(join(root, 'Cargo.toml'))) {
    return {
      ...(toolchain === undefined ? {} : { toolchain }),
      build: [['cargo', 'build', '--offline', '--quiet']],
      test: [['cargo', 'test', '--offline', '--quiet']],
    };
  }
  const lists = textOf(root, 'CMakeLists.txt');
  if (lists !== undefined) {
    const test: Command = ['ctest', '--test-dir', CMAKE_FOLDER, '--output-on-failure'];
    return {
      build: [
        ['cmake', '-S', '.', '-B', CMAKE_FOLDER],
        ['cmake', '--build', CMAKE_FOLDER],
      ],
      test: /^\s*(?:enable_testing|include\s*\(\s*ctest)\b/im.test(lists) ? [test] : [],
    };
  }
  for (const name of ['GNUmakefile', 'makefile', 'Makefile']) {
    const makefile = textOf(root, name);
    if (makefile === undefined) continue;
    const target = ['test', 'check'].find((one) => new RegExp(`^${one}\\s*:`, 'm').test(makefile));
    return { build: [['make']], test: target === undefined ? [] : [['make', target]] };
  }
  return { build: [], test: [] };
}

const MAX_BYTES = 1_000_000;

function textOf(root: string, name: string): string | undefined {
  const path = join(root, name);
  const entry = lstatSync(path, { throwIfNoEntry: false });
  return entry?.isFile() && entry.size <= MAX_BYTES ? readFileSync(path, 'utf8') : undefined;
}
