import type { Variable } from '../../../code/c/ir/ast.ts';
import { namedType } from '../../../code/c/ir/types.ts';
import type { TranslationUnit } from '../../../code/c/unit.ts';

/** How a parameter is declared, as its text has it. */
export interface DeclaredParameter {
  /** The words of its type, without those that say nothing of its values. */
  readonly words: readonly string[];
  /** Whether what it points to is not to be written. */
  readonly isConst: boolean;
  /** The length between brackets behind its name; undefined where there is none. */
  readonly arrayLength: number | undefined;
}

const QUALIFIERS =
  /^(?:const|volatile|register|restrict|__restrict|__restrict__|struct|static|\*+)$/;
const BUILT_IN = new Set(['char', 'short', 'int', 'long', 'signed', 'unsigned', '_Bool', 'bool']);

/** The declaration of a parameter, from what separates it from the one before to what separates it from the next. */
export function declaredParameter(
  { start, end }: Variable,
  { tree }: TranslationUnit,
): DeclaredParameter {
  const before = /[^(),;{}]*$/.exec(tree.text.slice(Math.max(0, start - 300), start))?.[0] ?? '';
  const after = /^[^(),;{}]*/.exec(tree.text.slice(end, end + 100))?.[0] ?? '';
  const plain = before.replaceAll(/\/\*.*?\*\//gs, ' ').replaceAll(/([*&])/g, ' $1 ');
  const all = plain.split(/\s+/).filter((word) => word !== '');
  const length = /^\s*\[\s*(?:static\s+)?(\d+)\s*\]/.exec(after)?.[1];
  return {
    words: all.filter((word) => !QUALIFIERS.test(word)),
    isConst: /\bconst\b[^*]*\*[^*]*$|\bconst\b[^*]*$/.test(plain) && all.includes('const'),
    arrayLength: length === undefined ? undefined : Number(length),
  };
}

/** Whether all numbers of a type mean something: those of an enumeration do not. */
export function isPlainNumber(
  { words }: DeclaredParameter,
  { symbols }: TranslationUnit,
  isEnumeration: (name: string) => boolean,
): boolean {
  return (
    words.length > 0 &&
    words.every((word) => {
      if (BUILT_IN.has(word) || namedType(word) !== undefined) return true;
      return symbols.typedef(word)?.kind === 'int' && !isEnumeration(word);
    })
  );
}
