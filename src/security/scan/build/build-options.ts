/** How a tree is compiled, as far as a person says so. */
export interface BuildOptions {
  /** `NAME` or `NAME=VALUE`. */
  readonly define: readonly string[];
  readonly undefine: readonly string[];
  /** Folders with headers: below the root, or absolute. */
  readonly include: readonly string[];
  /** Those of them that may lie outside of the tree, since a person names them and not the tree itself. */
  readonly outside?: readonly string[] | undefined;
  /** Such as `i686-linux-gnu`. */
  readonly target?: string | undefined;
  /** Lists of compile commands, of which all count, instead of the one in the root or in `build`; `none` alone for none. */
  readonly compileCommands?: readonly string[] | undefined;
}

export const NO_BUILD_OPTIONS: BuildOptions = { define: [], undefine: [], include: [] };

/** The value that stands for no list of commands. */
export const NO_DATABASE = 'none';

/** Whether no list of commands is to count. */
export function hasNoDatabase({ compileCommands }: Pick<BuildOptions, 'compileCommands'>): boolean {
  return compileCommands?.includes(NO_DATABASE) === true;
}

/** The name of the macro that `NAME`, `NAME=VALUE` or `NAME(a)=VALUE` is about. */
export function macroNameIn(text: string): string {
  return /^[\w$]*/.exec(text)?.[0] ?? '';
}
