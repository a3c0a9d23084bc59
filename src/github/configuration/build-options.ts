import { join } from 'node:path/posix';
import {
  type BuildOptions,
  macroNameIn,
  NO_DATABASE,
} from '../../security/scan/build/build-options.ts';
import type { Configuration } from './configuration.ts';

/**
 * How the code is compiled, as a configuration settles it.
 * @param root of the repository; without it paths are relative to that
 */
export function buildOptionsIn({ build }: Configuration, root = ''): BuildOptions {
  const { define, undefine, include, target, compile_commands: named } = build;
  const lists = typeof named === 'string' ? [named] : named;
  return {
    ...{ define, undefine, include: include.map((folder) => join(root, folder)), target },
    compileCommands: lists?.map((list) => (list === NO_DATABASE ? list : join(root, list))),
  };
}

/** What a person says of the build, and where that leaves something open what the repository has settled. */
export function settledBuild(given: BuildOptions, settled: BuildOptions): BuildOptions {
  const own = new Set([...given.define.map(macroNameIn), ...given.undefine]);
  const isOpen = (text: string) => !own.has(macroNameIn(text));
  return {
    define: [...settled.define.filter(isOpen), ...given.define],
    undefine: [...settled.undefine.filter(isOpen), ...given.undefine],
    include: [...given.include, ...settled.include],
    outside: given.include,
    target: given.target ?? settled.target,
    compileCommands: given.compileCommands ?? settled.compileCommands,
  };
}
