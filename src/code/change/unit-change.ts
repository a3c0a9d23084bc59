import type { TranslationUnit } from '../c/unit.ts';
import { type FunctionPair, functionPairs } from './function-pairs.ts';
import { type LineMatching, matchLines } from './line-matching.ts';

/** Two versions of a file. */
export interface UnitChange {
  readonly base: TranslationUnit;
  readonly head: TranslationUnit;
  readonly lines: LineMatching;
  /** The functions of head that the change concerns, with what they were. */
  readonly functions: readonly FunctionPair[];
  /** Macros of the file whose bodies the change wrote anew, or that it took away. */
  readonly changedMacros: ReadonlySet<string>;
}

/** Pairs the functions of two versions of a file, and keeps those that differ: by their own text, or by a macro's. */
export function unitChange(base: TranslationUnit, head: TranslationUnit): UnitChange {
  const changedMacros = macrosThatDiffer(base, head);
  const functions = functionPairs(base, head).filter((pair) => {
    const before = base.tree.textOf(pair.base);
    const now = head.tree.textOf(pair.head);
    if (before !== now) return true;
    return (
      changedMacros.size > 0 && (now.match(/\w+/g) ?? []).some((word) => changedMacros.has(word))
    );
  });
  return {
    base,
    head,
    lines: matchLines(base.tree.text, head.tree.text),
    functions,
    changedMacros,
  };
}

function macrosThatDiffer(base: TranslationUnit, head: TranslationUnit): ReadonlySet<string> {
  const bodies = (unit: TranslationUnit, name: string) =>
    JSON.stringify(
      (unit.symbols.macros.get(name) ?? []).map(({ parameters, body }) => [parameters, body]),
    );
  const names = new Set([...base.symbols.macros.keys()]);
  return new Set([...names].filter((name) => bodies(base, name) !== bodies(head, name)));
}
