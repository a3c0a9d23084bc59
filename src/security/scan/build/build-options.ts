import { UsageError } from '../../../errors.ts';
import { platformOf } from './platform.ts';
import { macroOfFlag } from './unit-flags.ts';

/** How a tree is compiled, as far as a person says so. */
export interface BuildOptions {
  /** `NAME` or `NAME=VALUE`. */
  readonly define: readonly string[];
  readonly undefine: readonly string[];
  /** Folders with headers: below the root, or absolute. */
  readonly include: readonly string[];
  /** Such as `i686-linux-gnu`. */
  readonly target?: string | undefined;
  /** A `compile_commands.json`, instead of the one in the root or in `build`; `none` for none. */
  readonly compileCommands?: string | undefined;
}

export const NO_BUILD_OPTIONS: BuildOptions = { define: [], undefine: [], include: [] };

/** The value that stands for no list of commands. */
export const NO_DATABASE = 'none';

/**
 * Whether what a person says of the build can be meant.
 * @throws UsageError naming the value that cannot
 */
export function checkBuildOptions({ define, undefine, target }: BuildOptions): void {
  const wrong = define.find((text) => macroOfFlag(text) === undefined);
  if (wrong !== undefined)
    throw new UsageError(`${wrong} defines no macro: expected NAME or NAME=VALUE`);
  const unnamed = undefine.find((name) => !/^[A-Za-z_$][\w$]*$/.test(name));
  if (unnamed !== undefined) throw new UsageError(`${unnamed} is not the name of a macro`);
  if (target !== undefined && platformOf(target) === undefined)
    throw new UsageError(
      `the target ${target} is not known; expected a machine and a system, such as i686-linux-gnu or x86_64-pc-windows-msvc`,
    );
}
