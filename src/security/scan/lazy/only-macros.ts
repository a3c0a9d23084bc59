import type { Macro } from '../../../code/c/ir/macro.ts';
import type { FileNames } from '../../../code/flow/project/file-names.ts';

/** A word of a macro's body. */
const WORD = /[A-Za-z_$][\w$]*/g;

const MACRO_NAME = /^[A-Z_][A-Z0-9_]*$/;

/** The body of a macro that is a number. */
const NUMBER = /^[\s(]*\d\w*[\s)]*$/;

/**
 * The macros of headers that every build has and that are not put before a function of the same name, and those that
 * are written as macros are.
 */
export function onlyMacros(headers: readonly FileNames[]): ReadonlySet<string> {
  const macros = Map.groupBy(
    headers.flatMap(({ names }) => names.macros),
    ({ name }) => name,
  );
  const isOnly = ({ name, guard, body }: Macro) =>
    NUMBER.test(body) || (guard === '' && !body.match(WORD)?.includes(name));
  return new Set(
    [...macros].flatMap(([name, all]) => (MACRO_NAME.test(name) || all.every(isOnly) ? name : [])),
  );
}
