import { UsageError } from '../../../errors.ts';
import { type BuildOptions, NO_DATABASE } from './build-options.ts';
import { platformOf } from './platform.ts';
import { macroOfFlag } from './unit-flags.ts';

/**
 * Whether what a person says of the build can be meant.
 * @throws UsageError naming the value that cannot
 */
export function checkBuildOptions({
  define,
  undefine,
  target,
  compileCommands = [],
}: BuildOptions): void {
  const wrong = define.find((text) => macroOfFlag(text) === undefined);
  if (wrong !== undefined)
    throw new UsageError(`${wrong} defines no macro: expected NAME or NAME=VALUE`);
  const unnamed = undefine.find((name) => !/^[A-Za-z_$][\w$]*$/.test(name));
  if (unnamed !== undefined) throw new UsageError(`${unnamed} is not the name of a macro`);
  if (compileCommands.length > 1 && compileCommands.includes(NO_DATABASE))
    throw new UsageError(
      `${NO_DATABASE} stands for no list of compile commands: it fits no other one`,
    );
  if (target !== undefined && platformOf(target) === undefined)
    throw new UsageError(
      `the target ${target} is not known; expected a machine and a system, such as i686-linux-gnu or x86_64-pc-windows-msvc`,
    );
}
